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

/// Architectural state of one thread, but for where its channels are. All zero when it starts, but
/// for its payload.
struct Registers {
  alignas(kRegisterBytes) std::array<std::byte, kGeneralRegisters * kRegisterBytes> general{};
  std::array<std::uint16_t, 16> address{};             ///< a0
  std::array<std::uint32_t, 2> flags{};                ///< f0, f1; bit n is that of channel n
  std::array<std::uint64_t, kChannels> accumulator{};  ///< acc0, acc1: bits by channel
  std::uint32_t control = 0;                           ///< cr0.0: rounding mode, denormals
};

}  // namespace lanefold::gen8
