// SPDX-License-Identifier: Apache-2.0
// The fast functions for x86-64 with AVX2 and FMA.

#include "decisions/isa/gen8_alu/lane_functions.h"

namespace lanefold::gen8 {
namespace {
struct Avx2Host {};
}  // namespace

Operate avx2_operation(const FastForm& form) { return find_lane_function<Avx2Host>(form); }

}  // namespace lanefold::gen8
