// SPDX-License-Identifier: Apache-2.0
// GPUs whose memory is that of a platform, which others read and write as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/top/memory_chain.h"
#include "tests/gpu/outside_bench.h"
#include "tests/support/test_memory.h"

namespace lanefold {
namespace {

/// Another module writes, a kernel doubles three times, and the other reads; twice, so that lines
/// of the first launch are still in the GPU's caches when the second begins.
void expect_shared(Gpu& gpu, Neighbour& neighbour) {
  Platform platform("platform", [&] {
    const auto program = twice();
    const Buffer buffer = gpu.host().allocate(kItems * sizeof(int));
    for (const int number : {5, 7}) {
      neighbour.fill(buffer.address, number);
      launch_twice(gpu.host(), *program, buffer);
      EXPECT_EQ(neighbour.read(buffer.address), std::vector<int>(kItems, 8 * number));
      sc_core::wait(100, sc_core::SC_NS);
    }
    neighbour.fill(buffer.address, 1);
    std::vector<int> numbers(kItems);
    gpu.host().read(buffer, 0, numbers.data(), buffer.size);
    EXPECT_EQ(numbers, std::vector<int>(kItems, 1));
    gpu.host().release(buffer);
    EXPECT_EQ(neighbour.read(buffer.address), std::vector<int>(kItems, 1)) << "others' still";
  });
  sc_core::sc_start();
  ASSERT_TRUE(platform.done());
  EXPECT_GT(gpu.host().launches().at(0).cycles, 0U);
}

class OutsideMemory : public ::testing::TestWithParam<std::tuple<const char*, MemoryValues>> {
 protected:
  OutsideMemory() : config_(load_machine(std::get<0>(GetParam()))) {
    config_.memory.values = std::get<1>(GetParam());
  }

  const NewContext context_;
  MachineConfig config_;
  Neighbour neighbour_{"neighbour"};
};

TEST_P(OutsideMemory, IsSharedByPhases) {
  Gpu gpu("gpu", config_, GpuMemory::Nonblocking);
  TestMemory memory("memory", TestMemory::Style::FourPhases, 50, 2);
  ASSERT_EQ(gpu.memory.size(), links_to_memory(config_));
  for (auto& socket : gpu.memory) socket.bind(memory.socket);
  neighbour_.socket.bind(memory.socket);
  expect_shared(gpu, neighbour_);
  EXPECT_FALSE(memory.log.empty());
}

TEST_P(OutsideMemory, IsSharedByBlockingCalls) {
  Gpu gpu("gpu", config_, GpuMemory::Blocking);
  LooseMemory memory("memory", 50 * gpu.clock_period());
  for (auto& socket : gpu.memory) socket.bind(memory.socket);
  neighbour_.socket.bind(memory.socket);
  expect_shared(gpu, neighbour_);
  EXPECT_GT(memory.most_calls, 1U);
}

// The next input comes while a kernel computes on another buffer.
TEST_P(OutsideMemory, KeepsWhatOthersWriteMeanwhile) {
  Gpu gpu("gpu", config_, GpuMemory::Nonblocking);
  TestMemory memory("memory", TestMemory::Style::FourPhases, 50, 2);
  for (auto& socket : gpu.memory) socket.bind(memory.socket);
  neighbour_.socket.bind(memory.socket);
  Platform platform("platform", [&] {
    const auto program = twice();
    const Buffer first = gpu.host().allocate(kItems * sizeof(int));
    const Buffer second = gpu.host().allocate(kItems * sizeof(int));
    neighbour_.fill(first.address, 1);
    sc_core::sc_spawn([&] {
      sc_core::wait(200 * gpu.clock_period());
      neighbour_.fill(second.address, 3);
    });
    launch_twice(gpu.host(), *program, first);
    EXPECT_EQ(neighbour_.read(first.address), std::vector<int>(kItems, 8));
    EXPECT_EQ(neighbour_.read(second.address), std::vector<int>(kItems, 3));
    launch_twice(gpu.host(), *program, second);
    EXPECT_EQ(neighbour_.read(second.address), std::vector<int>(kItems, 24));
  });
  sc_core::sc_start();
  ASSERT_TRUE(platform.done());
}

INSTANTIATE_TEST_SUITE_P(Machines, OutsideMemory,
                         ::testing::Combine(::testing::Values("ivb-eu", "manycore-dom", "mv5-wpu"),
                                            ::testing::ValuesIn(all_of<MemoryValues>())),
                         [](const auto& place) {
                           std::string name = std::get<0>(place.param) + std::string("_") +
                                              name_of(std::get<1>(place.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Cores that have no level in common have a link each, and one more for each instruction cache.
TEST(LinksToMemory, AreThoseOfTheFirstLevelsWithoutOneInCommon) {
  MachineConfig config;
  config.cores = 3;
  config.interconnect.enabled = config.l3.enabled = config.llc.enabled = false;
  config.l2.enabled = config.l2.shared = false;
  config.instruction_cache.perfect = false;
  EXPECT_EQ(links_to_memory(config), 6U);
  config.instruction_cache.perfect = true;
  EXPECT_EQ(links_to_memory(config), 3U);
  const NewContext context;
  Neighbour neighbour("neighbour");
  Gpu gpu("gpu", config, GpuMemory::Nonblocking);
  TestMemory memory("memory", TestMemory::Style::Loose, 20);
  for (auto& socket : gpu.memory) socket.bind(memory.socket);
  neighbour.socket.bind(memory.socket);
  expect_shared(gpu, neighbour);
}

}  // namespace
}  // namespace lanefold
