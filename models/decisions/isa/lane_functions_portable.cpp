// SPDX-License-Identifier: Apache-2.0
// The loops over lanes in whatever vectors the compiler finds by default.

#include "decisions/isa/lane_kernels.h"
#include "decisions/isa/lane_variant.h"

namespace lanefold {
namespace {

struct Portable {
  static std::uint32_t bits_of(const std::uint32_t* words) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < kLaneGroup; ++i) {
      bits |= words[i] & 1U << i;
    }
    return bits;
  }
};

}  // namespace

LaneFunction portable_loop(Opcode opcode, Rounding mode, bool boxed) {
  return find_loop<Portable>(opcode, mode, boxed);
}

}  // namespace lanefold
