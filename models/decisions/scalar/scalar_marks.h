// SPDX-License-Identifier: Apache-2.0
// What the analysis of uniformity tells hardware about each instruction of a kernel.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "decisions/pipeline/scalar_work.h"

namespace lanefold {

struct ScalarMark {
  bool once = false;  ///< all sources are uniform, and so is the result, if there is one
  AddressPattern addresses = AddressPattern::Unknown;  ///< of a load or store
};

class ScalarMarks {
 public:
  /// One mark for each instruction of the code, which begins at pc `base`.
  ScalarMarks(std::uint32_t base, std::vector<ScalarMark> marks)
      : base_(base), marks_(std::move(marks)) {}

  /// The mark of the instruction at a pc in the code.
  const ScalarMark& at_pc(std::uint32_t pc) const { return marks_[(pc - base_) / 4]; }

 private:
  std::uint32_t base_;
  std::vector<ScalarMark> marks_;
};

}  // namespace lanefold
