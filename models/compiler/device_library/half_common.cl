// SPDX-License-Identifier: Apache-2.0
// Common and geometric functions of halves (cl_khr_fp16; OpenCL 1.2 clauses 6.12.4 and 6.12.5): in
// floats, which their sums and squares do not leave, and rounded once.
#include "expand.h"

LANEFOLD_INLINE half max(half a, half b) { return (float)a < (float)b ? b : a; }
LANEFOLD_INLINE half min(half a, half b) { return (float)b < (float)a ? b : a; }
LANEFOLD_INLINE half clamp(half a, half b, half c) {
  return (half)clamp((float)a, (float)b, (float)c);
}
LANEFOLD_INLINE half degrees(half a) { return (half)degrees((float)a); }
LANEFOLD_INLINE half radians(half a) { return (half)radians((float)a); }
LANEFOLD_INLINE half mix(half a, half b, half c) { return (half)mix((float)a, (float)b, (float)c); }
LANEFOLD_INLINE half step(half a, half b) { return (float)b < (float)a ? 0.0h : 1.0h; }
LANEFOLD_INLINE half smoothstep(half a, half b, half c) {
  return (half)smoothstep((float)a, (float)b, (float)c);
}
LANEFOLD_INLINE half sign(half a) { return (half)sign((float)a); }
LANEFOLD_VECTORS_2(half, max, half, half)
LANEFOLD_VECTORS_2(half, min, half, half)
LANEFOLD_VECTORS_3(half, clamp, half, half, half)
LANEFOLD_VECTORS_1(half, degrees, half)
LANEFOLD_VECTORS_1(half, radians, half)
LANEFOLD_VECTORS_3(half, mix, half, half, half)
LANEFOLD_VECTORS_2(half, step, half, half)
LANEFOLD_VECTORS_3(half, smoothstep, half, half, half)
LANEFOLD_VECTORS_1(half, sign, half)
LANEFOLD_WIDTHS_OF(LANEFOLD_COMMON_SCALAR, half)

#define LANEFOLD_HALF_GEOMETRY(N)                                                                 \
  LANEFOLD_INLINE half dot(half##N a, half##N b) {                                                \
    return (half)dot(convert_float##N(a), convert_float##N(b));                                   \
  }                                                                                               \
  LANEFOLD_INLINE half length(half##N a) { return (half)length(convert_float##N(a)); }            \
  LANEFOLD_INLINE half distance(half##N a, half##N b) {                                           \
    return (half)distance(convert_float##N(a), convert_float##N(b));                              \
  }                                                                                               \
  LANEFOLD_INLINE half##N normalize(half##N a) {                                                  \
    return convert_half##N(normalize(convert_float##N(a)));                                       \
  }
LANEFOLD_HALF_GEOMETRY()
LANEFOLD_HALF_GEOMETRY(2)
LANEFOLD_HALF_GEOMETRY(3)
LANEFOLD_HALF_GEOMETRY(4)
LANEFOLD_INLINE half3 cross(half3 a, half3 b) {
  return convert_half3(cross(convert_float3(a), convert_float3(b)));
}
LANEFOLD_INLINE half4 cross(half4 a, half4 b) {
  return convert_half4(cross(convert_float4(a), convert_float4(b)));
}
