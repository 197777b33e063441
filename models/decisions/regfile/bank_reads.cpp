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

}  // namespace

std::vector<RowRead> row_reads(RegisterFileKind kind, LaneMask issued,
                               const QuadGeometry& geometry) {
  const unsigned half = row_bits(kind, geometry) / 2 / geometry.operand_bits();
  std::vector<RowRead> reads;
  for (unsigned first = 0; first < geometry.lanes(); first += 2 * half) {
    const auto lanes_of = [&](unsigned from) {
      return from < geometry.lanes()
                 ? LaneMask(LaneMask::first(half).bits() << from) & geometry.all_lanes()
                 : LaneMask();
    };
    const LaneMask lower = lanes_of(first);
    const LaneMask upper = lanes_of(first + half);
    if ((issued & (lower | upper)).none()) continue;
    RowRead read;
    read.row = first / (2 * half);
    read.lower = kind != RegisterFileKind::Bcc || (issued & lower).any();
    read.upper = kind != RegisterFileKind::Bcc || (issued & upper).any();
    if (read.lower) read.lanes |= lower;
    if (read.upper) read.lanes |= upper;
    reads.push_back(read);
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
