// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of doubles and their inverses (OpenCL 1.2 clause 6.12.2). Polynomials
// without a series behind them interpolate at Chebyshev nodes of the interval named.
#include "expand.h"
#include "pointer_forms.h"

#ifdef cl_khr_fp64
// pi/2 in three parts.
#define LANEFOLD_HALF_PI_1 0x1.921fb54442d18p+0
#define LANEFOLD_HALF_PI_2 0x1.1a62633145c07p-54
#define LANEFOLD_HALF_PI_3 -0x1.f1976b7ed8fbcp-110
#define LANEFOLD_INVERSE_PI_DOUBLE 0.318309886183790671538

// A zero word, then the bits of 2/pi.
__constant static const ulong lanefold_two_over_pi[21] = {
    0x0000000000000000UL, 0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL,
    0xfe5163abdebbc561UL, 0xb7246e3a424dd2e0UL, 0x06492eea09d1921cUL, 0xfe1deb1cb129a73eUL,
    0xe88235f52ebb4484UL, 0xe99c7026b45f7e41UL, 0x3991d639835339f4UL, 0x9c845f8bbdf9283bUL,
    0x1ff897ffde05980fUL, 0xef2f118b5a0a6d1fUL, 0x6d367ecf27cb09b7UL, 0x4f463f669e5fea2dUL,
    0x7527bac7ebe5f17bUL, 0x3d0739f78a5292eaUL, 0x6bfb5fb11f8d5d08UL, 0x56033046fc7b6babUL,
    0xf0cfbc209af4361dUL};

// 64 bits of the table from bit `at`.
static ulong lanefold_bits_at(int at) {
  const int word = at >> 6;
  const int shift = at & 63;
  const ulong first = lanefold_two_over_pi[word];
  return shift == 0 ? first : first << shift | lanefold_two_over_pi[word + 1] >> (64 - shift);
}

// For |a| of at least 2^20: the product of its significand with those bits of 2/pi that decide
// about the quadrant and 128 bits behind it; higher bits add whole turns.
static int lanefold_reduce_large(double a, __private double* r, __private double* low) {
  const int exponent = ilogb(a) - 52;
  const ulong m = (ulong)ldexp(fabs(a), -exponent);
  const int at = exponent - 2 + 64;
  const ulong w0 = lanefold_bits_at(at);
  const ulong w1 = lanefold_bits_at(at + 64);
  const ulong w2 = lanefold_bits_at(at + 128);
  const ulong p2 = m * w2;
  const ulong carry = mul_hi(m, w2);
  const ulong p1 = m * w1 + carry;
  const ulong p0 = m * w0 + mul_hi(m, w1) + (p1 < carry ? 1UL : 0UL);

  int quadrant = (int)(p0 >> 62);
  ulong f0 = p0 << 2 | p1 >> 62;
  ulong f1 = p1 << 2 | p2 >> 62;
  const bool upper = f0 >> 63 != 0;
  if (upper) {
    ++quadrant;
    f0 = ~f0;
    f1 = ~f1;
  }
  const double part0 = (double)(f0 >> 11) * 0x1p-53;
  const double part1 = (double)((f0 & 0x7ffUL) << 42 | f1 >> 22) * 0x1p-106;
  const double part2 = (double)(f1 & 0x3fffffUL) * 0x1p-128;
  const double high = part0 + part1;
  const double rest = (part0 - high + part1) + part2;
  double turn = high * LANEFOLD_HALF_PI_1;
  double turn_low =
      fma(high, LANEFOLD_HALF_PI_1, -turn) + high * LANEFOLD_HALF_PI_2 + rest * LANEFOLD_HALF_PI_1;
  if (upper != (a < 0.0)) {
    turn = -turn;
    turn_low = -turn_low;
  }
  *r = turn;
  *low = turn_low;
  return a < 0.0 ? -quadrant : quadrant;
}

// a = quadrant * pi/2 + r + low with |r| up to pi/4
static int lanefold_reduce(double a, __private double* r, __private double* low) {
  if (!(fabs(a) < 0x1p20)) return lanefold_reduce_large(a, r, low);
  const double n = rint(a * 0.636619772367581343);
  const double near = fma(-n, LANEFOLD_HALF_PI_1, a);
  const double part = n * LANEFOLD_HALF_PI_2;
  const double part_low = fma(n, LANEFOLD_HALF_PI_2, -part);
  const double reduced = near - part;
  *r = reduced;
  *low = (near - reduced - part) - (part_low + n * LANEFOLD_HALF_PI_3);
  return (int)n;
}

static double lanefold_sin_quarter(double r, double low) {
  const double z = r * r;
  double p = 1.0 / 355687428096000.0;
  p = fma(p, z, -1.0 / 1307674368000.0);
  p = fma(p, z, 1.0 / 6227020800.0);
  p = fma(p, z, -1.0 / 39916800.0);
  p = fma(p, z, 1.0 / 362880.0);
  p = fma(p, z, -1.0 / 5040.0);
  p = fma(p, z, 1.0 / 120.0);
  p = fma(p, z, -1.0 / 6.0);
  return r + fma(p * z, r, low * (1.0 - 0.5 * z));
}
static double lanefold_cos_quarter(double r, double low) {
  const double z = r * r;
  double p = -1.0 / 6402373705728000.0;
  p = fma(p, z, 1.0 / 20922789888000.0);
  p = fma(p, z, -1.0 / 87178291200.0);
  p = fma(p, z, 1.0 / 479001600.0);
  p = fma(p, z, -1.0 / 3628800.0);
  p = fma(p, z, 1.0 / 40320.0);
  p = fma(p, z, -1.0 / 720.0);
  p = fma(p, z, 1.0 / 24.0);
  const double half_square = 0.5 * z;
  const double high = 1.0 - half_square;
  return high + ((1.0 - high - half_square) + (z * z * p - r * low));
}

LANEFOLD_CALL double sincos(double a, __private double* cosine) {
  if (!(fabs(a) < INFINITY)) return *cosine = nan(0UL);
  double r;
  double low;
  const int quadrant = lanefold_reduce(a, &r, &low);
  const double s = a == 0.0 ? a : lanefold_sin_quarter(r, low);
  const double c = lanefold_cos_quarter(r, low);
  const bool odd = (quadrant & 1) != 0;
  *cosine = ((quadrant + 1) & 2) != 0 ? -(odd ? s : c) : (odd ? s : c);
  return (quadrant & 2) != 0 ? -(odd ? c : s) : (odd ? c : s);
}
LANEFOLD_POINTER_FORMS_1(sincos, double, double)

LANEFOLD_INLINE double sin(double a) {
  double cosine;
  return sincos(a, &cosine);
}
LANEFOLD_DOUBLE_1(sin)
LANEFOLD_INLINE double cos(double a) {
  double cosine;
  sincos(a, &cosine);
  return cosine;
}
LANEFOLD_DOUBLE_1(cos)
LANEFOLD_INLINE double tan(double a) {
  double cosine;
  const double sine = sincos(a, &cosine);
  return sine / cosine;
}
LANEFOLD_DOUBLE_1(tan)

// sin and cos of pi * a for a from 0 to 1/2, by the one whose argument is at most pi/4.
static double lanefold_pi_times(double a, __private double* low) {
  const double high = a * (2.0 * LANEFOLD_HALF_PI_1);
  *low = fma(a, 2.0 * LANEFOLD_HALF_PI_1, -high) + a * (2.0 * LANEFOLD_HALF_PI_2);
  return high;
}
static double lanefold_sinpi_double(double a) {
  double low;
  const double r = lanefold_pi_times(a <= 0.25 ? a : 0.5 - a, &low);
  return a <= 0.25 ? lanefold_sin_quarter(r, low) : lanefold_cos_quarter(r, low);
}
static double lanefold_turn_double(double a) { return a - 2.0 * rint(0.5 * a); }

LANEFOLD_CALL double sinpi(double a) {
  if (!(fabs(a) < INFINITY)) return nan(0UL);
  const double turn = lanefold_turn_double(a);
  const double size = fabs(turn);
  const double value = lanefold_sinpi_double(size > 0.5 ? 1.0 - size : size);
  return copysign(value, value == 0.0 ? a : turn);
}
LANEFOLD_DOUBLE_1(sinpi)
LANEFOLD_CALL double cospi(double a) {
  if (!(fabs(a) < INFINITY)) return nan(0UL);
  const double size = fabs(lanefold_turn_double(a));
  // Both differences are exact where they are small.
  return size > 0.5 ? -lanefold_sinpi_double(size - 0.5) : lanefold_sinpi_double(0.5 - size);
}
LANEFOLD_DOUBLE_1(cospi)
LANEFOLD_INLINE double tanpi(double a) { return sinpi(a) / cospi(a); }
LANEFOLD_DOUBLE_1(tanpi)

// atan on [0, 1]; above tan(pi/8) by the difference to pi/4.
static double lanefold_atan_unit_double(double a) {
  const bool upper = a > 0.41421356237309503;
  const double t = upper ? (a - 1.0) / (a + 1.0) : a;
  const double z = t * t;
  double p = -0.013908703366618822;
  p = fma(p, z, 0.030626287741779206);
  p = fma(p, z, -0.04104029746401589);
  p = fma(p, z, 0.0471929440435183);
  p = fma(p, z, -0.0525802579181087);
  p = fma(p, z, 0.058819236261103115);
  p = fma(p, z, -0.06666641908300229);
  p = fma(p, z, 0.07692306730961698);
  p = fma(p, z, -0.09090909066866443);
  p = fma(p, z, 0.11111111110752325);
  p = fma(p, z, -0.14285714285711498);
  p = fma(p, z, 0.19999999999999993);
  p = fma(p, z, -0.3333333333333333);
  const double value = fma(p * z, t, t);
  return upper ? 0.5 * LANEFOLD_HALF_PI_1 + (value + 0.5 * LANEFOLD_HALF_PI_2) : value;
}
static double lanefold_complement_double(double a) {
  return LANEFOLD_HALF_PI_1 - (a - LANEFOLD_HALF_PI_2);
}

LANEFOLD_CALL double atan(double a) {
  const double size = fabs(a);
  const double value = size > 1.0
                           ? lanefold_complement_double(lanefold_atan_unit_double(1.0 / size))
                           : lanefold_atan_unit_double(size);
  return a != a ? a : copysign(value, a);
}
LANEFOLD_DOUBLE_1(atan)

LANEFOLD_CALL double atan2(double a, double b) {
  if (a != a || b != b) return nan(0UL);
  const double y = fabs(a);
  const double x = fabs(b);
  const double large = fmax(x, y);
  const double small = fmin(x, y);
  const double ratio = large == 0.0 ? 0.0 : small == INFINITY ? 1.0 : small / large;
  double value = lanefold_atan_unit_double(ratio);
  if (y > x) value = lanefold_complement_double(value);
  if (signbit(b) != 0) value = 2.0 * LANEFOLD_HALF_PI_1 - (value - 2.0 * LANEFOLD_HALF_PI_2);
  return copysign(value, a);
}
LANEFOLD_DOUBLE_2(atan2)

// asin(x) = x + x^3 P(x^2) on [0, 1/2]
static double lanefold_asin_small_double(double a, double z) {
  double p = 0.029635026465575053;
  p = fma(p, z, -0.019277546268816247);
  p = fma(p, z, 0.019579201874353813);
  p = fma(p, z, 0.0030350070611651937);
  p = fma(p, z, 0.00932210153282891);
  p = fma(p, z, 0.009621402741194244);
  p = fma(p, z, 0.01156651182271806);
  p = fma(p, z, 0.013963775787770877);
  p = fma(p, z, 0.017352816768551407);
  p = fma(p, z, 0.022372157435623607);
  p = fma(p, z, 0.03038194447569371);
  p = fma(p, z, 0.04464285714255019);
  p = fma(p, z, 0.07500000000000119);
  p = fma(p, z, 0.16666666666666666);
  return fma(p * z, a, a);
}
static double lanefold_acos_large_double(double a) {
  const double z = 0.5 * (1.0 - a);
  return 2.0 * lanefold_asin_small_double(sqrt(z), z);
}

LANEFOLD_CALL double asin(double a) {
  const double size = fabs(a);
  const double value = size > 0.5 ? lanefold_complement_double(lanefold_acos_large_double(size))
                                  : lanefold_asin_small_double(size, size * size);
  return copysign(value, a);
}
LANEFOLD_DOUBLE_1(asin)

LANEFOLD_CALL double acos(double a) {
  if (a > 0.5) return lanefold_acos_large_double(a);
  if (a < -0.5) {
    return 2.0 * LANEFOLD_HALF_PI_1 -
           (lanefold_acos_large_double(-a) - 2.0 * LANEFOLD_HALF_PI_2);
  }
  return lanefold_complement_double(lanefold_asin_small_double(a, a * a));
}
LANEFOLD_DOUBLE_1(acos)

LANEFOLD_INLINE double acospi(double a) { return acos(a) * LANEFOLD_INVERSE_PI_DOUBLE; }
LANEFOLD_DOUBLE_1(acospi)
LANEFOLD_INLINE double asinpi(double a) { return asin(a) * LANEFOLD_INVERSE_PI_DOUBLE; }
LANEFOLD_DOUBLE_1(asinpi)
LANEFOLD_INLINE double atanpi(double a) { return atan(a) * LANEFOLD_INVERSE_PI_DOUBLE; }
LANEFOLD_DOUBLE_1(atanpi)
LANEFOLD_INLINE double atan2pi(double a, double b) {
  return atan2(a, b) * LANEFOLD_INVERSE_PI_DOUBLE;
}
LANEFOLD_DOUBLE_2(atan2pi)
#endif
