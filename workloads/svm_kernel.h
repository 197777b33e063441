// SPDX-License-Identifier: Apache-2.0
// Kernel of a support vector machine.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// exp(-gamma |x - y|^2) of the chosen vector x and each vector y, whose components are next to
/// each other.
std::vector<float> svm_kernel_row(const std::vector<float>& vectors, std::uint32_t dimensions,
                                  std::uint32_t chosen, float gamma);

}  // namespace lanefold
