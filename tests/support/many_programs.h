// SPDX-License-Identifier: Apache-2.0
// How many random programs a deep test tries.
#pragma once

namespace lanefold {

/// `deep`, or a twentieth of it under the address sanitizer: a program takes many times as long
/// there, and what the sanitizer looks for shows with few.
template <typename Number>
constexpr Number many_programs(Number deep) {
#ifdef __SANITIZE_ADDRESS__
  return deep / 20;
#else
  return deep;
#endif
}

}  // namespace lanefold
