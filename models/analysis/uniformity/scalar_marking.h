// SPDX-License-Identifier: Apache-2.0
// Marks each instruction of a kernel with what one lane can do for all.
#pragma once

#include "analysis/uniformity/kernel_uniformity.h"
#include "decisions/program/program_image.h"
#include "decisions/scalar/scalar_marks.h"

namespace lanefold {

/// The marks of the instructions that `kernel` reaches; all others stay unmarked.
ScalarMarks mark_scalar_work(const ProgramImage& image, const KernelUniformity& kernel);

}  // namespace lanefold
