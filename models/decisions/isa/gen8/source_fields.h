// SPDX-License-Identifier: Apache-2.0
// Where the fields of the sources of an instruction with up to two are.
#pragma once

#include <array>

#include "decisions/isa/gen8/encoding.h"

namespace lanefold::gen8 {

/// Fields of a source; those of source 1 follow 32 bits later, but for two.
struct SourceFields {
  Field file;
  Field type;
  unsigned offset_sign;
  std::uint8_t base;  ///< bit of the first field below

  constexpr Field at(std::uint8_t low, std::uint8_t bits) const {
    return {static_cast<std::uint8_t>(base + low), bits};
  }
  constexpr Field macro() const { return at(0, 4); }
  constexpr Field byte() const { return at(0, 5); }
  constexpr Field offset() const { return at(0, 9); }
  constexpr Field number() const { return at(5, 8); }
  constexpr Field address() const { return at(9, 4); }
  constexpr unsigned absolute() const { return base + 13U; }
  constexpr unsigned negate() const { return base + 14U; }
  constexpr unsigned indirect() const { return base + 15U; }
  constexpr Field horizontal() const { return at(16, 2); }
  constexpr Field width() const { return at(18, 3); }
  constexpr Field vertical() const { return at(21, 4); }
};

inline constexpr std::array<SourceFields, 2> kSources = {
    {{{41, 2}, {43, 4}, 95, 64}, {{89, 2}, {91, 4}, 121, 96}}};

}  // namespace lanefold::gen8
