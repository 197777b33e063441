// SPDX-License-Identifier: Apache-2.0
// Which rows of the register banks an instruction reads, cycle by cycle: the oracle of
// rtl/register_banks.sv (ISCA'13 figure 5 and section 4.3, option 2).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// A row that a bank reads in one cycle.
struct RowRead {
  unsigned row = 0;
  bool lower = false;  ///< half, which is enabled
  bool upper = false;
  LaneMask lanes;  ///< whose operands are in what is read
};

/// Lanes of the enabled halves of a row. `kind` as below.
LaneMask lanes_of_row(RegisterFileKind kind, unsigned row, bool lower, bool upper,
                      const QuadGeometry& geometry);

/// The rows of one operand, in the order in which they are read. There are as many as
/// RegisterFileOrganisation::fetch() has cycles. `kind` is Baseline, Bcc or Scc: others do not read
/// by rows, and throw Error(Configuration).
std::vector<RowRead> row_reads(RegisterFileKind kind, LaneMask issued,
                               const QuadGeometry& geometry);

/// The banks of the three operands. The unit of time is the clock cycle: look at outputs() in a
/// cycle, then step() to the next one.
class BankReads {
 public:
  static constexpr unsigned kBanks = 3;

  struct Instruction {
    LaneMask issued;    ///< lanes whose operands are fetched
    unsigned used = 0;  ///< bit k: operand k is read
    unsigned wide = 0;  ///< bit k: it has 64 bits
  };
  struct Inputs {
    std::optional<Instruction> instruction;  ///< the one on offer
    bool ready = false;                      ///< what is read is taken
  };
  struct Outputs {
    bool ready = false;  ///< an instruction on offer is taken
    std::array<std::optional<RowRead>, kBanks> reads;
  };

  BankReads(RegisterFileKind kind, unsigned lanes, unsigned alu_width)
      : kind_(kind), narrow_(lanes, alu_width, 32), wide_(lanes, alu_width, 64) {}

  /// Forgets the instruction in work.
  void reset() { left_ = {}; }
  Outputs outputs(const Inputs& inputs) const;
  /// The clock edge that ends this cycle.
  void step(const Inputs& inputs);

 private:
  RegisterFileKind kind_;
  QuadGeometry narrow_;
  QuadGeometry wide_;
  std::array<std::vector<RowRead>, kBanks> left_;  ///< the next one at the back
};

}  // namespace lanefold
