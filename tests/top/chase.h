// SPDX-License-Identifier: Apache-2.0
// A pointer chase on one EU.
#pragma once

#include <string>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/memory_map.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"

namespace lanefold {

constexpr std::uint32_t kLineBytes = 64;
constexpr unsigned kLoads = 10;

/// One EU that issues in every cycle.
inline MachineConfig one_core(const std::vector<std::string>& settings) {
  MachineConfig config;
  config.cores = 1;
  config.core.issue.period = 1;
  config.memory.bytes = 1U << 20;
  for (const std::string& setting : settings) apply_setting(config, setting);
  validate(config);
  return config;
}

/// `loads` loads, each of the address that the one before it has brought.
inline Code chase(unsigned loads) {
  Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)})};
  code.insert(code.end(), loads, encode(Opcode::Lw, {5, 5}));
  code.push_back(encode(Opcode::Exit));
  return code;
}

inline LaunchStatistics run_chase(const MachineConfig& config, unsigned loads,
                                  std::uint32_t stride) {
  const auto machine = make_timed_machine(config);
  const Buffer buffer = machine->allocate(64 * kLineBytes);
  for (std::uint32_t at = 0; at + 4 <= 64 * kLineBytes; at += kLineBytes) {
    const std::uint32_t next = buffer.address + at + stride;
    machine->write(buffer, at, &next, sizeof next);
  }
  machine->launch(*make_program(chase(loads)), "k", range_1d(16, 16), {});
  return machine->launches().at(0);
}

}  // namespace lanefold
