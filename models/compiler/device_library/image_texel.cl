// SPDX-License-Identifier: Apache-2.0
// Images in memory: where a texel lies, and what its bytes mean (OpenCL 1.2 clauses 5.3.1, 8.3).
#include "expand.h"

// Mirrors ImageDescriptor of include/lanefold/image_descriptor.h.
typedef struct {
  uint offset;
  uint width;
  uint height;
  uint depth;
  uint layers;
  uint row_pitch;
  uint slice_pitch;
  uint channel_order;
  uint channel_type;
  uint texel_shift;
} lanefold_image;

// To a kernel, an image is the address of its descriptor.
#define LANEFOLD_IMAGE(image) __builtin_astype(image, const __global lanefold_image*)
#define LANEFOLD_PART static __attribute__((always_inline))

LANEFOLD_PART uint lanefold_texel_address(const __global lanefold_image* image, int4 at) {
  return (uint)image + image->offset + ((uint)at.x << image->texel_shift) +
         (uint)at.y * image->row_pitch + (uint)at.z * image->slice_pitch;
}

// Zero beyond the texel's end.
LANEFOLD_PART uint4 lanefold_load_words(uint address, uint texel_shift) {
  uint4 words = (uint4)(0);
  switch (texel_shift) {
    case 0:
      words.x = *(const __global uchar*)address;
      break;
    case 1:
      words.x = *(const __global ushort*)address;
      break;
    case 2:
      words.x = *(const __global uint*)address;
      break;
    default:
      words.x = ((const __global uint*)address)[0];
      words.y = ((const __global uint*)address)[1];
      if (texel_shift == 4) {
        words.z = ((const __global uint*)address)[2];
        words.w = ((const __global uint*)address)[3];
      }
  }
  return words;
}

LANEFOLD_PART void lanefold_store_words(uint address, uint texel_shift, uint4 words) {
  switch (texel_shift) {
    case 0:
      *(__global uchar*)address = (uchar)words.x;
      break;
    case 1:
      *(__global ushort*)address = (ushort)words.x;
      break;
    case 2:
      *(__global uint*)address = words.x;
      break;
    default:
      ((__global uint*)address)[0] = words.x;
      ((__global uint*)address)[1] = words.y;
      if (texel_shift == 4) {
        ((__global uint*)address)[2] = words.z;
        ((__global uint*)address)[3] = words.w;
      }
  }
}

// Channels of 8 or 16 bits in words, in the order of memory, and back.
LANEFOLD_PART uint4 lanefold_unpack_8(uint4 words) {
  return (uint4)(words.x, words.x >> 8, words.x >> 16, words.x >> 24) & 0xffU;
}
LANEFOLD_PART uint4 lanefold_unpack_16(uint4 words) {
  return (uint4)(words.x, words.x >> 16, words.y, words.y >> 16) & 0xffffU;
}
LANEFOLD_PART uint4 lanefold_pack_8(uint4 c) {
  c &= 0xffU;
  return (uint4)(c.x | c.y << 8 | c.z << 16 | c.w << 24, 0, 0, 0);
}
LANEFOLD_PART uint4 lanefold_pack_16(uint4 c) {
  c &= 0xffffU;
  return (uint4)(c.x | c.y << 16, c.z | c.w << 16, 0, 0);
}
LANEFOLD_PART int4 lanefold_extend_8(uint4 c) { return as_int4(c << 24) >> 24; }
LANEFOLD_PART int4 lanefold_extend_16(uint4 c) { return as_int4(c << 16) >> 16; }

// From the channels in memory to red, green, blue and alpha (table 5.6); missing colours are 0, a
// missing alpha is 1. And back.
#define LANEFOLD_ORDER(T)                                                                   \
  LANEFOLD_INLINE static T##4 lanefold_colour(uint order, T##4 c) {                         \
    if (order == CLK_RGBA) return c;                                                        \
    switch (order) {                                                                        \
      case CLK_BGRA:                                                                        \
        return c.zyxw;                                                                      \
      case CLK_ARGB:                                                                        \
        return c.yzwx;                                                                      \
      case CLK_R:                                                                           \
        return (T##4)(c.x, 0, 0, 1);                                                        \
      case CLK_A:                                                                           \
        return (T##4)(0, 0, 0, c.x);                                                        \
      case CLK_RG:                                                                          \
        return (T##4)(c.xy, 0, 1);                                                          \
      case CLK_RA:                                                                          \
        return (T##4)(c.x, 0, 0, c.y);                                                      \
      case CLK_INTENSITY:                                                                   \
        return c.xxxx;                                                                      \
      default: /* CLK_LUMINANCE */                                                          \
        return (T##4)(c.xxx, 1);                                                            \
    }                                                                                       \
  }                                                                                         \
  LANEFOLD_INLINE static T##4 lanefold_channels(uint order, T##4 colour) {                  \
    switch (order) {                                                                        \
      case CLK_BGRA:                                                                        \
        return colour.zyxw;                                                                 \
      case CLK_ARGB:                                                                        \
        return colour.wxyz;                                                                 \
      case CLK_A:                                                                           \
        return colour.wwww;                                                                 \
      case CLK_RA:                                                                          \
        return colour.xwww;                                                                 \
      default:                                                                              \
        return colour;                                                                      \
    }                                                                                       \
  }
LANEFOLD_ORDER(float) LANEFOLD_ORDER(int) LANEFOLD_ORDER(uint)

// Clause 8.3: normalised integers and halves as floats.
LANEFOLD_INLINE static float4 lanefold_decode_f(const __global lanefold_image* image, uint4 words) {
  float4 c;
  switch (image->channel_type) {
    case CLK_UNORM_INT8:
      c = convert_float4(lanefold_unpack_8(words)) * (1.0f / 255.0f);
      break;
    case CLK_UNORM_INT16:
      c = convert_float4(lanefold_unpack_16(words)) * (1.0f / 65535.0f);
      break;
    case CLK_SNORM_INT8:
      c = fmax(convert_float4(lanefold_extend_8(lanefold_unpack_8(words))) * (1.0f / 127.0f), -1.0f);
      break;
    case CLK_SNORM_INT16:
      c = fmax(convert_float4(lanefold_extend_16(lanefold_unpack_16(words))) * (1.0f / 32767.0f),
               -1.0f);
      break;
    case CLK_HALF_FLOAT: {
      const ushort4 h = convert_ushort4(lanefold_unpack_16(words));
      c = (float4)(lanefold_half_to_float(h.x), lanefold_half_to_float(h.y),
                   lanefold_half_to_float(h.z), lanefold_half_to_float(h.w));
      break;
    }
    default:  // CLK_FLOAT
      c = as_float4(words);
  }
  return lanefold_colour(image->channel_order, c);
}

LANEFOLD_INLINE static int4 lanefold_decode_i(const __global lanefold_image* image, uint4 words) {
  int4 c = as_int4(words);
  if (image->channel_type == CLK_SIGNED_INT8) c = lanefold_extend_8(lanefold_unpack_8(words));
  if (image->channel_type == CLK_SIGNED_INT16) c = lanefold_extend_16(lanefold_unpack_16(words));
  return lanefold_colour(image->channel_order, c);
}

LANEFOLD_INLINE static uint4 lanefold_decode_ui(const __global lanefold_image* image, uint4 words) {
  uint4 c = words;
  if (image->channel_type == CLK_UNSIGNED_INT8) c = lanefold_unpack_8(words);
  if (image->channel_type == CLK_UNSIGNED_INT16) c = lanefold_unpack_16(words);
  return lanefold_colour(image->channel_order, c);
}

// To the nearest of -most or 0, ..., most; not a number is 0. `least` is a constant, 0 or -1.
LANEFOLD_PART int4 lanefold_normalised(float4 colour, float least, float most) {
  float4 scaled = fmin(fmax(colour * most, least * most), most);
  if (least < 0.0f) scaled = select(scaled, (float4)(0.0f), isnan(colour));
  return convert_int4_rte(scaled);
}

LANEFOLD_INLINE static uint4 lanefold_encode_f(const __global lanefold_image* image,
                                               float4 colour) {
  const float4 c = lanefold_channels(image->channel_order, colour);
  switch (image->channel_type) {
    case CLK_UNORM_INT8:
      return lanefold_pack_8(as_uint4(lanefold_normalised(c, 0.0f, 255.0f)));
    case CLK_UNORM_INT16:
      return lanefold_pack_16(as_uint4(lanefold_normalised(c, 0.0f, 65535.0f)));
    case CLK_SNORM_INT8:
      return lanefold_pack_8(as_uint4(lanefold_normalised(c, -1.0f, 127.0f)));
    case CLK_SNORM_INT16:
      return lanefold_pack_16(as_uint4(lanefold_normalised(c, -1.0f, 32767.0f)));
    case CLK_HALF_FLOAT:
      return lanefold_pack_16((uint4)(
          lanefold_float_to_half(c.x, LANEFOLD_RTE), lanefold_float_to_half(c.y, LANEFOLD_RTE),
          lanefold_float_to_half(c.z, LANEFOLD_RTE), lanefold_float_to_half(c.w, LANEFOLD_RTE)));
    default:  // CLK_FLOAT
      return as_uint4(c);
  }
}

LANEFOLD_INLINE static uint4 lanefold_encode_i(const __global lanefold_image* image, int4 colour) {
  const int4 c = lanefold_channels(image->channel_order, colour);
  switch (image->channel_type) {
    case CLK_SIGNED_INT8:
      return lanefold_pack_8(as_uint4(clamp(c, -128, 127)));
    case CLK_SIGNED_INT16:
      return lanefold_pack_16(as_uint4(clamp(c, -32768, 32767)));
    default:
      return as_uint4(c);
  }
}

LANEFOLD_INLINE static uint4 lanefold_encode_ui(const __global lanefold_image* image,
                                                uint4 colour) {
  const uint4 c = lanefold_channels(image->channel_order, colour);
  switch (image->channel_type) {
    case CLK_UNSIGNED_INT8:
      return lanefold_pack_8(min(c, 255U));
    case CLK_UNSIGNED_INT16:
      return lanefold_pack_16(min(c, 65535U));
    default:
      return c;
  }
}
