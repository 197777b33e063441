// SPDX-License-Identifier: Apache-2.0
// Which texels a coordinate means (OpenCL 1.2 clause 8.2). A machine of this kind has no sampler of
// its own: the address modes and the filter are ordinary instructions.
#include "expand.h"

#define LANEFOLD_ADDRESS_MODE(sampler) ((sampler) & 0xeU)
#define LANEFOLD_IS_NORMALISED(sampler) (((sampler) & CLK_NORMALIZED_COORDS_TRUE) != 0)
#define LANEFOLD_IS_LINEAR(sampler) (((sampler) & CLK_FILTER_LINEAR) != 0)

// To a kernel, a sampler is a pointer that holds the bits of CLK_ constants. clang calls this for
// one that is declared in the program.
__constant void* lanefold_sampler(uint bits) __asm__("__lanefold_sampler");
__attribute__((always_inline)) __constant void* lanefold_sampler(uint bits) {
  return (__constant void*)bits;
}

// The next integer below; saturates, unlike a conversion of C.
LANEFOLD_PART int lanefold_floor(float value) {
  int result;
  __asm__("fcvt.w.s %0, %1, rdn" : "=r"(result) : "f"(value));
  return result;
}
LANEFOLD_PART int lanefold_nearest(float value) {
  int result;
  __asm__("fcvt.w.s %0, %1, rne" : "=r"(result) : "f"(value));
  return result;
}

// The two texels around a coordinate along one dimension, and how far the higher one counts. With
// the nearest filter only `low` has a meaning.
typedef struct {
  int low;
  int high;
  float part;
} lanefold_texels;

// Keeps indices in bounds also where the standard leaves the result open, as hardware does. One
// texel beyond the edge means the border's colour.
LANEFOLD_PART int lanefold_bounded(int index, int size, uint sampler) {
  const int border = LANEFOLD_ADDRESS_MODE(sampler) == CLK_ADDRESS_CLAMP ? 1 : 0;
  return clamp(index, -border, size - 1 + border);
}

LANEFOLD_PART lanefold_texels lanefold_locate(float coordinate, int size, uint sampler) {
  const uint mode = LANEFOLD_ADDRESS_MODE(sampler);
  float u = coordinate;
  if (mode == CLK_ADDRESS_REPEAT) u = coordinate - floor(coordinate);
  if (mode == CLK_ADDRESS_MIRRORED_REPEAT) {
    u = fabs(coordinate - 2.0f * rint(0.5f * coordinate));
  }
  if (LANEFOLD_IS_NORMALISED(sampler)) u *= (float)size;
  if (LANEFOLD_IS_LINEAR(sampler)) {
    // Beyond the border all is the same, and the part must be a number.
    u = clamp(u - 0.5f, -2.0f, (float)size + 2.0f);
  }
  lanefold_texels texels;
  texels.low = lanefold_floor(u);
  texels.high = texels.low + 1;
  texels.part = LANEFOLD_IS_LINEAR(sampler) ? u - (float)texels.low : 0.0f;
  if (mode == CLK_ADDRESS_REPEAT) {
    if (texels.low < 0) texels.low += size;
    if (texels.low >= size) texels.low -= size;
    if (texels.high >= size) texels.high -= size;
  }
  texels.low = lanefold_bounded(texels.low, size, sampler);
  texels.high = lanefold_bounded(texels.high, size, sampler);
  return texels;
}

LANEFOLD_PART int lanefold_layer(int index, uint layers) { return clamp(index, 0, (int)layers - 1); }

// The bytes of a texel; outside of the image all are 0, which decodes to the border's colour.
LANEFOLD_PART uint4 lanefold_fetch(const __global lanefold_image* image, uint sampler,
                                   int dimensions, int4 at) {
  if (LANEFOLD_ADDRESS_MODE(sampler) == CLK_ADDRESS_CLAMP) {
    bool inside = (uint)at.x < image->width;
    if (dimensions > 1) inside = inside && (uint)at.y < image->height;
    if (dimensions > 2) inside = inside && (uint)at.z < image->depth;
    if (!inside) return (uint4)(0);
  }
  return lanefold_load_words(lanefold_texel_address(image, at), image->texel_shift);
}

// Integer coordinates: `at.z` of an image of fewer than three dimensions is the layer.
LANEFOLD_PART uint4 lanefold_read_at(const __global lanefold_image* image, uint sampler,
                                     int dimensions, bool layered, int4 at) {
  at.x = lanefold_bounded(at.x, (int)image->width, sampler);
  if (dimensions > 1) at.y = lanefold_bounded(at.y, (int)image->height, sampler);
  if (dimensions > 2) at.z = lanefold_bounded(at.z, (int)image->depth, sampler);
  if (layered) at.z = lanefold_layer(at.z, image->layers);
  return lanefold_fetch(image, sampler, dimensions, at);
}

// The nearest texel.
LANEFOLD_PART uint4 lanefold_read_nearest(const __global lanefold_image* image, uint sampler,
                                          int dimensions, float4 coordinate, int layer) {
  const uint nearest = sampler & ~(uint)CLK_FILTER_LINEAR;
  int4 at = (int4)(0, 0, layer, 0);
  at.x = lanefold_locate(coordinate.x, (int)image->width, nearest).low;
  if (dimensions > 1) at.y = lanefold_locate(coordinate.y, (int)image->height, nearest).low;
  if (dimensions > 2) at.z = lanefold_locate(coordinate.z, (int)image->depth, nearest).low;
  return lanefold_fetch(image, sampler, dimensions, at);
}

// The weighted sum of 2, 4 or 8 texels. One loop, so that the code of a texel is there once.
LANEFOLD_PART float4 lanefold_read_linear(const __global lanefold_image* image, uint sampler,
                                            int dimensions, float4 coordinate, int layer) {
  const lanefold_texels none = {layer, layer, 0.0f};
  const lanefold_texels x = lanefold_locate(coordinate.x, (int)image->width, sampler);
  const lanefold_texels y =
      dimensions > 1 ? lanefold_locate(coordinate.y, (int)image->height, sampler) : none;
  const lanefold_texels z =
      dimensions > 2 ? lanefold_locate(coordinate.z, (int)image->depth, sampler) : none;
  float4 sum = (float4)(0.0f);
#pragma clang loop unroll(disable)
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    const bool far_x = (corner & 1) != 0;
    const bool far_y = (corner & 2) != 0;
    const bool far_z = (corner & 4) != 0;
    int4 at = (int4)(far_x ? x.high : x.low, 0, far_z ? z.high : z.low, 0);
    float weight = far_x ? x.part : 1.0f - x.part;
    if (dimensions > 1) {
      at.y = far_y ? y.high : y.low;
      weight *= far_y ? y.part : 1.0f - y.part;
    }
    if (dimensions > 2) weight *= far_z ? z.part : 1.0f - z.part;
    const float4 texel =
        lanefold_decode_f(image, lanefold_fetch(image, sampler, dimensions, at));
    sum += texel * weight;
  }
  return sum;
}

LANEFOLD_PART float4 lanefold_read_filtered(const __global lanefold_image* image, uint sampler,
                                            int dimensions, float4 coordinate, int layer) {
  if (LANEFOLD_IS_LINEAR(sampler)) {
    return lanefold_read_linear(image, sampler | CLK_FILTER_LINEAR, dimensions, coordinate, layer);
  }
  return lanefold_decode_f(image,
                           lanefold_read_nearest(image, sampler, dimensions, coordinate, layer));
}
