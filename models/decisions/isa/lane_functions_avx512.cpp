// SPDX-License-Identifier: Apache-2.0
// The loops over lanes in vectors of 512 bits; compiled with -mavx512f -mavx512vl -mavx512dq
// -mavx512bw.

#include <immintrin.h>

#include "decisions/isa/lane_kernels.h"
#include "decisions/isa/lane_variant.h"

namespace lanefold {
namespace {

struct Avx512 {
  static std::uint32_t bits_of(const std::uint32_t* words) {
    return _cvtmask16_u32(_mm512_movepi32_mask(_mm512_load_si512(words)));
  }
};

}  // namespace

LaneFunction avx512_loop(Opcode opcode, Rounding mode, bool boxed) {
  return find_loop<Avx512>(opcode, mode, boxed);
}

}  // namespace lanefold
