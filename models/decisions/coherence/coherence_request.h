// SPDX-License-Identifier: Apache-2.0
// What private caches and their directory ask of each other.
#pragma once

#include <cstdint>

namespace lanefold {

/// What a private cache wants of a line.
enum class CoherenceRequest : std::uint8_t {
  GetShared,     ///< read it
  GetModified,   ///< write it
  PutExclusive,  ///< give it up unchanged
  PutModified,   ///< give it up with its data
};

/// What the directory wants of a cache that has, or had, a line.
enum class ProbeKind : std::uint8_t {
  Invalidate,       ///< of one that reads: forget it
  FetchShared,      ///< of the owner: give the data, keep a copy to read
  FetchInvalidate,  ///< of the owner: give the data, forget it
};

}  // namespace lanefold
