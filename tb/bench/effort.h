// SPDX-License-Identifier: Apache-2.0
// How much a bench tries, and from which seed, as the environment says.
#pragma once

#include <cstdint>

namespace lanefold {

/// The seed of all benches: the environment variable LANEFOLD_SEED if it is set, else always the
/// same. Throws Error(Usage) if the variable is not a decimal number below 2^64.
std::uint64_t bench_seed();

/// How many random masks, or cycles of a random stream, a bench takes: the environment variable
/// LANEFOLD_RANDOM_MASKS if it is set, for slow builds and for many runs; `deep` if LANEFOLD_DEEP
/// is set, as in the deep tests; else a fiftieth of it. Throws like bench_seed(), and for 0.
std::uint64_t random_masks(std::uint64_t deep);

}  // namespace lanefold
