// SPDX-License-Identifier: Apache-2.0
// After how many cycles of an ALU that were lost it is looked at again who loses them.
#pragma once

#include <cstdint>

namespace lanefold {

/// 4 to 19, in the order of a linear congruence: a loop of any length is looked at everywhere in
/// it. The same in every launch.
class SampleStride {
 public:
  std::uint32_t next() {
    state_ = state_ * 1664525 + 1013904223;
    return 4 + (state_ >> 28);
  }

 private:
  std::uint32_t state_ = 1;
};

}  // namespace lanefold
