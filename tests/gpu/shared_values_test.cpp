// SPDX-License-Identifier: Apache-2.0
// Kernels and others of a platform that see each other's writes while the kernels run.
#include <gtest/gtest.h>

#include <string>

#include "lanefold/config.h"
#include "tests/gpu/outside_bench.h"

namespace lanefold {
namespace {

/// Waits for a flag, answers by a store and an atomic, and waits again.
constexpr const char* kTalk =
    "__kernel void talk(volatile __global int* flag, volatile __global int* answer,\n"
    "                   volatile __global int* count, __global int* seen) {\n"
    "  while (atomic_or(flag, 0) != 1);\n"
    "  *seen = *answer;\n"
    "  *answer = 42;\n"
    "  atomic_inc(count);\n"
    "  while (atomic_or(flag, 0) != 2);\n"
    "}\n";

constexpr const char* kCopy =
    "__kernel void copy(__global const int* from, __global int* to) {\n"
    "  to[get_global_id(0)] = from[get_global_id(0)];\n"
    "}\n";

std::shared_ptr<const Program> compiled(const char* text, const char* name) {
  return load_program(compile_opencl(text, name).elf, name);
}

/// Without a cache, so that every request reaches the memory outside.
MachineConfig without_caches() {
  MachineConfig config;
  config.cores = 1;
  config.interconnect.enabled = false;
  config.l1.enabled = config.l2.enabled = config.l3.enabled = config.llc.enabled = false;
  config.instruction_cache.perfect = true;
  config.memory.values = MemoryValues::Through;
  return config;
}

class SharedValues : public ::testing::Test {
 protected:
  void build(const MachineConfig& config) {
    gpu_ = std::make_unique<Gpu>("gpu", config, GpuMemory::Blocking);
    for (auto& socket : gpu_->memory) socket.bind(memory_.socket);
    neighbour_.socket.bind(memory_.socket);
  }

  const NewContext context_;
  std::unique_ptr<Gpu> gpu_;
  LooseMemory memory_{"memory", sc_core::sc_time(50, sc_core::SC_NS)};
  Neighbour neighbour_{"neighbour"};
};

TEST_F(SharedValues, ReachAKernelThatWaitsForThemAndTheOtherThatWaitsForTheKernel) {
  build(without_caches());
  memory_.knows_atomics = true;
  const auto program = compiled(kTalk, "talk.cl");
  Machine& host = gpu_->host();
  const Buffer flag = host.allocate(4), answer = host.allocate(4), count = host.allocate(4),
               seen = host.allocate(4);
  bool told = false;
  Platform platform("platform", [&] {
    sc_core::sc_spawn([&] {
      sc_core::wait(5, sc_core::SC_US);
      neighbour_.put(answer.address, 7);  // before the flag
      neighbour_.put(flag.address, 1);
      neighbour_.await(answer.address, 42);
      neighbour_.await(count.address, 1);
      told = true;
      neighbour_.put(flag.address, 2);
    });
    host.launch(*program, "talk", {1, {1, 1, 1}, {1, 1, 1}},
                {argument(flag), argument(answer), argument(count), argument(seen)});
    EXPECT_TRUE(told);
    EXPECT_EQ(neighbour_.get(seen.address), 7) << "what the kernel saw behind the flag";
    int read = 0;
    host.read(answer, 0, &read, sizeof read);
    EXPECT_EQ(read, 42);
  });
  sc_core::sc_start();
  EXPECT_TRUE(platform.done());
}

// Only what a kernel has modified is written back: lines that caches hold unmodified may be older.
TEST_F(SharedValues, OfOthersSurviveALaunchThatHasReadTheirLines) {
  MachineConfig config = load_machine("ivb-eu");
  config.memory.values = MemoryValues::Through;
  build(config);
  const auto program = compiled(kCopy, "copy.cl");
  const Buffer from = gpu_->host().allocate(kItems * sizeof(int));
  const Buffer to = gpu_->host().allocate(kItems * sizeof(int));
  bool runs = false;
  const auto copy = [&] {
    runs = true;
    gpu_->host().launch(*program, "copy", {1, {kItems, 1, 1}, {64, 1, 1}},
                        {argument(from), argument(to)});
    runs = false;
  };
  Platform platform("platform", [&] {
    neighbour_.fill(from.address, 3);
    sc_core::sc_spawn([&] {
      sc_core::wait(150, sc_core::SC_NS);
      EXPECT_TRUE(runs);
      neighbour_.fill(from.address, 4);
    });
    copy();
    EXPECT_EQ(neighbour_.read(from.address), std::vector<int>(kItems, 4));
    copy();
    EXPECT_EQ(neighbour_.read(from.address), std::vector<int>(kItems, 4));
    EXPECT_EQ(neighbour_.read(to.address), std::vector<int>(kItems, 4));
  });
  sc_core::sc_start();
  EXPECT_TRUE(platform.done());
}

}  // namespace
}  // namespace lanefold
