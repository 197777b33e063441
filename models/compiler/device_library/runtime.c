// SPDX-License-Identifier: Apache-2.0
// What LLVM's code generator calls by name on this target: block moves, 64-bit division,
// conversions between 64-bit integers and floats, halves, and rounding of doubles.

typedef __SIZE_TYPE__ size_t;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long s64;
typedef unsigned long long u64;

void* memcpy(void* restrict target, const void* restrict source, size_t bytes) {
  char* to = target;
  const char* from = source;
  if (((size_t)to | (size_t)from | bytes) % 4 == 0) {
    for (size_t i = 0; i < bytes; i += 4) *(u32*)(to + i) = *(const u32*)(from + i);
  } else {
    for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
  }
  return target;
}

void* memmove(void* target, const void* source, size_t bytes) {
  char* to = target;
  const char* from = source;
  if (to <= from) {
    for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
  } else {
    while (bytes-- != 0) to[bytes] = from[bytes];
  }
  return target;
}

void* memset(void* target, int value, size_t bytes) {
  char* to = target;
  for (size_t i = 0; i < bytes; ++i) to[i] = (char)value;
  return target;
}

// A variable of type sampler_t has a value, though nothing takes it.
void* __lanefold_sampler(int value) { return (void*)(size_t)value; }

// Quotient and remainder, one quotient bit a step, starting where the highest bits meet.
static u64 divide(u64 dividend, u64 divisor, u64* remainder) {
  if (dividend < divisor || divisor == 0) {
    *remainder = dividend;
    return divisor == 0 ? ~0ULL : 0;
  }
  if (dividend >> 32 == 0) {
    *remainder = (u32)dividend % (u32)divisor;
    return (u32)dividend / (u32)divisor;
  }
  u64 quotient = 0;
  int shift = __builtin_clzll(divisor) - __builtin_clzll(dividend);
  for (divisor <<= shift; shift >= 0; --shift, divisor >>= 1) {
    quotient <<= 1;
    if (dividend >= divisor) {
      dividend -= divisor;
      quotient |= 1;
    }
  }
  *remainder = dividend;
  return quotient;
}

static u64 magnitude(s64 a) { return a < 0 ? -(u64)a : (u64)a; }

u64 __udivdi3(u64 a, u64 b) {
  u64 remainder;
  return divide(a, b, &remainder);
}
u64 __umoddi3(u64 a, u64 b) {
  u64 remainder;
  divide(a, b, &remainder);
  return remainder;
}
s64 __divdi3(s64 a, s64 b) {
  u64 remainder;
  const u64 quotient = divide(magnitude(a), magnitude(b), &remainder);
  return (s64)((a < 0) == (b < 0) ? quotient : -quotient);
}
s64 __moddi3(s64 a, s64 b) {
  u64 remainder;
  divide(magnitude(a), magnitude(b), &remainder);
  return (s64)(a < 0 ? -remainder : remainder);
}

// Shifts by a variable amount, which small code leaves to a call.
u64 __ashldi3(u64 a, int n) {
  const u32 low = (u32)a;
  if (n >= 32) return (u64)(low << (n - 32)) << 32;
  if (n == 0) return a;
  return (u64)((u32)(a >> 32) << n | low >> (32 - n)) << 32 | low << n;
}
u64 __lshrdi3(u64 a, int n) {
  const u32 high = (u32)(a >> 32);
  if (n >= 32) return high >> (n - 32);
  if (n == 0) return a;
  return (u64)(high >> n) << 32 | ((u32)a >> n | high << (32 - n));
}
s64 __ashrdi3(s64 a, int n) {
  return a < 0 ? (s64)~__lshrdi3(~(u64)a, n) : (s64)__lshrdi3((u64)a, n);
}

static float power_of_two(int exponent) {
  const union {
    u32 bits;
    float value;
  } both = {(u32)(exponent + 127) << 23};
  return both.value;
}

// The highest 32 bits, with all lower ones gathered in the last, round as the whole would.
float __floatundisf(u64 a) {
  if (a >> 32 == 0) return (float)(u32)a;
  const int room = __builtin_clzll(a);
  const u64 shifted = a << room;
  const u32 top = (u32)(shifted >> 32) | ((u32)shifted != 0 ? 1U : 0U);
  return (float)top * power_of_two(32 - room);
}
float __floatdisf(s64 a) { return a < 0 ? -__floatundisf(magnitude(a)) : __floatundisf((u64)a); }

// A float's bits, and a half's.
union float_bits {
  float value;
  u32 bits;
};
union half_bits {
  _Float16 value;
  u16 bits;
};
static u32 bits_of(float value) { return ((union float_bits){.value = value}).bits; }
static float float_of(u32 bits) { return ((union float_bits){.bits = bits}).value; }

// Exact: scaling by 2^112 moves the exponent, which makes subnormal halves normal as well.
float __extendhfsf2(_Float16 a) {
  const u32 bits = ((union half_bits){.value = a}).bits;
  const u32 magnitude = (bits & 0x7fffU) << 13;
  const float moved = float_of(magnitude) * 0x1p112f;
  const u32 wide = magnitude >= 0x7c00U << 13 ? 0x7f800000U | magnitude : bits_of(moved);
  return float_of(wide | (bits & 0x8000U) << 16);
}

// To nearest even. Beside 0.5, the last place of a float is that of a subnormal half.
_Float16 __truncsfhf2(float a) {
  const u32 bits = bits_of(a);
  const u32 magnitude = bits & 0x7fffffffU;
  u32 half;
  if (magnitude > 0x7f800000U) {
    half = 0x7e00U | (magnitude >> 13 & 0x1ffU);
  } else if (magnitude >= 0x47800000U) {
    half = 0x7c00U;
  } else if (magnitude < 0x38800000U) {
    half = bits_of(float_of(magnitude) + 0.5f) - bits_of(0.5f);
  } else {
    half = (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;
  }
  return ((union half_bits){.bits = (u16)(half | (bits >> 16 & 0x8000U))}).value;
}

// Out of range the result is undefined; it saturates, like the machine's own conversions.
u64 __fixunssfdi(float a) {
  if (!(a >= 1.0f)) return 0;
  if (a >= 0x1p64f) return ~0ULL;
  const u32 high = (u32)(a * 0x1p-32f);
  return (u64)high << 32 | (u32)(a - (float)high * 0x1p32f);
}
s64 __fixsfdi(float a) {
  if (a >= 0x1p63f) return 0x7fffffffffffffffLL;
  if (a < -0x1p63f) return (s64)(1ULL << 63);
  return a < 0 ? -(s64)__fixunssfdi(-a) : (s64)__fixunssfdi(a);
}

#if __riscv_flen == 64
double __floatundidf(u64 a) { return (double)(u32)(a >> 32) * 0x1p32 + (double)(u32)a; }
double __floatdidf(s64 a) { return (double)(int)(a >> 32) * 0x1p32 + (double)(u32)a; }
u64 __fixunsdfdi(double a) {
  if (!(a >= 1.0)) return 0;
  if (a >= 0x1p64) return ~0ULL;
  const u32 high = (u32)(a * 0x1p-32);
  return (u64)high << 32 | (u32)(a - (double)high * 0x1p32);
}
s64 __fixdfdi(double a) {
  if (a >= 0x1p63) return 0x7fffffffffffffffLL;
  if (a < -0x1p63) return (s64)(1ULL << 63);
  return a < 0 ? -(s64)__fixunsdfdi(-a) : (s64)__fixunsdfdi(a);
}

// Rounding to odd on the way to float keeps the second rounding exact.
_Float16 __truncdfhf2(double a) {
  float narrow;
  __asm__("fcvt.s.d %0, %1, rtz" : "=f"(narrow) : "f"(a));
  const u32 lost = (double)narrow != a && a == a ? 1U : 0U;
  return __truncsfhf2(float_of(bits_of(narrow) | lost));
}

// Doubles of this size and above are integers; NaN passes as well.
static int is_whole(double a) { return !(__builtin_fabs(a) < 0x1p52); }

double rint(double a) {
  if (is_whole(a)) return a;
  return __builtin_copysign((__builtin_fabs(a) + 0x1p52) - 0x1p52, a);
}
double trunc(double a) {
  if (is_whole(a)) return a;
  const double size = __builtin_fabs(a);
  const double nearest = (size + 0x1p52) - 0x1p52;
  return __builtin_copysign(nearest > size ? nearest - 1.0 : nearest, a);
}
double floor(double a) {
  const double whole = trunc(a);
  return whole > a ? whole - 1.0 : whole;
}
double ceil(double a) {
  const double whole = trunc(a);
  return whole < a ? whole + 1.0 : whole;
}
double round(double a) {
  const double whole = trunc(a);
  return __builtin_fabs(a - whole) >= 0.5 ? whole + __builtin_copysign(1.0, a) : whole;
}
#endif
