// SPDX-License-Identifier: Apache-2.0
// The micro-benchmark of ISCA'13 section 5.2: branches whose masks are chosen.
#pragma once

#include <cstdint>
#include <memory>

#include "workloads/workload.h"

namespace lanefold {

/// How the work-items of a group are split into paths.
struct DivergencePattern {
  std::uint32_t level = 0;      ///< nested if/else on so many bits of the lane number, 0..4
  bool by_mask = false;         ///< instead, one if/else on `mask`
  std::uint32_t mask = 0xffff;  ///< 16 bits, repeated
};

/// The number of the path that a work-item takes, from its position in the group.
std::uint32_t divergence_path(const DivergencePattern& pattern, std::uint32_t local_id);
/// What `rounds` rounds on that path make of a value.
std::uint32_t divergence_result(std::uint32_t value, std::uint32_t rounds, std::uint32_t path);

std::unique_ptr<Workload> make_divergence_pattern();

}  // namespace lanefold
