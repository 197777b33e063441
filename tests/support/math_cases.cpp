// SPDX-License-Identifier: Apache-2.0
// Exact results by MPFR, and the bounds of OpenCL 1.2 clause 7.4 (tables 7.1 and 7.2).
#include <climits>

#include "tests/support/math_references.h"

namespace lanefold {
namespace {

// One over a root is positive at +0 alone in MPFR.
void rsqrt(MathCall& x) {
  mpfr_rec_sqrt(x.result, x.a, MPFR_RNDN);
  if (x.arguments[0] == 0) mpfr_copysign(x.result, x.result, x.a, MPFR_RNDN);
}
void sine(MathCall& x) { mpfr_sin(x.result, x.a, MPFR_RNDN); }
void cosine(MathCall& x) { mpfr_cos(x.result, x.a, MPFR_RNDN); }
void reciprocal(MathCall& x) { mpfr_ui_div(x.result, 1, x.a, MPFR_RNDN); }

void log_gamma(MathCall& x) {
  int sign = 1;
  mpfr_lgamma(x.result, &sign, x.a, MPFR_RNDN);
  const double a = x.arguments[0];
  // No bound is asked for, and beside the zeros between poles there is no relative precision.
  if (a < 0) mpfr_set_ui(x.scale, 1, MPFR_RNDN);
  // Of what has no sign the standard names zero and the negative integers.
  if (std::isfinite(a)) x.integer = a <= 0 && std::floor(a) == a ? 0 : sign;
}

void log_gamma_alone(MathCall& x) {
  log_gamma(x);
  x.integer.reset();
}

void log_base(MathCall& x) { set(x, std::logb(x.arguments[0])); }
void integer_log(MathCall& x) {
  const double a = x.arguments[0];
  set(x, 0.0);
  x.integer = a == 0 ? INT_MIN : std::isfinite(a) ? std::ilogb(a) : INT_MAX;
}
void split(MathCall& x) {
  int exponent = 0;
  set(x, std::frexp(x.arguments[0], &exponent));
  x.integer = std::isfinite(x.arguments[0]) ? exponent : 0;
}

// Below 1, whatever rounding does.
void fraction(MathCall& x) {
  if (mpfr_inf_p(x.a) != 0) return set(x, std::copysign(0.0, x.arguments[0]));
  mpfr_floor(x.result, x.a);
  mpfr_sub(x.result, x.a, x.result, MPFR_RNDN);
  if (x.arguments[0] == 0) set(x, x.arguments[0]);
  const double below_1 = x.single ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1;
  if (mpfr_cmp_d(x.result, below_1) > 0) set(x, below_1);
}
void fractional_part(MathCall& x) {
  double whole = 0;
  set(x, std::modf(x.arguments[0], &whole));
}

void difference(MathCall& x) {
  if (any_nan(x, 2)) return set(x, NAN);
  mpfr_sub(x.result, x.a, x.b, MPFR_RNDN);
  if (x.arguments[0] <= x.arguments[1]) set(x, 0.0);
}
void copied_sign(MathCall& x) { set(x, std::copysign(x.arguments[0], x.arguments[1])); }
void larger_magnitude(MathCall& x) {
  const int order = mpfr_cmpabs(x.a, x.b);
  if (any_nan(x, 2) || order == 0) return of_a_b<mpfr_max>(x);
  set(x, x.arguments.at(order > 0 ? 0 : 1));
}
void smaller_magnitude(MathCall& x) {
  const int order = mpfr_cmpabs(x.a, x.b);
  if (any_nan(x, 2) || order == 0) return of_a_b<mpfr_min>(x);
  set(x, x.arguments.at(order < 0 ? 0 : 1));
}
void next(MathCall& x) {
  const auto [a, b, c, d] = x.arguments;
  set(x, x.single ? std::nextafter(static_cast<float>(a), static_cast<float>(b))
                  : std::nextafter(a, b));
}
void quotient_and_rest(MathCall& x) {
  long quotient = 0;
  mpfr_remquo(x.result, &quotient, x.a, x.b, MPFR_RNDN);
  const int low = static_cast<int>(std::labs(quotient) & 0x7f);
  x.integer = mpfr_nan_p(x.result) != 0 ? 0 : quotient < 0 ? -low : low;
}
// The product's last bit decides even where the sum is beyond all bits of a common number.
void fused(MathCall& x) {
  mpfr_set_prec(x.result, 4400);
  mpfr_fma(x.result, x.a, x.b, x.c, MPFR_RNDN);
}
// Not a number for an exponent that is none, even of 1.
void real_power(MathCall& x) {
  of_a_b<mpfr_powr>(x);
  if (any_nan(x, 2)) set(x, NAN);
}
void integer_power(MathCall& x) { mpfr_pow_si(x.result, x.a, x.n, MPFR_RNDN); }
void root(MathCall& x) { mpfr_rootn_si(x.result, x.a, x.n, MPFR_RNDN); }
void scaled(MathCall& x) { mpfr_mul_2si(x.result, x.a, x.n, MPFR_RNDN); }

}  // namespace

void evaluate(const MathCase& function, MathCall& call) {
  mpfr_set_prec(call.result, MpfrValue::kBits);
  mpfr_set_zero(call.scale, 1);
  call.integer.reset();
  call.defined = true;
  std::size_t next = 0;
  for (mpfr_ptr argument :
       {mpfr_ptr{call.a}, mpfr_ptr{call.b}, mpfr_ptr{call.c}, mpfr_ptr{call.d}}) {
    mpfr_set_d(argument, call.arguments.at(next++), MPFR_RNDN);
  }
  function.reference(call);
}

const std::vector<MathCase>& math_cases() {
  static const std::vector<MathCase> cases = {
      {"acos", "r = acos(a);", 4, 4, true, of_a<mpfr_acos>},
      {"acosh", "r = acosh(a);", 4, 4, true, of_a<mpfr_acosh>},
      {"acospi", "r = acospi(a);", 5, 5, true, of_a<mpfr_acospi>},
      {"asin", "r = asin(a);", 4, 4, true, of_a<mpfr_asin>},
      {"asinh", "r = asinh(a);", 4, 4, true, of_a<mpfr_asinh>},
      {"asinpi", "r = asinpi(a);", 5, 5, true, of_a<mpfr_asinpi>},
      {"atan", "r = atan(a);", 5, 5, true, of_a<mpfr_atan>},
      {"atan2", "r = atan2(a, b);", 6, 6, false, of_a_b<mpfr_atan2>},
      {"atan2pi", "r = atan2pi(a, b);", 6, 6, false, of_a_b<mpfr_atan2pi>},
      {"atanh", "r = atanh(a);", 5, 5, true, of_a<mpfr_atanh>},
      {"atanpi", "r = atanpi(a);", 5, 5, true, of_a<mpfr_atanpi>},
      {"cbrt", "r = cbrt(a);", 2, 2, true, of_a<mpfr_cbrt>},
      {"ceil", "r = ceil(a);", kExact, kExact, true, to_integer<MPFR_RNDU>},
      {"copysign", "r = copysign(a, b);", kExact, kExact, false, copied_sign},
      {"cos", "r = cos(a);", 4, 4, true, cosine},
      {"cosh", "r = cosh(a);", 4, 4, true, of_a<mpfr_cosh>},
      {"cospi", "r = cospi(a);", 4, 4, true, of_a<mpfr_cospi>},
      {"erf", "r = erf(a);", 16, 16, true, of_a<mpfr_erf>},
      {"erfc", "r = erfc(a);", 16, 16, true, of_a<mpfr_erfc>},
      {"exp", "r = exp(a);", 3, 3, true, of_a<mpfr_exp>},
      {"exp10", "r = exp10(a);", 3, 3, true, of_a<mpfr_exp10>},
      {"exp2", "r = exp2(a);", 3, 3, true, of_a<mpfr_exp2>},
      {"expm1", "r = expm1(a);", 3, 3, true, of_a<mpfr_expm1>},
      {"fabs", "r = fabs(a);", kExact, kExact, true, of_a<mpfr_abs>},
      {"fdim", "r = fdim(a, b);", kExact, kExact, false, difference},
      {"floor", "r = floor(a);", kExact, kExact, true, to_integer<MPFR_RNDD>},
      {"fma", "r = fma(a, b, c);", kExact, kExact, false, fused},
      {"fmax", "r = fmax(a, b);", kExact, kExact, false, of_a_b<mpfr_max>},
      {"fmin", "r = fmin(a, b);", kExact, kExact, false, of_a_b<mpfr_min>},
      {"fmod", "r = fmod(a, b);", kExact, kExact, false, of_a_b<mpfr_fmod>},
      {"fract", "T w; r = fract(a, &w);", kExact, kExact, true, fraction},
      {"fract", "fract(a, &r);", kExact, kExact, true, to_integer<MPFR_RNDD>},
      {"frexp", "r = frexp(a, &k);", kExact, kExact, true, split},
      {"hypot", "r = hypot(a, b);", 4, 4, false, of_a_b<mpfr_hypot>},
      {"ilogb", "k = ilogb(a);", kExact, kExact, true, integer_log},
      {"ldexp", "r = ldexp(a, n);", kExact, kExact, false, scaled},
      {"lgamma", "r = lgamma(a);", 16, 64, true, log_gamma_alone},
      {"lgamma_r", "r = lgamma_r(a, &k);", 16, 64, true, log_gamma},
      {"log", "r = log(a);", 3, 3, true, of_a<mpfr_log>},
      {"log10", "r = log10(a);", 3, 3, true, of_a<mpfr_log10>},
      {"log1p", "r = log1p(a);", 2, 2, true, of_a<mpfr_log1p>},
      {"log2", "r = log2(a);", 3, 3, true, of_a<mpfr_log2>},
      {"logb", "r = logb(a);", kExact, kExact, true, log_base},
      {"mad", "r = mad(a, b, c);", kExact, kExact, false, fused},
      {"maxmag", "r = maxmag(a, b);", kExact, kExact, false, larger_magnitude},
      {"minmag", "r = minmag(a, b);", kExact, kExact, false, smaller_magnitude},
      {"modf", "T w; r = modf(a, &w);", kExact, kExact, true, fractional_part},
      {"modf", "modf(a, &r);", kExact, kExact, true, to_integer<MPFR_RNDZ>},
      {"nextafter", "r = nextafter(a, b);", kExact, kExact, false, next},
      {"pow", "r = pow(a, b);", 16, 16, false, of_a_b<mpfr_pow>},
      {"pown", "r = pown(a, n);", 16, 16, false, integer_power},
      {"powr", "r = powr(a, b);", 16, 16, false, real_power},
      {"remainder", "r = remainder(a, b);", kExact, kExact, false, of_a_b<mpfr_remainder>},
      {"remquo", "r = remquo(a, b, &k);", kExact, kExact, false, quotient_and_rest},
      {"rint", "r = rint(a);", kExact, kExact, true, to_integer<MPFR_RNDN>},
      {"rootn", "r = rootn(a, n);", 16, 16, false, root},
      {"round", "r = round(a);", kExact, kExact, true, to_integer<MPFR_RNDNA>},
      {"rsqrt", "r = rsqrt(a);", 2, 2, true, rsqrt},
      {"sin", "r = sin(a);", 4, 4, true, sine},
      {"sincos", "T w; r = sincos(a, &w);", 4, 4, true, sine},
      {"sincos", "sincos(a, &r);", 4, 4, true, cosine},
      {"sinh", "r = sinh(a);", 4, 4, true, of_a<mpfr_sinh>},
      {"sinpi", "r = sinpi(a);", 4, 4, true, of_a<mpfr_sinpi>},
      {"sqrt", "r = sqrt(a);", 3, kExact, true, of_a<mpfr_sqrt>},
      {"tan", "r = tan(a);", 5, 5, true, of_a<mpfr_tan>},
      {"tanh", "r = tanh(a);", 5, 5, true, of_a<mpfr_tanh>},
      {"tanpi", "r = tanpi(a);", 6, 6, true, of_a<mpfr_tanpi>},
      {"tgamma", "r = tgamma(a);", 16, 16, true, of_a<mpfr_gamma>},
      {"trunc", "r = trunc(a);", kExact, kExact, true, to_integer<MPFR_RNDZ>},
      {"x / y", "r = a / b;", 2.5, kExact, false, of_a_b<mpfr_div>},
      {"1 / x", "r = 1 / a;", 2.5, kExact, true, reciprocal},
  };
  return cases;
}

const std::vector<MathCase>& native_cases() {
  static const std::vector<MathCase> cases = {
      {"half_cos", "r = half_cos(a);", 8192, 0, true, cosine},
      {"half_divide", "r = half_divide(a, b);", 8192, 0, false, of_a_b<mpfr_div>},
      {"half_exp", "r = half_exp(a);", 8192, 0, true, of_a<mpfr_exp>},
      {"half_exp10", "r = half_exp10(a);", 8192, 0, true, of_a<mpfr_exp10>},
      {"half_exp2", "r = half_exp2(a);", 8192, 0, true, of_a<mpfr_exp2>},
      {"half_log", "r = half_log(a);", 8192, 0, true, of_a<mpfr_log>},
      {"half_log10", "r = half_log10(a);", 8192, 0, true, of_a<mpfr_log10>},
      {"half_log2", "r = half_log2(a);", 8192, 0, true, of_a<mpfr_log2>},
      {"half_powr", "r = half_powr(a, b);", 8192, 0, false, real_power},
      {"half_recip", "r = half_recip(a);", 8192, 0, true, reciprocal},
      {"half_rsqrt", "r = half_rsqrt(a);", 8192, 0, true, rsqrt},
      {"half_sin", "r = half_sin(a);", 8192, 0, true, sine},
      {"half_sqrt", "r = half_sqrt(a);", 8192, 0, true, of_a<mpfr_sqrt>},
      {"half_tan", "r = half_tan(a);", 8192, 0, true, of_a<mpfr_tan>},
      {"native_cos", "r = native_cos(a);", 1, 0, true, cosine},
      {"native_divide", "r = native_divide(a, b);", 1, 0, false, of_a_b<mpfr_div>},
      {"native_exp", "r = native_exp(a);", 1, 0, true, of_a<mpfr_exp>},
      {"native_exp10", "r = native_exp10(a);", 1, 0, true, of_a<mpfr_exp10>},
      {"native_exp2", "r = native_exp2(a);", 1, 0, true, of_a<mpfr_exp2>},
      {"native_log", "r = native_log(a);", 1, 0, true, of_a<mpfr_log>},
      {"native_log10", "r = native_log10(a);", 2, 0, true, of_a<mpfr_log10>},
      {"native_log2", "r = native_log2(a);", 1, 0, true, of_a<mpfr_log2>},
      {"native_powr", "r = native_powr(a, b);", 1, 0, false, of_a_b<mpfr_pow>},
      {"native_recip", "r = native_recip(a);", 1, 0, true, reciprocal},
      {"native_rsqrt", "r = native_rsqrt(a);", 1, 0, true, rsqrt},
      {"native_sin", "r = native_sin(a);", 1, 0, true, sine},
      {"native_sqrt", "r = native_sqrt(a);", 1, 0, true, of_a<mpfr_sqrt>},
      {"native_tan", "r = native_tan(a);", 2, 0, true, of_a<mpfr_tan>},
  };
  return cases;
}

}  // namespace lanefold
