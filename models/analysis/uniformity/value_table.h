// SPDX-License-Identifier: Apache-2.0
// The values of a function: what its registers and the slots of its stack frame hold, each with the
// place that defines it (static single assignment).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/uniformity/function_graph.h"

namespace lanefold {

/// A row of the register file, below kRegisterRows, or a slot after these rows.
using Variable = std::uint32_t;
using ValueId = std::uint32_t;
constexpr ValueId kNoValue = ~ValueId{0};
/// What x0 holds, and the base of each number that is known: the offset is the number.
constexpr ValueId kZero = 0;
constexpr Variable kStackPointer = 2;

struct Value {
  enum class Kind : std::uint8_t {
    Zero,    ///< kZero
    Entry,   ///< what `variable` holds when the function is called
    Phi,     ///< ways meet at vertex `place` on which `variable` holds different values
    Result,  ///< of instruction `place` (index in the code)
    Call,    ///< what `variable` holds after the call at the end of vertex `place`
    Lost,    ///< what a slot holds after an instruction that may have written to any
  };
  Kind kind = Kind::Zero;
  std::uint32_t place = 0;
  Variable variable = 0;
  std::uint32_t vertex = 0;  ///< that defines it
  /// It is this value plus `offset`, modulo 2^32; itself if no other is known.
  ValueId base = kZero;
  std::uint32_t offset = 0;
  /// The slot from which a Result was loaded: it is this value.
  ValueId loaded = kNoValue;
  bool is_narrow = false;     ///< of `loaded`, it has the lowest bits only
  bool is_stack_top = false;  ///< what the CSR says where the stack begins
  /// Of a stack pointer that is rounded down: by at most how many bytes, and the result at least,
  /// from the same origin as SlotPlace::offset.
  std::uint32_t rounding = 0;
  std::uint32_t lowest = 0;
};

/// Bytes of a stack frame that are always accessed as one: offset from the value that the function
/// has in sp, or in the kernel's entry the top of the stack; and size.
struct SlotPlace {
  std::uint32_t offset = 0;  ///< below a rounded stack pointer: at least
  std::uint32_t bytes = 0;
  std::uint32_t rounding = 0;  ///< how many bytes it may lie above `offset`
  /// 0, or below a rounded stack pointer 1 + index in the code of what rounds it.
  std::uint32_t frame = 0;
  bool operator<(const SlotPlace& other) const {
    return std::make_tuple(frame, begin(), bytes) <
           std::make_tuple(other.frame, other.begin(), other.bytes);
  }
  std::int64_t begin() const { return static_cast<std::int32_t>(offset); }
  /// Behind the last byte that it may have.
  std::int64_t end() const { return begin() + rounding + bytes; }
};
/// Variable of each slot; nothing for bytes that are also accessed in another way.
using Slots = std::map<SlotPlace, std::optional<Variable>>;

/// Whether an instruction can change memory.
inline bool writes_memory(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Store ||
         instruction.kind == InstructionClass::Atomic;
}

/// What values an instruction reads and defines.
struct Uses {
  std::array<ValueId, 3> sources{kNoValue, kNoValue, kNoValue};
  ValueId result = kNoValue;
};

struct ValueTable {
  FunctionGraph graph;
  Slots slots;
  std::vector<SlotPlace> places;  ///< of the slots, by variable behind the register rows
  std::vector<Value> values;
  /// Values by vertex and variable: on entry, and at the end, after the call that ends the vertex.
  std::vector<std::vector<ValueId>> entry;
  std::vector<std::vector<ValueId>> exit;
  /// By vertex: the values that the call at its end finds; empty if it ends with no call.
  std::vector<std::vector<ValueId>> arguments;
  std::vector<std::vector<Uses>> uses;  ///< by vertex and position in its block

  std::uint32_t variables() const { return static_cast<std::uint32_t>(entry[0].size()); }
  const Value& value(ValueId id) const { return values[id]; }
  /// The number that a value is known to be.
  std::optional<std::uint32_t> constant(ValueId id) const {
    if (id == kNoValue || values[id].base != kZero) return {};
    return values[id].offset;
  }
};

}  // namespace lanefold
