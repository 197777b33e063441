// SPDX-License-Identifier: Apache-2.0
// What references share with kernels: functions of the extended-math pipe, and random numbers.
#pragma once

#include <cmath>
#include <cstdint>

namespace lanefold {

// The machine computes these in double precision and rounds once.
inline float device_exp(float x) { return static_cast<float>(std::exp(double{x})); }
inline float device_log(float x) { return static_cast<float>(std::log(double{x})); }
inline float device_sin(float x) { return static_cast<float>(std::sin(double{x})); }
inline float device_cos(float x) { return static_cast<float>(std::cos(double{x})); }

/// The permuted congruential generator PCG-RXS-M-XS (O'Neill, 2014) with 32 bits of state, as
/// kernels have it.
class PcgRandom {
 public:
  explicit PcgRandom(std::uint32_t seed) : state_(seed) {}

  std::uint32_t next() {
    state_ = state_ * 747796405U + 2891336453U;
    const std::uint32_t word = ((state_ >> ((state_ >> 28) + 4)) ^ state_) * 277803737U;
    return (word >> 22) ^ word;
  }
  /// A multiple of 2^-24 in [0, 1).
  float unit() { return static_cast<float>(next() >> 8) * 0x1p-24F; }
  /// A multiple of 2^-24 in (0, 1].
  float positive_unit() { return static_cast<float>((next() >> 8) + 1) * 0x1p-24F; }

 private:
  std::uint32_t state_;
};

}  // namespace lanefold
