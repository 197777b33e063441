// SPDX-License-Identifier: Apache-2.0
// What `send` asks for: a shared function and the descriptor that it gets. Fields are those of the
// Programmer's Reference Manual for Broadwell (volume 7, shared functions).
#pragma once

#include <cstdint>

namespace lanefold::gen8 {

/// The units to which a thread sends messages, by the number of the encoding.
enum class SharedFunction : std::uint8_t {
  Null = 0,
  Sampler = 2,
  Gateway = 3,
  Sampler2 = 4,
  RenderCache = 5,
  Urb = 6,
  ThreadSpawner = 7,
  MotionEstimation = 8,
  ConstantCache = 9,
  DataPort0 = 10,
  PixelInterpolator = 11,
  DataPort1 = 12,
  RefinementEngine = 13,
};

struct Message {
  SharedFunction function = SharedFunction::Null;
  std::uint32_t descriptor = 0;  ///< 29 bits
  bool end_of_thread = false;

  /// Surface in the binding table; 254 is local memory, 255 all memory.
  unsigned surface() const { return descriptor & 0xff; }
  /// Meaning depends on `type`.
  unsigned control() const { return descriptor >> 8 & 0x3f; }
  unsigned type() const { return descriptor >> 14 & 0x1f; }
  /// Whether the payload begins with a header register.
  bool has_header() const { return (descriptor >> 19 & 1) != 0; }
  /// Registers that come back, 0..31.
  unsigned response_registers() const { return descriptor >> 20 & 0x1f; }
  /// Registers of the payload, header included, 0..15.
  unsigned payload_registers() const { return descriptor >> 25 & 0xf; }
  unsigned extended_descriptor() const {
    return static_cast<unsigned>(function) | (end_of_thread ? 0x20U : 0U);
  }
};

}  // namespace lanefold::gen8
