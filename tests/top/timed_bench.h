// SPDX-License-Identifier: Apache-2.0
// Machines and kernels of the tests of whole timed machines.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/machine.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"

namespace lanefold {

using Counters = std::map<std::string, std::uint64_t>;

inline constexpr CompactionPolicy kPolicies[] = {CompactionPolicy::None, CompactionPolicy::Ivb,
                                                 CompactionPolicy::Bcc, CompactionPolicy::Scc};

inline MachineConfig small_machine(unsigned cores = 2) {
  MachineConfig config;
  config.cores = cores;
  config.memory.bytes = 64U << 20;
  return config;
}

inline std::shared_ptr<const Program> load_file(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return load_program(compile_opencl(text, path).elf, path);
}

inline std::vector<Counters> counters_of_all(const Machine& machine) {
  std::vector<Counters> all;
  for (const LaunchStatistics& launch : machine.launches()) all.push_back(counters_by_name(launch));
  return all;
}

/// What a functional run counts too: not time, not which pipe, not what time decides.
inline Counters untimed(const LaunchStatistics& statistics) {
  Counters kept;
  for (const auto& [name, value] : counters_by_name(statistics)) {
    static const std::set<std::string> timed{"cycles",
                                             "fpu_instructions",
                                             "em_instructions",
                                             "memory_lines",
                                             "local_requests",
                                             "local_words",
                                             "swizzled_lanes",
                                             "register_reads",
                                             "register_writes",
                                             "register_bits",
                                             "eu_cycles",
                                             "ideal_slots",
                                             "memory_instructions",
                                             "loads",
                                             "missing_loads",
                                             "divergent_loads",
                                             "load_lanes",
                                             "missed_lanes",
                                             "longest_misses",
                                             "local_wait_cycles",
                                             "bank_conflict_cycles",
                                             "memory_cycles",
                                             "send_wait_cycles",
                                             "local_conflict_cycles",
                                             "lane_operations",
                                             "address_comparisons"};
    const bool is_timed = timed.count(name) != 0 || name.rfind("ledger.", 0) == 0 ||
                          name.rfind("issued_per_pass", 0) == 0;
    if (!is_timed) kept[name] = value;
  }
  return kept;
}

inline void expect_equal_work(const Machine& timed, const Machine& functional) {
  ASSERT_EQ(timed.launches().size(), functional.launches().size());
  for (std::size_t i = 0; i < timed.launches().size(); ++i) {
    EXPECT_EQ(untimed(timed.launches()[i]), untimed(functional.launches()[i])) << "launch " << i;
  }
}

/// Every slot is charged, and the useful ones are those of active lanes, for as long as a quad of
/// extended math takes.
inline void expect_whole_ledger(const LaunchStatistics& s, const CoreConfig& core) {
  EXPECT_EQ(s.ledger.total(), s.cycles * s.cores * 2 * s.alu_width);
  EXPECT_GT(s.ideal_slots, 0U);
  EXPECT_GE(s.ledger[SlotCause::Useful], s.ideal_slots);
  EXPECT_LE(s.ledger[SlotCause::Useful], s.ideal_slots * core.pipes.em_interval);
}

// Loops of unequal length, calls, extended math, floats, local memory, barriers, private arrays.
inline const char* const kMixed = R"cl(
  __attribute__((noinline)) uint collatz(uint n) {
    uint steps = 0;
    while (n != 1 && steps < 60) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; }
    return steps;
  }
  __kernel void k(__global uint* out, __global const uint* in, __local uint* shared) {
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    shared[l] = collatz(in[i] + 1);
    volatile uint kept[5];
    kept[i % 5] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = shared[get_local_size(0) - 1 - l];
    float f = native_sqrt((float)(other + 1)) / 3.0f;
    if (i % 3 == 0) f = f * 1.5f + 2.0f; else if (i % 7 == 0) f = -f;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = as_uint(f) + kept[i % 5] / (l + 1);
  })cl";

inline Job mixed_job(std::uint32_t items = 240, std::uint32_t local = 60) {
  return {"k", range_1d(items, local), items, {counting(items, 7)}, {LocalBytes{local * 4}}};
}

}  // namespace lanefold
