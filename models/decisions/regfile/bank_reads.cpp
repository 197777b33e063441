// SPDX-License-Identifier: Apache-2.0
// Rows that banks read.
#include "decisions/regfile/bank_reads.h"

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Bits of a row.
unsigned row_bits(RegisterFileKind kind, const QuadGeometry& geometry) {
  switch (kind) {
    case RegisterFileKind::Baseline:
    case RegisterFileKind::Bcc:
      return 2 * 32 * geometry.alu_width();
    case RegisterFileKind::Scc:
      return 32 * geometry.lanes();
    default:
      throw Error(ErrorKind::Configuration, std::string("core.register_file=") + name_of(kind) +
                                                " has no rows; valid: baseline, bcc, scc");
  }
}

/// Lanes of one half of a row.
unsigned half_lanes(RegisterFileKind kind, const QuadGeometry& geometry) {
  return row_bits(kind, geometry) / 2 / geometry.operand_bits();
}

}  // namespace

LaneMask lanes_of_row(RegisterFileKind kind, unsigned row, bool lower, bool upper,
                      const QuadGeometry& geometry) {
  const unsigned half = half_lanes(kind, geometry);
  const auto from = [&](unsigned first) {
    if (first >= geometry.lanes()) return LaneMask();
    return LaneMask(LaneMask::first(half).bits() << first) & geometry.all_lanes();
  };
  LaneMask lanes;
  if (lower) lanes |= from(2 * half * row);
  if (upper) lanes |= from(2 * half * row + half);
  return lanes;
}

std::vector<RowRead> row_reads(RegisterFileKind kind, LaneMask issued,
                               const QuadGeometry& geometry) {
  const unsigned rows = (geometry.lanes() - 1) / (2 * half_lanes(kind, geometry)) + 1;
  const bool own_halves = kind == RegisterFileKind::Bcc;
  std::vector<RowRead> reads;
  for (unsigned row = 0; row < rows; ++row) {
    const auto wanted = [&](bool lower, bool upper) {
      return (issued & lanes_of_row(kind, row, lower, upper, geometry)).any();
    };
    if (!wanted(true, true)) continue;
    const bool lower = !own_halves || wanted(true, false);
    const bool upper = !own_halves || wanted(false, true);
    reads.push_back({row, lower, upper, lanes_of_row(kind, row, lower, upper, geometry)});
  }
  return reads;
}

BankReads::Outputs BankReads::outputs(const Inputs& inputs) const {
  Outputs outputs;
  bool all_idle = true;
  bool all_end = true;
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    if (!left_[bank].empty()) outputs.reads[bank] = left_[bank].back();
    all_idle = all_idle && left_[bank].empty();
    all_end = all_end && left_[bank].size() <= 1;
  }
  outputs.ready = all_idle || (inputs.ready && all_end);
  return outputs;
}

void BankReads::step(const Inputs& inputs) {
  const bool takes = inputs.instruction && outputs(inputs).ready;
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    std::vector<RowRead>& left = left_[bank];
    if (inputs.ready && !left.empty()) left.pop_back();
    if (!takes) continue;
    left.clear();
    if ((inputs.instruction->used >> bank & 1U) == 0) continue;
    const bool wide = (inputs.instruction->wide >> bank & 1U) != 0;
    left = row_reads(kind_, inputs.instruction->issued, wide ? wide_ : narrow_);
    std::reverse(left.begin(), left.end());
  }
}

}  // namespace lanefold
