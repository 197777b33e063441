// SPDX-License-Identifier: Apache-2.0
// Counting what instructions of Gen8's EU cost, without time.
#pragma once

#include <memory>
#include <vector>

#include "decisions/eu/thread.h"
#include "lanefold/policy_cycles.h"
#include "lanefold/statistics.h"

namespace lanefold::gen8 {

/// Adds executed instructions to statistics. What masks cost depends on how many channels an
/// instruction has, and on the size of its operands: an instruction of 32 channels is executed as
/// two of 16 (ISCA'13 section 2.2: the EU's widest), and one without any active channel takes
/// what one channel would, for it is issued all the same.
class EuActivity {
 public:
  explicit EuActivity(unsigned alu_width) : alu_width_(alu_width) {}

  void count(const Executed& executed, LaunchStatistics& statistics);

 private:
  /// Costs of masks of `channels`, 1 to 16, with operands of `bits`.
  MaskCosts& costs(unsigned channels, unsigned bits);
  void add_passes(const Instruction& instruction, unsigned bits, ChannelMask channels,
                  PolicyCycles& cycles);

  unsigned alu_width_;
  std::vector<std::unique_ptr<MaskCosts>> costs_;  ///< by size of operands and channels
};

}  // namespace lanefold::gen8
