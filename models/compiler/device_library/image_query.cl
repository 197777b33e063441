// SPDX-License-Identifier: Apache-2.0
// What a kernel can ask of an image (OpenCL 1.2 clause 6.12.14.5).
#include "expand.h"

#define LANEFOLD_QUERY(RESULT, NAME, IMAGE, VALUE)                          \
  LANEFOLD_INLINE RESULT NAME(read_only IMAGE handle) {                     \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);          \
    return VALUE;                                                           \
  }                                                                         \
  LANEFOLD_INLINE RESULT NAME(write_only IMAGE handle) {                    \
    const __global lanefold_image* image = LANEFOLD_IMAGE(handle);          \
    return VALUE;                                                           \
  }

#define LANEFOLD_QUERIES(IMAGE)                                                                \
  LANEFOLD_QUERY(int, get_image_width, IMAGE, (int)image->width)                               \
  LANEFOLD_QUERY(int, get_image_channel_data_type, IMAGE, (int)image->channel_type)            \
  LANEFOLD_QUERY(int, get_image_channel_order, IMAGE, (int)image->channel_order)
LANEFOLD_QUERIES(image1d_t)
LANEFOLD_QUERIES(image1d_buffer_t)
LANEFOLD_QUERIES(image1d_array_t)
LANEFOLD_QUERIES(image2d_t)
LANEFOLD_QUERIES(image2d_array_t)
LANEFOLD_QUERIES(image3d_t)

#define LANEFOLD_PLANE_QUERIES(IMAGE) \
  LANEFOLD_QUERY(int, get_image_height, IMAGE, (int)image->height)
LANEFOLD_PLANE_QUERIES(image2d_t)
LANEFOLD_PLANE_QUERIES(image2d_array_t)
LANEFOLD_PLANE_QUERIES(image3d_t)
LANEFOLD_QUERY(int, get_image_depth, image3d_t, (int)image->depth)

LANEFOLD_QUERY(int2, get_image_dim, image2d_t, (int2)((int)image->width, (int)image->height))
LANEFOLD_QUERY(int2, get_image_dim, image2d_array_t, (int2)((int)image->width, (int)image->height))
LANEFOLD_QUERY(int4, get_image_dim, image3d_t,
               (int4)((int)image->width, (int)image->height, (int)image->depth, 0))

LANEFOLD_QUERY(size_t, get_image_array_size, image1d_array_t, image->layers)
LANEFOLD_QUERY(size_t, get_image_array_size, image2d_array_t, image->layers)
