// SPDX-License-Identifier: Apache-2.0
// The fast functions for x86-64 with AVX2 and FMA.

#include <immintrin.h>

#include "decisions/isa/gen8_alu/lane_functions.h"

namespace lanefold::gen8 {
namespace {
struct Avx2Host {
  /// Bit n of the result is set where element n of eight, which are 0 or all ones, is.
  static ChannelMask bits_of(const std::uint32_t* hits) {
    const __m256i lanes = _mm256_load_si256(reinterpret_cast<const __m256i*>(hits));
    return static_cast<ChannelMask>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
  }
  static ChannelMask bits_of(const std::uint64_t* hits) {
    const __m256i low = _mm256_load_si256(reinterpret_cast<const __m256i*>(hits));
    const __m256i high = _mm256_load_si256(reinterpret_cast<const __m256i*>(hits + 4));
    const auto low_bits = static_cast<ChannelMask>(_mm256_movemask_pd(_mm256_castsi256_pd(low)));
    const auto high_bits = static_cast<ChannelMask>(_mm256_movemask_pd(_mm256_castsi256_pd(high)));
    return low_bits | high_bits << 4;
  }
};
}  // namespace

Operate avx2_operation(const FastForm& form) { return find_lane_function<Avx2Host>(form); }

}  // namespace lanefold::gen8
