// SPDX-License-Identifier: Apache-2.0
// What is known of a value's lanes: they have the same value, or values that differ by a constant
// from lane to lane, or any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanefold {

/// Lowest bits of a number that are 0; 32 of 0.
constexpr unsigned lowest_zeros(std::uint32_t number) {
  unsigned zeros = 0;
  while (zeros < 32 && (number >> zeros & 1U) == 0) ++zeros;
  return zeros;
}

/// An element of the lattice None < Uniform < Affine < Divergent. It says something about the
/// active lanes of a slice whenever it is there, not about lanes that are elsewhere.
class Uniformity {
 public:
  enum class Kind : std::uint8_t {
    None,       ///< nothing has arrived yet; at the end: never reached
    Uniform,    ///< equal in all active lanes
    Affine,     ///< base + lane x stride, modulo 2^32
    Divergent,  ///< anything
  };

  constexpr Uniformity() = default;
  static constexpr Uniformity uniform() { return Uniformity(Kind::Uniform, 0); }
  static constexpr Uniformity divergent() { return Uniformity(Kind::Divergent, {}); }
  /// With a stride that all lanes share; it is unknown if empty. A stride of 0 is uniform.
  static constexpr Uniformity affine(std::optional<std::uint32_t> stride) {
    return stride == 0U ? uniform() : Uniformity(Kind::Affine, stride);
  }

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_uniform() const { return kind_ == Kind::Uniform; }
  constexpr bool is_affine() const { return kind_ == Kind::Affine; }
  constexpr bool is_divergent() const { return kind_ == Kind::Divergent; }
  /// Whether lanes can differ by no more than a stride.
  constexpr bool is_linear() const { return is_uniform() || is_affine(); }
  /// 0 if uniform; nothing if not known.
  constexpr std::optional<std::uint32_t> stride() const { return stride_; }

  /// Lowest bits of `base` that are known to be 0, up to 32. A uniform value is its own base. Lane
  /// 0 has it, be that active or not.
  constexpr unsigned zero_bits() const { return zero_bits_; }
  constexpr Uniformity with_zero_bits(unsigned bits) const {
    Uniformity aligned = *this;
    if (is_linear()) aligned.zero_bits_ = bits;
    return aligned;
  }

  /// Equal in all but `zero_bits`.
  constexpr bool operator==(const Uniformity& other) const {
    return kind_ == other.kind_ && stride_ == other.stride_;
  }
  constexpr bool operator!=(const Uniformity& other) const { return !(*this == other); }

  /// What is known of a value that is either one or the other, in all lanes the same of both.
  constexpr Uniformity joined(const Uniformity& other) const {
    if (kind_ == Kind::None) return other;
    if (other.kind_ == Kind::None) return *this;
    if (*this != other) return is_linear() && other.is_linear() ? affine({}) : divergent();
    return with_zero_bits(zero_bits_ < other.zero_bits_ ? zero_bits_ : other.zero_bits_);
  }

  /// "uniform", "affine 4", "affine", "divergent", "never reached".
  std::string text() const;

 private:
  constexpr Uniformity(Kind kind, std::optional<std::uint32_t> stride)
      : kind_(kind), stride_(stride) {}

  Kind kind_ = Kind::None;
  std::optional<std::uint32_t> stride_;
  unsigned zero_bits_ = 0;
};

}  // namespace lanefold
