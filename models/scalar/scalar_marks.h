// SPDX-License-Identifier: Apache-2.0
// What the analysis of uniformity tells hardware about each instruction of a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program_image.h"
#include "scalar/scalar_work.h"
#include "uniformity/kernel_uniformity.h"

namespace lanefold {

struct ScalarMark {
  bool once = false;  ///< all sources are uniform, and so is the result, if there is one
  AddressPattern addresses = AddressPattern::Unknown;  ///< of a load or store
};

class ScalarMarks {
 public:
  ScalarMarks(const ProgramImage& image, const KernelUniformity& kernel);

  /// Of a pc in the code.
  const ScalarMark& at_pc(std::uint32_t pc) const { return marks_[(pc - base_) / 4]; }

 private:
  std::uint32_t base_;
  std::vector<ScalarMark> marks_;
};

}  // namespace lanefold
