// SPDX-License-Identifier: Apache-2.0
// A core with one wide warp, whose slices are counted by hand.
#pragma once

#include <string>

#include "lanefold/config.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {

/// A core of `manycore-dom` with one warp of 32 lanes; an instruction takes a cycle.
inline MachineConfig wide_core(const std::string& simd) {
  MachineConfig config = load_machine("manycore-dom");
  config.cores = 1;
  config.core.warp_width = config.core.alu_width = 32;
  config.core.warps = 1;
  config.core.simd = simd;
  config.core.on_miss = OnMiss::Block;
  config.dram.latency = 100;
  return config;
}

/// `count` instructions with the exit.
inline Code steps(unsigned count) {
  Code code(count - 1, addi(5, 5, 1));
  code.push_back(kExit);
  return code;
}

}  // namespace lanefold
