// SPDX-License-Identifier: Apache-2.0
// Arguments for math functions: special values, all exponents, and where functions are hard.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "tests/support/mpfr_value.h"

namespace lanefold {

/// Lists of the same length, one per argument.
template <class T>
struct MathInputs {
  std::vector<T> a, b, c, d;
  std::vector<int> n;
};

/// The same numbers on every host: from the generator's bits, not by the library's distributions.
template <class T>
class MathInputMaker {
 public:
  explicit MathInputMaker(std::uint64_t seed) : random_(seed) {}

  /// For functions of one argument.
  MathInputs<T> single(std::size_t count) {
    std::vector<T> values = specials();
    while (values.size() < count) values.push_back(hard(values.size() % 12));
    MathInputs<T> inputs;
    for (const T value : values) add(inputs, value, any(), any());
    return inputs;
  }

  /// For functions of more: all pairs of a few special values first.
  MathInputs<T> several(std::size_t count) {
    MathInputs<T> inputs;
    const T few[] = {0,
                     1,
                     T(0.5),
                     2,
                     3,
                     Limits::infinity(),
                     Limits::quiet_NaN(),
                     Limits::max(),
                     Limits::min(),
                     Limits::denorm_min(),
                     T(1e-5),
                     T(1.5),
                     T(7)};
    for (const T x : few) {
      for (const T y : few) {
        for (const int signs : {0, 1, 2, 3}) {
          add(inputs, (signs & 1) != 0 ? -x : x, (signs & 2) != 0 ? -y : y, any());
        }
      }
    }
    while (inputs.a.size() < count) add_pair(inputs, inputs.a.size() % 10);
    return inputs;
  }

 private:
  using Limits = std::numeric_limits<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int kMost = Limits::max_exponent;

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  T uniform(double range) { return static_cast<T>((2 * unit() - 1) * range); }
  T sign() { return below(2) != 0 ? T(1) : T(-1); }
  T scaled(int low, int high) {
    return sign() * static_cast<T>(std::ldexp(1 + unit(), between(low, high)));
  }
  T any() {
    const auto bits = static_cast<Bits>(random_());
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  /// A few places beside a value.
  T beside(T value) {
    for (int i = between(-2, 2); i != 0; i += i < 0 ? 1 : -1) {
      value = std::nextafter(value, i < 0 ? -Limits::infinity() : Limits::infinity());
    }
    return value;
  }
  T beside_multiple_of_half_pi() {
    MpfrValue product;
    mpfr_const_pi(product, MPFR_RNDN);
    mpfr_mul_d(product, product, std::ldexp(std::floor(std::ldexp(1 + unit(), between(0, 52))), -1),
               MPFR_RNDN);
    if (below(4) == 0) mpfr_mul_2si(product, product, between(0, kMost - 60), MPFR_RNDN);
    return sign() * beside(rounded_to<T>(product));
  }
  T hard(std::size_t kind) {
    constexpr double kRange = sizeof(T) == 4 ? 110 : 750;
    constexpr double kGamma = sizeof(T) == 4 ? 45 : 190;
    switch (kind) {
      case 0:
        return any();
      case 1:
        return beside_multiple_of_half_pi();
      case 2:
        return sign() * (1 + scaled(-Limits::digits, -1));
      case 3:
        return beside(static_cast<T>(between(-400, 400)) / 2);
      case 4:
        return uniform(1);
      case 5:
        return uniform(10);
      case 6:
        return uniform(kRange);
      case 7:
        return uniform(kGamma);
      case 8:
        return scaled(-30, 30);
      case 9:
        return scaled(Limits::min_exponent - Limits::digits, kMost - 1);
      case 10:
        return static_cast<T>(1 + unit());
      default:
        return static_cast<T>(below(8)) / 2 + scaled(-20, -4);
    }
  }

  static std::vector<T> specials() {
    std::vector<T> values;
    for (const double v :
         {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 8.0, 10.0, 0.1, 1e-5, 1e5,
          35.0, 88.5, 89.0, 104.0, 709.5, 745.2, 171.6, 1e10, 1e30, 1.0000001, 8388607.5, 8388609.0,
          4503599627370495.5, 4503599627370497.0, 0.49999997, 0.49999999999999994,
          // Nearest to multiples of pi/2 of all floats and doubles; zeros of the gamma's logarithm.
          0x1.f37c8ap+95, 0x1.6ac5b262ca1ffp+849, 2.4570247382208006, 2.7476826467274127,
          3.1435808883499798, 3.9552942848585979}) {
      values.push_back(static_cast<T>(v));
    }
    values.insert(values.end(), {Limits::infinity(), Limits::quiet_NaN(), Limits::max(),
                                 Limits::min(), Limits::denorm_min(), 3 * Limits::denorm_min()});
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
    return values;
  }

  void add(MathInputs<T>& inputs, T a, T b, T c) {
    inputs.a.push_back(a);
    inputs.b.push_back(b);
    inputs.c.push_back(c);
    inputs.d.push_back(below(2) != 0 ? any() : uniform(10));
    inputs.n.push_back(exponent(a, b));
  }
  /// An int that makes a power, a root or a scaling interesting.
  int exponent(T a, T b) {
    switch (below(6)) {
      case 0:
        return between(-5, 5);
      case 1:
        return between(-2 * kMost - 60, 2 * kMost + 60);
      case 2:
        return static_cast<int>(random_());
      case 3:
        return between(-40, 40);
      case 4: {
        const double to_end = kMost / std::log2(std::fabs(static_cast<double>(a))) * uniform(1);
        return std::fabs(to_end) < 2e9 ? static_cast<int>(to_end) : std::numeric_limits<int>::min();
      }
      default:
        return std::fabs(b) < T(2e9) ? static_cast<int>(b) : std::numeric_limits<int>::max();
    }
  }
  /// b so that |a|^b is anywhere in the range of T.
  T power_in_range(T a) {
    return static_cast<T>((2.2 * unit() - 1.15) * kMost /
                          std::log2(std::fabs(static_cast<double>(a))));
  }
  void add_pair(MathInputs<T>& inputs, std::size_t kind) {
    const int least = Limits::min_exponent - Limits::digits;
    const int edges[] = {kMost - 4, least + 4, kMost / 2, Limits::min_exponent / 2,
                         Limits::min_exponent + 3};
    T a = any();
    T b = any();
    switch (kind) {
      case 1:
        a = scaled(least, kMost - 1);
        b = sign() * a * (1 + scaled(-Limits::digits, -1));
        break;
      case 2:
        a = uniform(10);
        b = uniform(10);
        break;
      case 3:
        a = std::fabs(scaled(least, kMost - 1));
        b = power_in_range(a);
        break;
      case 4:
        a = 1 + scaled(-Limits::digits, -2);
        b = power_in_range(a);
        break;
      case 5:
        a = below(2) != 0 ? uniform(20) : static_cast<T>(between(-20, 20));
        b = static_cast<T>(between(-60, 60));
        break;
      case 6: {
        const int edge = edges[below(5)];
        a = scaled(edge - 3, edge + 3);
        b = scaled(edge - 3, edge + 3);
        break;
      }
      case 7:
        a = scaled(0, kMost - 1);
        b = scaled(least, 0);
        break;
      case 8:
        a = -std::fabs(scaled(-40, 40));
        b = std::rint(power_in_range(a));
        break;
      case 9:
        a = scaled(-8, 8);
        b = a * std::ldexp(T(1), between(-Limits::digits, Limits::digits)) * (1 + uniform(0.5));
        break;
      default:
        break;
    }
    add(inputs, a, b, third(a, b));
  }
  /// Near what cancels a product, near b, in the unit interval, or anything.
  T third(T a, T b) {
    switch (below(4)) {
      case 0:
        return beside(-a * b);
      case 1:
        return b * static_cast<T>(1 + unit());
      case 2:
        return static_cast<T>(unit());
      default:
        return any();
    }
  }

  std::mt19937_64 random_;
};

}  // namespace lanefold
