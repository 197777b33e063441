// SPDX-License-Identifier: Apache-2.0
// Common, relational and geometric functions. OpenCL 1.2 leaves their error open but for what is
// exact: the bounds are ours.
#include <cfloat>
#include <functional>

#include "tests/support/math_references.h"

namespace lanefold {
namespace {

// Common functions. What NaN gives in comparisons is left open.
void larger(MathCall& x) {
  x.defined = !any_nan(x, 2);
  set(x, x.arguments.at(x.arguments[0] < x.arguments[1] ? 1 : 0));
}
void smaller(MathCall& x) {
  x.defined = !any_nan(x, 2);
  set(x, x.arguments.at(x.arguments[1] < x.arguments[0] ? 1 : 0));
}
void clamped(MathCall& x) {
  const auto [a, b, c, d] = x.arguments;
  x.defined = !any_nan(x, 3) && b <= c && (a != 0 || (b != 0 && c != 0));
  set(x, std::fmin(std::fmax(a, b), c));
}
void stepped(MathCall& x) { set(x, x.arguments[1] < x.arguments[0] ? 0.0 : 1.0); }
void sign_of(MathCall& x) {
  const double a = x.arguments[0];
  set(x, std::isnan(a) ? 0.0 : a == 0 ? a : std::copysign(1.0, a));
}
void degrees(MathCall& x) {
  mpfr_const_pi(x.result, MPFR_RNDN);
  mpfr_ui_div(x.result, 180, x.result, MPFR_RNDN);
  mpfr_mul(x.result, x.result, x.a, MPFR_RNDN);
}
void radians(MathCall& x) {
  mpfr_const_pi(x.result, MPFR_RNDN);
  mpfr_div_ui(x.result, x.result, 180, MPFR_RNDN);
  mpfr_mul(x.result, x.result, x.a, MPFR_RNDN);
}
void mixed(MathCall& x) {
  x.defined = all_below(x, 2, 100) && x.arguments[2] >= 0 && x.arguments[2] <= 1;
  mpfr_sub(x.result, x.b, x.a, MPFR_RNDN);
  enlarge_scale(x, x.a);
  enlarge_scale(x, x.result);
  mpfr_fma(x.result, x.result, x.c, x.a, MPFR_RNDN);
}
void smooth_step(MathCall& x) {
  const auto [a, b, c, d] = x.arguments;
  x.defined = all_below(x, 3, 100) && a < b;
  if (!x.defined) return;
  if (c <= a || c >= b) return set(x, c <= a ? 0.0 : 1.0);
  MpfrValue t;
  mpfr_sub(t, x.b, x.a, MPFR_RNDN);
  mpfr_sub(x.result, x.c, x.a, MPFR_RNDN);
  mpfr_div(t, x.result, t, MPFR_RNDN);
  mpfr_mul_si(x.result, t, -2, MPFR_RNDN);
  mpfr_add_ui(x.result, x.result, 3, MPFR_RNDN);
  mpfr_sqr(t, t, MPFR_RNDN);
  mpfr_mul(x.result, x.result, t, MPFR_RNDN);
}

// Relational functions give 0 or 1 for scalars.
template <class Relation>
void relate(MathCall& x, Relation holds) {
  set(x, 0.0);
  x.integer = holds(x.arguments[0], x.arguments[1]) ? 1 : 0;
}
void equal(MathCall& x) { relate(x, std::equal_to<>()); }
void not_equal(MathCall& x) { relate(x, std::not_equal_to<>()); }
void greater(MathCall& x) { relate(x, std::greater<>()); }
void greater_equal(MathCall& x) { relate(x, std::greater_equal<>()); }
void less(MathCall& x) { relate(x, std::less<>()); }
void less_equal(MathCall& x) { relate(x, std::less_equal<>()); }
void less_greater(MathCall& x) {
  relate(x, [](double a, double b) { return a < b || a > b; });
}
void unordered(MathCall& x) {
  relate(x, [](double a, double b) { return std::isnan(a) || std::isnan(b); });
}
void ordered(MathCall& x) {
  unordered(x);
  x.integer = 1 - *x.integer;
}
void finite(MathCall& x) {
  relate(x, [](double a, double) { return std::isfinite(a); });
}
void infinite(MathCall& x) {
  relate(x, [](double a, double) { return std::isinf(a); });
}
void not_a_number(MathCall& x) {
  relate(x, [](double a, double) { return std::isnan(a); });
}
void normal(MathCall& x) {
  const double least = x.single ? FLT_MIN : DBL_MIN;
  relate(x, [=](double a, double) { return std::isfinite(a) && std::fabs(a) >= least; });
}
void sign_bit(MathCall& x) {
  relate(x, [](double a, double) { return std::signbit(a); });
}
void selected(MathCall& x) { set(x, x.arguments.at(x.n != 0 ? 1 : 0)); }

// Geometric functions of the vector (a, b, c, d), or of (a, b) and (c, d).
using Sum = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
void sum_of_products(MathCall& x, Sum add) {
  x.defined = all_below(x, 4, 60);
  MpfrValue product;
  mpfr_mul(x.result, x.a, x.c, MPFR_RNDN);
  mpfr_mul(product, x.b, x.d, MPFR_RNDN);
  enlarge_scale(x, x.result);
  enlarge_scale(x, product);
  add(x.result, x.result, product, MPFR_RNDN);
}
void dot_product(MathCall& x) { sum_of_products(x, mpfr_add); }
void cross_product(MathCall& x) { sum_of_products(x, mpfr_sub); }
void square_sum(mpfr_ptr sum, const MathCall& x) {
  MpfrValue square;
  mpfr_sqr(sum, x.a, MPFR_RNDN);
  for (mpfr_srcptr component : {mpfr_srcptr{x.b}, mpfr_srcptr{x.c}, mpfr_srcptr{x.d}}) {
    mpfr_sqr(square, component, MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
  }
}
bool any_infinite(const MathCall& x) {
  return std::any_of(x.arguments.begin(), x.arguments.end(),
                     [](double a) { return std::isinf(a); });
}
void length(MathCall& x) {
  x.defined = !(any_nan(x, 4) && any_infinite(x));
  square_sum(x.result, x);
  mpfr_sqrt(x.result, x.result, MPFR_RNDN);
}
void distance(MathCall& x) {
  MpfrValue other;
  x.defined = !(any_nan(x, 4) && any_infinite(x));
  mpfr_sub(x.result, x.a, x.c, MPFR_RNDN);
  mpfr_sub(other, x.b, x.d, MPFR_RNDN);
  mpfr_hypot(x.result, x.result, other, MPFR_RNDN);
}
// Infinite components count as 1, others beside them as 0.
void normalized(MathCall& x) {
  if (any_nan(x, 4)) return set(x, NAN);
  if (any_infinite(x)) {
    for (mpfr_ptr component : {mpfr_ptr{x.a}, mpfr_ptr{x.b}, mpfr_ptr{x.c}, mpfr_ptr{x.d}}) {
      const bool negative = mpfr_signbit(component) != 0;
      mpfr_set_ui(component, mpfr_inf_p(component) != 0 ? 1 : 0, MPFR_RNDN);
      mpfr_setsign(component, component, negative, MPFR_RNDN);
    }
  }
  square_sum(x.result, x);
  if (mpfr_zero_p(x.result) != 0) return set(x, mpfr_srcptr{x.a});
  mpfr_sqrt(x.result, x.result, MPFR_RNDN);
  mpfr_div(x.result, x.a, x.result, MPFR_RNDN);
}
// The fast forms may square whatever comes.
template <void (*Function)(MathCall&)>
void fast(MathCall& x) {
  MpfrValue sum;
  square_sum(sum, x);
  const bool moderate =
      mpfr_number_p(sum) != 0 && mpfr_cmp_d(sum, 0x1p-100) > 0 && mpfr_cmp_d(sum, 0x1p120) < 0;
  Function(x);
  x.defined = moderate;
}

}  // namespace

const std::vector<MathCase>& common_cases() {
  static const std::vector<MathCase> cases = {
      {"clamp", "r = clamp(a, b, c);", kExact, kExact, false, clamped},
      {"degrees", "r = degrees(a);", 2, 2, true, degrees},
      {"max", "r = max(a, b);", kExact, kExact, false, larger},
      {"min", "r = min(a, b);", kExact, kExact, false, smaller},
      {"mix", "r = mix(a, b, c);", 4, 4, false, mixed},
      {"radians", "r = radians(a);", 2, 2, true, radians},
      {"sign", "r = sign(a);", kExact, kExact, true, sign_of},
      {"smoothstep", "r = smoothstep(a, b, c);", 8, 8, false, smooth_step},
      {"step", "r = step(a, b);", kExact, kExact, false, stepped},

      {"isequal", "k = isequal(a, b);", kExact, kExact, false, equal},
      {"isnotequal", "k = isnotequal(a, b);", kExact, kExact, false, not_equal},
      {"isgreater", "k = isgreater(a, b);", kExact, kExact, false, greater},
      {"isgreaterequal", "k = isgreaterequal(a, b);", kExact, kExact, false, greater_equal},
      {"isless", "k = isless(a, b);", kExact, kExact, false, less},
      {"islessequal", "k = islessequal(a, b);", kExact, kExact, false, less_equal},
      {"islessgreater", "k = islessgreater(a, b);", kExact, kExact, false, less_greater},
      {"isordered", "k = isordered(a, b);", kExact, kExact, false, ordered},
      {"isunordered", "k = isunordered(a, b);", kExact, kExact, false, unordered},
      {"isfinite", "k = isfinite(a);", kExact, kExact, true, finite},
      {"isinf", "k = isinf(a);", kExact, kExact, true, infinite},
      {"isnan", "k = isnan(a);", kExact, kExact, true, not_a_number},
      {"isnormal", "k = isnormal(a);", kExact, kExact, true, normal},
      {"signbit", "k = signbit(a);", kExact, kExact, true, sign_bit},
      {"select", "r = select(a, b, (I)n);", kExact, kExact, false, selected},

      {"cross", "r = cross((T4)(a, b, 0, 0), (T4)(d, c, 0, 0)).z;", 3, 3, false, cross_product},
      {"distance", "r = distance((T2)(a, b), (T2)(c, d));", 6.5, 6.5, false, distance},
      {"dot", "r = dot((T2)(a, b), (T2)(c, d));", 3, 3, false, dot_product},
      {"length", "r = length((T4)(a, b, c, d));", 4.75, 4.75, false, length},
      {"normalize", "r = normalize((T4)(a, b, c, d)).x;", 6, 6, false, normalized},
  };
  return cases;
}

const std::vector<MathCase>& fast_geometric_cases() {
  static const std::vector<MathCase> cases = {
      {"fast_distance", "r = fast_distance((T2)(a, b), (T2)(c, d));", 8196, 0, false,
       fast<distance>},
      {"fast_length", "r = fast_length((T4)(a, b, c, d));", 8196, 0, false, fast<length>},
      {"fast_normalize", "r = fast_normalize((T4)(a, b, c, d)).x;", 8196, 0, false,
       fast<normalized>},
  };
  return cases;
}

}  // namespace lanefold
