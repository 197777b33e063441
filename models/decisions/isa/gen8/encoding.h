// SPDX-License-Identifier: Apache-2.0
// The 128 bits of a native instruction of Gen8's EU, and where its fields are: Programmer's
// Reference Manual for Broadwell, volume 7, "EU instruction formats". A compacted one is expanded
// to this.
#pragma once

#include <cstdint>

namespace lanefold::gen8 {

/// Bits low..low + bits - 1 of an encoding.
struct Field {
  std::uint8_t low;
  std::uint8_t bits;  ///< 1..64
};

class Encoding {
 public:
  Encoding() = default;
  Encoding(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  std::uint64_t wide(Field field) const {
    const std::uint64_t from_low = field.low < 64 ? low_ >> field.low : high_ >> (field.low - 64);
    const bool crosses = field.low < 64 && field.low + field.bits > 64;
    const std::uint64_t value = crosses ? from_low | high_ << (64 - field.low) : from_low;
    return field.bits == 64 ? value : value & ((std::uint64_t{1} << field.bits) - 1);
  }
  /// Of fields of up to 32 bits.
  std::uint32_t get(Field field) const { return static_cast<std::uint32_t>(wide(field)); }
  bool test(unsigned bit) const { return get({static_cast<std::uint8_t>(bit), 1}) != 0; }

  /// Sets a field that is zero and does not cross the middle.
  void set(Field field, std::uint64_t value) {
    if (field.low < 64) {
      low_ |= value << field.low;
    } else {
      high_ |= value << (field.low - 64);
    }
  }

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

namespace fields {

// Of all instructions.
constexpr Field kOpcode = {0, 7};
constexpr unsigned kAlign16 = 8;
constexpr unsigned kNoDependencyClear = 9;
constexpr unsigned kNoDependencyCheck = 10;
constexpr Field kChannelGroup = {11, 3};  // in units of 4 channels
constexpr Field kThreadControl = {14, 2};
constexpr Field kPredicate = {16, 4};
constexpr unsigned kPredicateInverted = 20;
constexpr Field kExecutionSize = {21, 3};
constexpr Field kCondition = {24, 4};       // the function of math, the shared function of send
constexpr unsigned kAccumulatorWrite = 28;  // branch control of branches
constexpr unsigned kCompacted = 29;
constexpr unsigned kBreakpoint = 30;
constexpr unsigned kSaturate = 31;
constexpr unsigned kFlagSubregister = 32;
constexpr unsigned kFlagRegister = 33;
constexpr unsigned kNoMask = 34;

// Values of a field of two bits that says where an operand is.
constexpr std::uint32_t kArchitectureFile = 0;
constexpr std::uint32_t kGeneralFile = 1;
constexpr std::uint32_t kImmediateFile = 3;

// Of destinations.
constexpr Field kDestinationFile = {35, 2};
constexpr Field kDestinationType = {37, 4};
constexpr Field kDestinationOffset = {48, 9};  // of indirect ones, with kDestinationOffsetSign
constexpr unsigned kDestinationOffsetSign = 47;
constexpr Field kDestinationMacro = {48, 4};
constexpr Field kDestinationByte = {48, 5};
constexpr Field kDestinationRegister = {53, 8};
constexpr Field kDestinationAddress = {57, 4};
constexpr Field kDestinationStride = {61, 2};
constexpr unsigned kDestinationIndirect = 63;

// Of branches and jumps, in bytes.
constexpr Field kUip = {64, 32};
constexpr Field kJip = {96, 32};

// Immediates.
constexpr Field kImmediate = {96, 32};
constexpr Field kWideImmediate = {64, 64};

// Of send.
constexpr Field kDescriptorFile = {89, 2};
constexpr Field kDescriptor = {96, 29};
constexpr unsigned kEndOfThread = 127;

}  // namespace fields

}  // namespace lanefold::gen8
