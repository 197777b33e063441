// SPDX-License-Identifier: Apache-2.0
// Images as halves (cl_khr_fp16, "image read and write functions"): as floats, rounded once more,
// which changes nothing where the texels are halves.
#include "expand.h"

#define LANEFOLD_HALF_ACCESS(IMAGE, INT, DIMENSIONS, LAYERED, AT)                        \
  LANEFOLD_INLINE half4 read_imageh(read_only IMAGE image, INT c) {                      \
    return convert_half4(read_imagef(image, c));                                         \
  }                                                                                      \
  LANEFOLD_INLINE void write_imageh(write_only IMAGE image, INT c, half4 colour) {       \
    write_imagef(image, c, convert_float4(colour));                                      \
  }
LANEFOLD_SHAPES(LANEFOLD_HALF_ACCESS)

#define LANEFOLD_HALF_SAMPLE(IMAGE, COORDINATE)                                          \
  LANEFOLD_INLINE half4 read_imageh(read_only IMAGE image, sampler_t s, COORDINATE c) {  \
    return convert_half4(read_imagef(image, s, c));                                      \
  }
#define LANEFOLD_HALF_SAMPLES(IMAGE, INT, DIMENSIONS, LAYERED, AT) LANEFOLD_HALF_SAMPLE(IMAGE, INT)
LANEFOLD_SAMPLED_SHAPES(LANEFOLD_HALF_SAMPLES)
LANEFOLD_HALF_SAMPLE(image1d_t, float)
LANEFOLD_HALF_SAMPLE(image1d_array_t, float2)
LANEFOLD_HALF_SAMPLE(image2d_t, float2)
LANEFOLD_HALF_SAMPLE(image2d_array_t, float4)
LANEFOLD_HALF_SAMPLE(image3d_t, float4)
