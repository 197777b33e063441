// SPDX-License-Identifier: Apache-2.0
// The state of something as bytes, to be kept and compared.
#pragma once

#include <array>
#include <cstddef>

namespace lanefold {

struct StateBytes {
  const void* data = nullptr;
  std::size_t size = 0;
};

/// All parts of a state; some may be empty.
using StateParts = std::array<StateBytes, 4>;

}  // namespace lanefold
