// SPDX-License-Identifier: Apache-2.0
// Types of lanes of fast functions, and which operands hold them as the host does.
#pragma once

#include <cstdint>

#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/element.h"

namespace lanefold::gen8 {

/// Types of lanes as they may be accessed in the bytes of registers.
template <class T>
struct InPlace;
#define LANEFOLD_IN_PLACE(lane, type)                          \
  template <>                                                  \
  struct InPlace<lane> {                                       \
    using Type __attribute__((__may_alias__)) = lane;          \
    static constexpr DataType kType = DataType::type;          \
    static constexpr bool kIsFloat = is_float(DataType::type); \
  }
LANEFOLD_IN_PLACE(std::uint32_t, Ud);
LANEFOLD_IN_PLACE(std::int32_t, D);
LANEFOLD_IN_PLACE(std::uint64_t, Uq);
LANEFOLD_IN_PLACE(std::int64_t, Q);
LANEFOLD_IN_PLACE(float, F);
LANEFOLD_IN_PLACE(double, Df);
#undef LANEFOLD_IN_PLACE

template <class T>
using Lane = typename InPlace<T>::Type;

enum class RegionShape : std::uint8_t { Scalar, Packed, Other };

static inline RegionShape shape_of(const Region& region, unsigned count) {
  if (!region.vertical) {
    return RegionShape::Other;
  }
  const bool one = region.width == 1 || region.horizontal == 0;
  if (count == 1 || (*region.vertical == 0 && one)) {
    return RegionShape::Scalar;
  }
  const bool rows_follow = *region.vertical == region.width || count <= region.width;
  const bool packed =
      (region.horizontal == 1 && rows_follow) || (region.width == 1 && *region.vertical == 1);
  return packed ? RegionShape::Packed : RegionShape::Other;
}

/// Whether the bits of a type of elements are those of lanes of type T.
template <class T>
static bool has_bits_of(DataType type) {
  constexpr DataType kType = InPlace<T>::kType;
  return is_float(kType) == is_float(type) && type_bits(kType) == type_bits(type) &&
         element_type(type) == type;
}

}  // namespace lanefold::gen8
