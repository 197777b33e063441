// SPDX-License-Identifier: Apache-2.0
// The built-in functions of images (OpenCL 1.2 clause 6.12.14), by way of macros over the six
// shapes.
#include "expand.h"

// BODY(image type, type of coordinates, how many are of a texel, whether there are layers,
// coordinates as an int4 of texel and layer or slice)
#define LANEFOLD_SHAPE_1D(BODY) BODY(image1d_t, int, 1, false, (int4)(c, 0, 0, 0))
#define LANEFOLD_SHAPE_1D_BUFFER(BODY) BODY(image1d_buffer_t, int, 1, false, (int4)(c, 0, 0, 0))
#define LANEFOLD_SHAPE_1D_ARRAY(BODY) BODY(image1d_array_t, int2, 1, true, (int4)(c.x, 0, c.y, 0))
#define LANEFOLD_SHAPE_2D(BODY) BODY(image2d_t, int2, 2, false, (int4)(c, 0, 0))
#define LANEFOLD_SHAPE_2D_ARRAY(BODY) BODY(image2d_array_t, int4, 2, true, (int4)(c.xyz, 0))
#define LANEFOLD_SHAPE_3D(BODY) BODY(image3d_t, int4, 3, false, c)
#define LANEFOLD_SAMPLED_SHAPES(BODY)                                              \
  LANEFOLD_SHAPE_1D(BODY) LANEFOLD_SHAPE_1D_ARRAY(BODY) LANEFOLD_SHAPE_2D(BODY)    \
  LANEFOLD_SHAPE_2D_ARRAY(BODY) LANEFOLD_SHAPE_3D(BODY)
#define LANEFOLD_SHAPES(BODY) LANEFOLD_SAMPLED_SHAPES(BODY) LANEFOLD_SHAPE_1D_BUFFER(BODY)

// BODY(suffix of the function, type of a colour)
#define LANEFOLD_COLOURS(BODY, ...) \
  BODY(f, float4, __VA_ARGS__) BODY(i, int4, __VA_ARGS__) BODY(ui, uint4, __VA_ARGS__)

#define LANEFOLD_READ(SUFFIX, COLOUR, IMAGE, INT, DIMENSIONS, LAYERED, AT)                     \
  LANEFOLD_INLINE COLOUR read_image##SUFFIX(read_only IMAGE handle, INT c) {                   \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    return lanefold_decode_##SUFFIX(                                                           \
        image, lanefold_read_at(image, CLK_ADDRESS_CLAMP_TO_EDGE, DIMENSIONS, LAYERED, AT));   \
  }
#define LANEFOLD_READS(IMAGE, INT, DIMENSIONS, LAYERED, AT) \
  LANEFOLD_COLOURS(LANEFOLD_READ, IMAGE, INT, DIMENSIONS, LAYERED, AT)
LANEFOLD_SHAPES(LANEFOLD_READS)

#define LANEFOLD_SAMPLE_AT(SUFFIX, COLOUR, IMAGE, INT, DIMENSIONS, LAYERED, AT)                \
  LANEFOLD_INLINE COLOUR read_image##SUFFIX(read_only IMAGE handle, sampler_t sampler, INT c) { \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    return lanefold_decode_##SUFFIX(                                                           \
        image,                                                                                 \
        lanefold_read_at(image, __builtin_astype(sampler, uint), DIMENSIONS, LAYERED, AT));    \
  }
#define LANEFOLD_SAMPLES_AT(IMAGE, INT, DIMENSIONS, LAYERED, AT) \
  LANEFOLD_COLOURS(LANEFOLD_SAMPLE_AT, IMAGE, INT, DIMENSIONS, LAYERED, AT)
LANEFOLD_SAMPLED_SHAPES(LANEFOLD_SAMPLES_AT)

// Only floats can be filtered.
#define LANEFOLD_SAMPLE(IMAGE, FLOAT, DIMENSIONS, COORDINATE, LAYER)                           \
  LANEFOLD_INLINE float4 read_imagef(read_only IMAGE handle, sampler_t sampler, FLOAT c) {     \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    return lanefold_read_filtered(image, __builtin_astype(sampler, uint), DIMENSIONS,          \
                                  COORDINATE, LAYER);                                          \
  }                                                                                            \
  LANEFOLD_INLINE int4 read_imagei(read_only IMAGE handle, sampler_t sampler, FLOAT c) {       \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    return lanefold_decode_i(image,                                                            \
                             lanefold_read_nearest(image, __builtin_astype(sampler, uint),     \
                                                   DIMENSIONS, COORDINATE, LAYER));            \
  }                                                                                            \
  LANEFOLD_INLINE uint4 read_imageui(read_only IMAGE handle, sampler_t sampler, FLOAT c) {     \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    return lanefold_decode_ui(image,                                                           \
                              lanefold_read_nearest(image, __builtin_astype(sampler, uint),    \
                                                    DIMENSIONS, COORDINATE, LAYER));           \
  }
LANEFOLD_SAMPLE(image1d_t, float, 1, (float4)(c, 0.0f, 0.0f, 0.0f), 0)
LANEFOLD_SAMPLE(image1d_array_t, float2, 1, (float4)(c, 0.0f, 0.0f),
                lanefold_layer(lanefold_nearest(c.y), image->layers))
LANEFOLD_SAMPLE(image2d_t, float2, 2, (float4)(c, 0.0f, 0.0f), 0)
LANEFOLD_SAMPLE(image2d_array_t, float4, 2, c,
                lanefold_layer(lanefold_nearest(c.z), image->layers))
LANEFOLD_SAMPLE(image3d_t, float4, 3, c, 0)

// Nothing is written outside of the image.
LANEFOLD_PART void lanefold_write_at(const __global lanefold_image* image, int dimensions,
                                     bool layered, int4 at, uint4 words) {
  bool inside = (uint)at.x < image->width;
  if (dimensions > 1) inside = inside && (uint)at.y < image->height;
  if (dimensions > 2) inside = inside && (uint)at.z < image->depth;
  if (layered) inside = inside && (uint)at.z < image->layers;
  if (inside) {
    lanefold_store_words(lanefold_texel_address(image, at), image->texel_shift, words);
  }
}

#define LANEFOLD_WRITE(SUFFIX, COLOUR, IMAGE, INT, DIMENSIONS, LAYERED, AT)                    \
  LANEFOLD_INLINE void write_image##SUFFIX(write_only IMAGE handle, INT c, COLOUR colour) {    \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);                             \
    lanefold_write_at(image, DIMENSIONS, LAYERED, AT,                                          \
                      lanefold_encode_##SUFFIX(image, colour));                                \
  }
#define LANEFOLD_WRITES(IMAGE, INT, DIMENSIONS, LAYERED, AT) \
  LANEFOLD_COLOURS(LANEFOLD_WRITE, IMAGE, INT, DIMENSIONS, LAYERED, AT)
LANEFOLD_SHAPES(LANEFOLD_WRITES)
