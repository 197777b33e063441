// SPDX-License-Identifier: Apache-2.0
// Caches that see the accesses of a launch without time hold what they hold behind the launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "lanefold/config.h"
#include "machine/sampled/line_counter.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

/// A warp walks up and down in an array that is larger than L3.
constexpr const char* kWalk =
    "kernel void walk(global uint* a) {\n"
    "  for (uint i = 0; i < 700; ++i) {\n"
    "    const uint at = (i < 400 ? i * 37 : i * 11) % 512 * 16 + get_local_id(0);\n"
    "    const uint value = a[at];\n"
    "    if (i % 3 == 0) a[at] = value + 1;\n"
    "  }\n"
    "}\n";

class Warming : public ::testing::TestWithParam<const char*> {
 protected:
  static MachineConfig machine_config() {
    MachineConfig config = load_machine("ivb-eu");
    for (const char* setting : {"cores=1", "l3.bytes=16384", "l3.ways=4", "l3.banks=1",
                                "llc.bytes=32768", "llc.ways=8", GetParam()}) {
      apply_setting(config, setting);
    }
    validate(config);
    return config;
  }
  void run(Machine& machine) const {
    const Buffer array = machine.allocate(512 * 64);
    machine.launch(*program_, "walk", range_1d(16, 16), {argument(array)});
  }
  /// Number and state of the lines of the array, those first that have gone unused for longest.
  static std::vector<std::pair<std::uint64_t, unsigned>> lines_of(const Machine& machine,
                                                                  const std::string& cache) {
    const MachineState state = machine.state();
    const auto& array = state.memory.regions.front();
    std::vector<std::pair<std::uint64_t, unsigned>> lines;
    for (const CacheState& one : state.caches) {
      if (one.name != cache) continue;
      for (const CacheState::Line& line : one.lines) {
        const std::uint64_t address = line.number * one.line_bytes;
        if (address < array.address || address >= std::uint64_t{array.address} + array.bytes)
          continue;
        lines.emplace_back(line.number, line.state);
      }
    }
    return lines;
  }

  std::shared_ptr<const Program> program_ = compile_program(kWalk);
};

TEST_P(Warming, LeavesTheSameLines) {
  const auto timed = make_timed_machine(machine_config());
  run(*timed);
  LineCounter lines(machine_config().memory.line_bytes);
  WatchingObserver observer(lines);
  run(*make_functional_machine(machine_config(), observer));
  const auto warmed = make_timed_machine(machine_config());
  warmed->allocate(512 * 64);
  warmed->warm(lines.touched());
  for (const char* cache : {"l3", "llc"}) {
    const auto expected = lines_of(*timed, cache);
    EXPECT_GT(expected.size(), 200U) << cache;
    EXPECT_EQ(lines_of(*warmed, cache), expected) << cache;
  }
  EXPECT_EQ(warmed->memory_difference(), "");
}

INSTANTIATE_TEST_SUITE_P(Writes, Warming, ::testing::Values("l3.write=back", "l3.write=through"));

}  // namespace
}  // namespace lanefold
