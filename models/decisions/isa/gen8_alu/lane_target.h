// SPDX-License-Identifier: Apache-2.0
// Where fast functions write: in place where the registers hold results as the lanes do, else to a
// buffer, which is converted afterwards.
#pragma once

#include <cstring>
#include <limits>
#include <type_traits>

#include "decisions/isa/gen8/registers.h"
#include "decisions/isa/gen8_alu/lane_types.h"

namespace lanefold::gen8 {

template <class Variant, class T>
class LaneTarget {
 public:
  using Row = Lane<T>;

  /// `buffer` has kChannels lanes, which need no values.
  LaneTarget(const Instruction& i, Registers& registers, T* buffer) : buffer_(buffer) {
    const Operand& to = i.destination;
    const bool is_general = to.file == RegisterFile::General;
    start_ = is_general ? registers.general.data() + to.number * kRegisterBytes + to.byte
                        : destination_start(registers, to);
    const bool side_by_side = destination_stride(to) == 1 || i.execution_size == 1;
    in_place_ = is_general && side_by_side && has_bits_of<T>(to.type);
    size_ = in_place_ ? i.execution_size * static_cast<unsigned>(sizeof(T)) : 0;
  }

  /// Lanes that a loop must compute: a buffer has nothing that others would keep.
  ChannelMask lanes(const Instruction& i, ChannelMask executed) const {
    return in_place_ ? executed : channels_from(0, i.execution_size);
  }

  Row* row() { return reinterpret_cast<Row*>(in_place_ ? start_ : buffer_bytes()); }

  /// The bytes that are written before all sources are read.
  const std::byte* start() const { return start_; }
  unsigned written_size() const { return size_; }

  /// Converts what the buffer holds of the channels that executed.
  void finish(const Instruction& i, ChannelMask executed) {
    if (in_place_ || start_ == nullptr) {
      return;
    }
    switch (i.destination.type) {
      case DataType::Ub:
        return store<std::uint8_t>(i, executed);
      case DataType::B:
        return store<std::int8_t>(i, executed);
      case DataType::Uw:
        return store<std::uint16_t>(i, executed);
      case DataType::W:
        return store<std::int16_t>(i, executed);
      case DataType::Ud:
        return store<std::uint32_t>(i, executed);
      case DataType::D:
        return store<std::int32_t>(i, executed);
      case DataType::Uq:
      case DataType::Q:
        return store<std::uint64_t>(i, executed);
      case DataType::F:
        return store<float>(i, executed);
      default:
        return store<double>(i, executed);
    }
  }

  /// Writes all ones or zeros of the destination's size.
  void finish_comparison(const Instruction& i, ChannelMask executed, ChannelMask hits) {
    if (start_ == nullptr) {
      return;
    }
    switch (type_bytes(i.destination.type)) {
      case 1:
        return store_hits<std::uint8_t>(i, executed, hits);
      case 2:
        return store_hits<std::uint16_t>(i, executed, hits);
      case 4:
        return store_hits<std::uint32_t>(i, executed, hits);
      default:
        return store_hits<std::uint64_t>(i, executed, hits);
    }
  }

 private:
  std::byte* buffer_bytes() { return reinterpret_cast<std::byte*>(buffer_); }

  template <class D, class Value>
  void store_each(const Instruction& i, ChannelMask executed, const Value& value) {
    const unsigned step = destination_stride(i.destination) * static_cast<unsigned>(sizeof(D));
    if (step == sizeof(D) && executed == channels_from(0, i.execution_size)) {
      for (unsigned n = 0; n < i.execution_size; ++n) {
        const D bits = value(n);
        std::memcpy(start_ + n * sizeof bits, &bits, sizeof bits);
      }
      return;
    }
    for (unsigned n = 0; n < i.execution_size; ++n) {
      if ((executed >> n & 1) != 0) {
        const D bits = value(n);
        std::memcpy(start_ + n * step, &bits, sizeof bits);
      }
    }
  }

  template <class D>
  void store(const Instruction& i, ChannelMask executed) {
    store_each<D>(i, executed, [this](unsigned n) { return converted<D>(buffer_[n]); });
  }

  template <class Bits>
  void store_hits(const Instruction& i, ChannelMask executed, ChannelMask hits) {
    store_each<Bits>(i, executed,
                     [hits](unsigned n) { return static_cast<Bits>(Bits{0} - (hits >> n & 1)); });
  }

  /// A float is truncated and clamped, a NaN becomes 0. Of integers with 64 bits, double precision
  /// has not every bound: fast_form_of has no such form.
  template <class D>
  static D converted(T value) {
    if constexpr (InPlace<T>::kIsFloat && std::is_integral_v<D>) {
      constexpr auto kBound = static_cast<double>(std::numeric_limits<D>::max()) + 1;
      constexpr auto kLowest = static_cast<double>(std::numeric_limits<D>::lowest());
      const auto wide = static_cast<double>(value);
      if (!(wide > kLowest - 1)) {
        return __builtin_isnan(wide) ? D{0} : std::numeric_limits<D>::lowest();
      }
      return wide < kBound ? static_cast<D>(wide) : std::numeric_limits<D>::max();
    } else {
      return static_cast<D>(value);
    }
  }

  std::byte* start_ = nullptr;
  unsigned size_ = 0;  ///< of what is written in place
  bool in_place_ = false;
  T* buffer_;
};

}  // namespace lanefold::gen8
