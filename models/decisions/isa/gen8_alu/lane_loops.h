// SPDX-License-Identifier: Apache-2.0
// The loops of fast functions over rows of lanes.
#pragma once

#include "decisions/isa/gen8_alu/flags.h"
#include "decisions/isa/gen8_alu/lane_operations.h"
#include "decisions/isa/gen8_alu/lane_source.h"

// Every lane reads its own elements before it writes them, so rows may coincide. Only GCC needs to
// be told, and to be kept from unrolling a group into scalar code.
#if defined(__clang__)
#define LANEFOLD_ROW
#define LANEFOLD_ROW_GROUP
#else
#define LANEFOLD_ROW _Pragma("GCC ivdep")
#define LANEFOLD_ROW_GROUP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

namespace lanefold::gen8 {

/// Lanes that a loop takes at once.
constexpr unsigned kRowGroup = 8;

template <class Variant, class T>
struct RowLoops {
  using Row = Lane<T>;
  /// An unsigned integer as wide as a lane.
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

  /// A table, since not every host shifts each element of a vector by its own amount.
  static constexpr Bits kPlaces[kRowGroup] = {1, 2, 4, 8, 16, 32, 64, 128};

  static bool all_of(ChannelMask executed, unsigned count) {
    return executed == channels_from(0, count);
  }

  /// Writes `value(n)` to the lanes of `executed`; a group of eight at a time where there are as
  /// many lanes.
  template <class Value>
  static void write(Row* to, unsigned count, ChannelMask executed, const Value& value) {
    if (count < kRowGroup) {
      for (unsigned n = 0; n < count; ++n) {
        to[n] = (executed >> n & 1) != 0 ? value(n) : to[n];
      }
      return;
    }
    if (all_of(executed, count)) {
      const unsigned lanes = count / kRowGroup * kRowGroup;
      LANEFOLD_ROW
      for (unsigned n = 0; n < lanes; ++n) {
        to[n] = value(n);
      }
      return;
    }
    for (unsigned first = 0; first < count; first += kRowGroup) {
      const Bits group = executed >> first;
      LANEFOLD_ROW_GROUP
      for (unsigned n = 0; n < kRowGroup; ++n) {
        const T old = to[first + n];
        to[first + n] = (group & kPlaces[n]) != 0 ? value(first + n) : old;
      }
    }
  }

  /// The first source where a bit of `chosen` is set, else the second.
  static void choose(Row* to, unsigned count, ChannelMask executed, ChannelMask chosen,
                     const Row* a, const Row* b) {
    if (count < kRowGroup) {
      for (unsigned n = 0; n < count; ++n) {
        const T value = (chosen >> n & 1) != 0 ? a[n] : b[n];
        to[n] = (executed >> n & 1) != 0 ? value : to[n];
      }
      return;
    }
    for (unsigned first = 0; first < count; first += kRowGroup) {
      const Bits group = executed >> first;
      const Bits choice = chosen >> first;
      LANEFOLD_ROW_GROUP
      for (unsigned n = 0; n < kRowGroup; ++n) {
        const T one = a[first + n];
        const T other = b[first + n];
        const T old = to[first + n];
        const T value = (choice & kPlaces[n]) != 0 ? one : other;
        to[first + n] = (group & kPlaces[n]) != 0 ? value : old;
      }
    }
  }

  /// The lanes for which `test` holds, as bits.
  template <class Test>
  static ChannelMask bits(unsigned count, const Test& test) {
    ChannelMask result = 0;
    if (count < kRowGroup) {
      for (unsigned n = 0; n < count; ++n) {
        result |= static_cast<ChannelMask>(test(n)) << n;
      }
      return result;
    }
    for (unsigned first = 0; first < count; first += kRowGroup) {
      alignas(64) Bits hits[kRowGroup];
      LANEFOLD_ROW_GROUP
      for (unsigned n = 0; n < kRowGroup; ++n) {
        hits[n] = test(first + n) ? ~Bits{0} : 0;
      }
      result |= Variant::bits_of(hits) << first;
    }
    return result;
  }

  /// The lanes of `a` that compare so with those of `b`.
  static ChannelMask compare(Condition condition, unsigned count, const Row* a, const Row* b) {
    switch (condition) {
      case Condition::Equal:
        return bits(count, [=](unsigned n) { return a[n] == b[n]; });
      case Condition::NotEqual:
        return bits(count, [=](unsigned n) { return a[n] != b[n]; });
      case Condition::Greater:
        return bits(count, [=](unsigned n) { return a[n] > b[n]; });
      case Condition::GreaterEqual:
        return bits(count, [=](unsigned n) { return a[n] >= b[n]; });
      case Condition::Less:
        return bits(count, [=](unsigned n) { return a[n] < b[n]; });
      default:
        return bits(count, [=](unsigned n) { return a[n] <= b[n]; });
    }
  }
};

}  // namespace lanefold::gen8
