// SPDX-License-Identifier: Apache-2.0
// GPUs whose memory is that of a platform, which others read and write as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "blocks/memory_link/debug_transport.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/top/memory_chain.h"
#include "tests/gpu/gpu_bench.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/test_memory.h"

namespace lanefold {
namespace {

/// Loosely timed, for any number of initiators; takes half of its time by waiting, and annotates
/// the rest.
class LooseMemory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<LooseMemory> socket{"socket"};

  LooseMemory(const sc_core::sc_module_name& name, const sc_core::sc_time& latency)
      : sc_module(name), latency_(latency) {
    socket.register_b_transport(this, &LooseMemory::b_transport);
    socket.register_transport_dbg(this, &LooseMemory::transport_dbg);
  }
  unsigned most_calls = 0;  ///< at a time

 private:
  void b_transport(int /*port*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    most_calls = std::max(most_calls, ++calls_);
    wait(delay + latency_ / 2);
    delay = latency_ / 2;
    payload.set_response_status(storage_.access(payload));
    --calls_;
  }
  unsigned transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
    return storage_.debug(payload);
  }
  foreign::Storage storage_{UINT64_MAX};
  sc_core::sc_time latency_;
  unsigned calls_ = 0;
};

/// Debug transport of somebody else in the platform.
struct Neighbour : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  tlm::tlm_initiator_socket<32> socket{"socket"};
  explicit Neighbour(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.bind(*static_cast<tlm::tlm_bw_transport_if<>*>(this));
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                     tlm::tlm_phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  std::vector<int> read(std::uint64_t address) {
    std::vector<int> numbers(kItems);
    debug_transport(*socket.operator->(), tlm::TLM_READ_COMMAND, address,
                    reinterpret_cast<unsigned char*>(numbers.data()), kItems * sizeof(int));
    return numbers;
  }
  void fill(std::uint64_t address, int number) {
    std::vector<int> numbers(kItems, number);
    debug_transport(*socket.operator->(), tlm::TLM_WRITE_COMMAND, address,
                    reinterpret_cast<unsigned char*>(numbers.data()), kItems * sizeof(int));
  }
};

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

class OutsideMemory : public ::testing::TestWithParam<const char*> {
 protected:
  const NewContext context_;
  const MachineConfig config_ = load_machine(GetParam());
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
                         ::testing::Values("ivb-eu", "manycore-dom", "mv5-wpu"),
                         [](const auto& machine) {
                           std::string name = machine.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
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
