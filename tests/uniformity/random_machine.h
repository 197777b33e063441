// SPDX-License-Identifier: Apache-2.0
// A small machine for random programs, whose caches they overflow.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"

namespace lanefold {

/// What tests of random programs are instantiated with.
struct RandomKind {
  const char* name;
  std::vector<std::string> settings;
};
inline void PrintTo(const RandomKind& kind, std::ostream* out) { *out << kind.name; }

inline MachineConfig random_machine(const RandomKind& kind,
                                    const std::vector<std::string>& settings) {
  MachineConfig config = load_machine("mv5-wpu");
  for (const char* setting : {"memory.bytes=1048576", "cores=1", "l1.bytes=1024", "l1.ways=2",
                              "l1.banks=8", "core.warp_width=8", "limits.max_cycles=2000000"}) {
    apply_setting(config, setting);
  }
  for (const std::string& setting : kind.settings) apply_setting(config, setting);
  for (const std::string& setting : settings) apply_setting(config, setting);
  validate(config);
  return config;
}

struct KernelOutcome {
  std::vector<std::uint32_t> buffer = std::vector<std::uint32_t>(1024);
  std::map<std::string, std::uint64_t> counters;
};

/// 48 work-items, `group` of them in each work-group, on the buffer of a RandomKernel.
inline KernelOutcome run_random(Machine& machine, const Program& program, unsigned group) {
  KernelOutcome outcome;
  const Buffer buffer = machine.allocate(outcome.buffer.size() * 4);
  machine.launch(program, "k", range_1d(48, group), {});
  machine.read(buffer, 0, outcome.buffer.data(), buffer.size);
  outcome.counters = counters_by_name(machine.launches().at(0));
  return outcome;
}

}  // namespace lanefold
