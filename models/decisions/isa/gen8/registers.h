// SPDX-License-Identifier: Apache-2.0
// What a thread of Gen8's EU has in registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "decisions/isa/gen8/operand.h"

namespace lanefold::gen8 {

/// A set of a thread's channels, bit n for channel n.
using ChannelMask = std::uint32_t;

/// Most channels of a thread (SIMD32).
constexpr unsigned kChannels = 32;

/// The `size` channels from `first` on; `first` + `size` is 1..32, `size` at least 1.
constexpr ChannelMask channels_from(unsigned first, unsigned size) {
  return ~ChannelMask{0} >> (kChannels - size) << first;
}

/// Special accumulators of math macros: mme0 to mme7.
constexpr unsigned kMacroAccumulators = 8;

/// One channel of a special accumulator: a number with more bits, and a wider range, than the
/// register beside it. It is (-1)^negative * significand * 2^exponent.
struct MacroNumber {
  std::uint64_t significand = 0;  ///< below 2^62; where `finite` is false: 0 infinity, 1 NaN
  std::int32_t exponent = 0;
  bool negative = false;
  bool finite = true;
};

/// Architectural state of one thread, but for where its channels are. All zero when it starts, but
/// for its payload.
struct Registers {
  alignas(kRegisterBytes) std::array<std::byte, kGeneralRegisters * kRegisterBytes> general{};
  std::array<std::uint16_t, 16> address{};             ///< a0
  std::array<std::uint32_t, 2> flags{};                ///< f0, f1; bit n is that of channel n
  std::array<std::uint64_t, kChannels> accumulator{};  ///< acc0, acc1: bits by channel
  std::uint32_t control = 0;                           ///< cr0.0: rounding mode, denormals
  std::array<std::uint32_t, 4> state{};                ///< sr0: what its thread is, never written
  /// ce: what an instruction reads of it. Who moves channels keeps it (reads_channel_enable).
  ChannelMask channel_enable = 0;
  std::array<std::array<MacroNumber, kChannels>, kMacroAccumulators> macro{};  ///< by channel
};

}  // namespace lanefold::gen8
