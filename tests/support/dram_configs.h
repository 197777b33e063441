// SPDX-License-Identifier: Apache-2.0
// The DRAMs of the tests.
#pragma once

#include <cstdint>

#include "lanefold/machine_config.h"

namespace lanefold {

inline DramConfig fixed(std::uint32_t latency, std::uint32_t bandwidth_mb_s) {
  DramConfig config;
  config.latency = latency;
  config.bandwidth_mb_s = bandwidth_mb_s;
  return config;
}

/// tRCD 10, tCAS 8, tRP 12, tRAS 25, bursts of 4 cycles for 64 bytes, 5 cycles of path; 2 banks
/// with rows of 256 bytes.
inline DramConfig ddr3() {
  DramConfig config;
  config.timing = DramModel::Ddr3;
  config.latency = 5;
  config.bandwidth_mb_s = 16000;
  config.banks = 2;
  config.row_bytes = 256;
  config.interleave_bytes = 64;
  config.t_rcd = 10;
  config.t_cas = 8;
  config.t_rp = 12;
  config.t_ras = 25;
  return config;
}

}  // namespace lanefold
