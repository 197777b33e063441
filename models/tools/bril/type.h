// SPDX-License-Identifier: Apache-2.0
// Types of Bril values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace lanefold::bril {

constexpr unsigned kDeepestPointer = 16;  ///< pointers to pointers that a type may have

/// An integer of 64 bits in two's complement, a truth value, four integers, the lanes in which a
/// comparison was true, a floating-point number of 64 bits, a character of Unicode, a value of any
/// of these types, or a pointer to any of these or to a pointer.
class Type {
 public:
  enum Kind : std::uint8_t { None, Int, Bool, Vector, Pred, Float, Char, Any };

  // A kind is a type where one is wanted.
  constexpr Type(Kind kind = None, unsigned pointers = 0)  // NOLINT(google-explicit-constructor)
      : kind_(kind), pointers_(static_cast<std::uint8_t>(pointers)) {}

  /// Of what is at the end of all pointers.
  constexpr Kind kind() const { return kind_; }
  /// That lead to it.
  constexpr unsigned pointers() const { return pointers_; }
  constexpr bool is_pointer() const { return pointers_ != 0; }
  /// What a pointer points to.
  constexpr Type pointee() const { return {kind_, pointers_ - 1U}; }

  friend constexpr bool operator==(Type a, Type b) {
    return a.kind_ == b.kind_ && a.pointers_ == b.pointers_;
  }
  friend constexpr bool operator!=(Type a, Type b) { return !(a == b); }
  friend constexpr bool operator<(Type a, Type b) {
    return std::tie(a.kind_, a.pointers_) < std::tie(b.kind_, b.pointers_);
  }

 private:
  Kind kind_;
  std::uint8_t pointers_;
};

/// Whether a value of one type can be where the other one is wanted. Whether it may be, if one of
/// them is any, is only known in a run.
constexpr bool may_be(Type a, Type b) {
  return a == b || (a == Type::Any && b != Type::None) || (b == Type::Any && a != Type::None);
}
/// What a pointer points to; any for what may be a pointer.
constexpr Type pointee_of(Type pointer) {
  return pointer.is_pointer() ? pointer.pointee() : Type(Type::Any);
}

/// As Bril writes it: int, ptr<int>; "" for None.
std::string name_of(Type type);
/// A type without pointers; nothing of any other text.
std::optional<Type> parse_type(const std::string& text);
/// The types there are, for messages.
const char* type_names();

}  // namespace lanefold::bril
