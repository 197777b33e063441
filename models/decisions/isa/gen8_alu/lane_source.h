// SPDX-License-Identifier: Apache-2.0
// Sources of fast functions as rows of lanes: in place where the registers hold them as the lanes
// do, else converted to a buffer. Each file fast_*.cpp compiles this for an instruction set of the
// host of its own, which `Variant` names: no code is shared.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "decisions/isa/gen8_alu/lane_types.h"

namespace lanefold::gen8 {

template <class Variant>
struct LaneSource {
  const Instruction& instruction;
  const Registers& registers;
  const Operand& operand;
  ChannelMask executed;  ///< shifted, so that bit 0 is the instruction's first channel

  unsigned count() const { return instruction.execution_size; }
  const std::byte* start() const {
    return registers.general.data() + operand.number * kRegisterBytes + operand.byte;
  }

  /// Elements of type S in general registers.
  template <class T, class S>
  void convert(T* lanes) const {
    const std::byte* from = start();
    switch (shape_of(operand.region, count())) {
      case RegionShape::Scalar:
        return fill(lanes, static_cast<T>(element<S>(from, 0)));
      case RegionShape::Packed:
        for (unsigned n = 0; n < count(); ++n) {
          lanes[n] = static_cast<T>(element<S>(from, n));
        }
        return;
      case RegionShape::Other:
        for (unsigned n = 0; n < count(); ++n) {
          lanes[n] = static_cast<T>(element<S>(from, element_offset(operand.region, n)));
        }
    }
  }

  template <class T>
  void convert_by_type(T* lanes) const {
    switch (operand.type) {
      case DataType::Ud:
        return convert<T, std::uint32_t>(lanes);
      case DataType::D:
        return convert<T, std::int32_t>(lanes);
      case DataType::Uw:
        return convert<T, std::uint16_t>(lanes);
      case DataType::W:
        return convert<T, std::int16_t>(lanes);
      case DataType::Ub:
        return convert<T, std::uint8_t>(lanes);
      case DataType::B:
        return convert<T, std::int8_t>(lanes);
      case DataType::Uq:
        return convert<T, std::uint64_t>(lanes);
      case DataType::Q:
        return convert<T, std::int64_t>(lanes);
      case DataType::F:
        return convert<T, float>(lanes);
      default:
        return convert<T, double>(lanes);
    }
  }

  /// One element of any operand.
  template <class T>
  T single(unsigned n) const {
    const std::uint64_t bits = read_element(instruction, registers, operand, n);
    const DataType type = element_type(operand.type);
    if (type == DataType::F) {
      return static_cast<T>(bits_as<float>(bits));
    }
    if (type == DataType::Df) {
      return static_cast<T>(bits_as<double>(bits));
    }
    const unsigned above = 64 - type_bits(type);
    const std::uint64_t raised = bits << above;
    return is_signed(type) ? static_cast<T>(static_cast<std::int64_t>(raised) >> above)
                           : static_cast<T>(bits);
  }

  /// What is not in a general register, or where an element of a0 says: only channels that execute
  /// must have elements.
  template <class T>
  void convert_each(T* lanes) const {
    fill(lanes, T{0});
    for (ChannelMask rest = executed; rest != 0; rest &= rest - 1) {
      const auto n = static_cast<unsigned>(__builtin_ctz(rest));
      lanes[n] = single<T>(n);
    }
  }

  template <class T>
  void fill(T* lanes, T value) const {
    for (unsigned n = 0; n < count(); ++n) {
      lanes[n] = value;
    }
  }

  template <class T>
  void modify(T* lanes) const {
    for (unsigned n = 0; n < count(); ++n) {
      T value = lanes[n];
      if constexpr (InPlace<T>::kIsFloat) {
        value = operand.absolute ? absolute(value) : value;
        value = operand.negate ? -value : value;
      } else {
        value = operand.negate ? static_cast<T>(T{0} - value) : value;
        value = operand.complement ? static_cast<T>(~value) : value;
      }
      lanes[n] = value;
    }
  }

  static float absolute(float value) { return __builtin_fabsf(value); }
  static double absolute(double value) { return __builtin_fabs(value); }

  bool is_modified() const { return operand.negate || operand.absolute || operand.complement; }
  bool is_general() const {
    return operand.kind == OperandKind::Register && operand.file == RegisterFile::General;
  }

  /// Everything that `lanes` does not do itself: of one copy, since it is long.
  template <class T>
  [[gnu::noinline]] void load(T* buffer) const {
    const bool vector = element_type(operand.type) != operand.type;
    if (is_general()) {
      convert_by_type(buffer);
    } else if (operand.kind == OperandKind::Immediate && !vector) {
      fill(buffer, single<T>(0));
    } else {
      convert_each(buffer);
    }
    if (is_modified()) {
      modify(buffer);
    }
  }

  /// The source's lanes: in its registers, or in `buffer`. [written, written + size) are bytes that
  /// will be written before all lanes are read; lanes that coincide with them may stay in place.
  template <class T>
  const Lane<T>* lanes(T* buffer, const std::byte* written, unsigned size) const {
    const Lane<T>* converted = reinterpret_cast<const Lane<T>*>(buffer);
    const bool plain = has_bits_of<T>(operand.type) && !is_modified();
    if (plain && operand.kind == OperandKind::Immediate) {
      fill(buffer, bits_as<T>(operand.immediate));
      return converted;
    }
    const RegionShape shape =
        plain && is_general() ? shape_of(operand.region, count()) : RegionShape::Other;
    if (shape == RegionShape::Scalar) {
      fill(buffer, element<T>(start(), 0));
      return converted;
    }
    const std::byte* from = start();
    const bool apart =
        from == written || from + count() * sizeof(T) <= written || written + size <= from;
    if (shape == RegionShape::Packed && apart) {
      return reinterpret_cast<const Lane<T>*>(from);
    }
    load(buffer);
    return converted;
  }

 private:
  /// Bytes as words: a signed char is no number to everybody.
  template <class S>
  using Number = std::conditional_t<std::is_same_v<S, std::int8_t>, std::int16_t, S>;

  template <class S>
  static Number<S> element(const std::byte* from, unsigned n) {
    S value;
    std::memcpy(&value, from + n * sizeof(S), sizeof value);
    return static_cast<Number<S>>(value);  // NOLINT(bugprone-signed-char-misuse): the sign counts
  }
  template <class S>
  static S bits_as(std::uint64_t bits) {
    S value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
};

}  // namespace lanefold::gen8
