// SPDX-License-Identifier: Apache-2.0
// The loops over lanes in vectors of 256 bits; compiled with -mavx2 -mfma.

#include <immintrin.h>

#include "decisions/isa/lane_kernels.h"
#include "decisions/isa/lane_variant.h"

namespace lanefold {
namespace {

struct Avx2 {
  static std::uint32_t half_bits(const std::uint32_t* words) {
    const __m256i vector = _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(vector)));
  }
  static std::uint32_t bits_of(const std::uint32_t* words) {
    return half_bits(words) | half_bits(words + 8) << 8;
  }
};

}  // namespace

LaneFunction avx2_loop(Opcode opcode, Rounding mode, bool boxed) {
  return find_loop<Avx2>(opcode, mode, boxed);
}

}  // namespace lanefold
