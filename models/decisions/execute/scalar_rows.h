// SPDX-License-Identifier: Apache-2.0
// Where the registers of a warp are: one word for all lanes in a scalar row, or a word for each.
#pragma once

#include "base/index_set.h"
#include "decisions/isa/instruction.h"

namespace lanefold {

/// A tag for each x and f register of a warp, by row. A register in a scalar row has the same value
/// in all lanes that the warp was started with. x0 always has.
class ScalarRows {
 public:
  bool holds(unsigned row) const { return row == 0 || tags_.test(row); }
  /// All lanes get one value. `row` is not kSinkRow.
  void write_all(unsigned row) { tags_.set(row); }
  /// Lanes get values of their own. Returns whether the register was in its scalar row.
  bool write_lanes(unsigned row) {
    const bool held = tags_.test(row);
    tags_.reset(row);
    return held;
  }
  /// The registers of a warp that starts are in no scalar row.
  void clear() { tags_ = {}; }

 private:
  IndexSet tags_;
};

}  // namespace lanefold
