// SPDX-License-Identifier: Apache-2.0
// Layouts of images, and colours as bytes of texels.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "apps/icd/api_error.h"
#include "apps/icd/image_format.h"
#include "apps/icd/image_shape.h"

namespace lanefold::icd {
namespace {

cl_image_desc described(cl_mem_object_type type, std::size_t row = 0, std::size_t slice = 0) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = 5;
  description.image_height = 3;
  description.image_depth = 2;
  description.image_array_size = 4;
  description.image_row_pitch = row;
  description.image_slice_pitch = slice;
  return description;
}

cl_int code_of(const cl_image_desc& description, bool has_host_pointer = true) {
  return guarded([&] { shape_of(description, 4, has_host_pointer); });
}

struct Layout {
  cl_mem_object_type type;
  std::array<std::size_t, 3> size;
  std::size_t slice_pitch;
  std::size_t bytes;
};

TEST(ImageShape, LaysTexelsOutWithoutGapsUnlessPitchesSaySo) {
  const Layout layouts[] = {{CL_MEM_OBJECT_IMAGE1D, {5, 1, 1}, 20, 20},
                            {CL_MEM_OBJECT_IMAGE1D_ARRAY, {5, 4, 1}, 20, 80},
                            {CL_MEM_OBJECT_IMAGE2D, {5, 3, 1}, 60, 60},
                            {CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 3, 4}, 60, 240},
                            {CL_MEM_OBJECT_IMAGE3D, {5, 3, 2}, 60, 120}};
  for (const Layout& layout : layouts) {
    const ImageShape shape = shape_of(described(layout.type), 4, false);
    EXPECT_EQ(shape.size, layout.size) << layout.type;
    EXPECT_EQ(shape.row_pitch, 20U) << layout.type;
    EXPECT_EQ(shape.slice_pitch, layout.slice_pitch) << layout.type;
    EXPECT_EQ(shape.bytes(), layout.bytes) << layout.type;
  }
  const ImageShape wide = shape_of(described(CL_MEM_OBJECT_IMAGE3D, 24, 96), 4, true);
  EXPECT_EQ(wide.bytes(), 192U);
}

TEST(ImageShape, PutsTheBoxOfAnArrayOfRowsOneSlicePitchApart) {
  const ImageShape shape = shape_of(described(CL_MEM_OBJECT_IMAGE1D_ARRAY, 24, 48), 4, true);
  const std::size_t origin[3] = {1, 2, 0};
  const std::size_t region[3] = {3, 2, 1};
  const Box box = box_in(shape, origin, region);
  EXPECT_EQ(box.layout.row(0, 0), 2 * 48U + 4);
  EXPECT_EQ(box.layout.row(1, 0), 3 * 48U + 4);
  EXPECT_EQ(box.bytes(), 24U);
  const RectLayout host = host_layout(shape, box.extent, 16, 40);
  EXPECT_EQ(host.row(1, 0), 40U);
}

TEST(ImageShape, RefusesPitchesAndSizesThatCannotBe) {
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, 24, 96)), CL_SUCCESS);
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, 24, 96), false), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, 16)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, 22)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, 24, 71)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(code_of(described(CL_MEM_OBJECT_IMAGE3D, SIZE_MAX - 3)), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc description = described(CL_MEM_OBJECT_IMAGE2D);
  description.image_width = 0;
  EXPECT_EQ(code_of(description), CL_INVALID_IMAGE_DESCRIPTOR);
  description.image_width = SIZE_MAX;
  EXPECT_EQ(code_of(description), CL_INVALID_IMAGE_SIZE);
}

TEST(ImageShape, TellsKernelsWhereTexelsLie) {
  const ImageShape shape = shape_of(described(CL_MEM_OBJECT_IMAGE2D_ARRAY), 8, false);
  const ImageDescriptor descriptor = descriptor_of(shape, {CL_RGBA, CL_HALF_FLOAT}, 0x1000);
  EXPECT_EQ(descriptor.offset, 0x1000U);
  EXPECT_EQ(descriptor.width, 5U);
  EXPECT_EQ(descriptor.height, 3U);
  EXPECT_EQ(descriptor.depth, 1U);
  EXPECT_EQ(descriptor.layers, 4U);
  EXPECT_EQ(descriptor.row_pitch, 40U);
  EXPECT_EQ(descriptor.slice_pitch, 120U);
  EXPECT_EQ(descriptor.texel_shift, 3U);
}

std::uint64_t bytes_of(const cl_image_format& format, const void* colour) {
  const Texel texel = texel_of(format, colour);
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, texel.data(), sizeof bytes);
  return bytes;
}

TEST(ImageFormat, RoundsColoursToTheNearestTexel) {
  const cl_float colour[4] = {0.5F, -0.1F, 2.0F, NAN};
  EXPECT_EQ(bytes_of({CL_RGBA, CL_UNORM_INT8}, colour), 0x00FF0080U);
  EXPECT_EQ(bytes_of({CL_BGRA, CL_UNORM_INT8}, colour), 0x008000FFU);
  EXPECT_EQ(bytes_of({CL_ARGB, CL_UNORM_INT8}, colour), 0xFF008000U);
  EXPECT_EQ(bytes_of({CL_RA, CL_UNORM_INT16}, colour), 0x00008000U);
  EXPECT_EQ(bytes_of({CL_RG, CL_SNORM_INT8}, colour), 0xF340U);
  EXPECT_EQ(bytes_of({CL_RGBA, CL_HALF_FLOAT}, colour), 0x7E004000AE663800U);
  const cl_int numbers[4] = {-200, 40000, 7, -1};
  EXPECT_EQ(bytes_of({CL_RGBA, CL_SIGNED_INT8}, numbers), 0xFF077F80U);
  EXPECT_EQ(bytes_of({CL_RG, CL_SIGNED_INT16}, numbers), 0x7FFFFF38U);
  EXPECT_EQ(bytes_of({CL_R, CL_SIGNED_INT32}, numbers), 0xFFFFFF38U);
  EXPECT_EQ(bytes_of({CL_A, CL_UNSIGNED_INT8}, numbers), 0xFFU);
}

TEST(ImageFormat, RoundsHalvesToEvenAlsoWhereTheyAreSubnormal) {
  const std::pair<float, unsigned> halves[] = {
      {0x1p-24F, 0x0001},        {0x1p-25F, 0x0000},     {0x1.8p-24F, 0x0002},
      {0x1.ff8p-15F, 0x03FF},    {0x1.fffp-15F, 0x0400}, {1.0F + 0x1p-11F, 0x3C00},
      {1.0F + 0x3p-11F, 0x3C02}, {65519.0F, 0x7BFF},     {65520.0F, 0x7C00},
      {-0.0F, 0x8000},           {-INFINITY, 0xFC00}};
  for (const auto& [value, bits] : halves) {
    const cl_float colour[4] = {value, 0, 0, 0};
    EXPECT_EQ(bytes_of({CL_R, CL_HALF_FLOAT}, colour), bits) << value;
  }
}

TEST(ImageFormat, HasTheFormatsThatEveryDeviceMustHave) {
  for (cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
        CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
    const cl_image_format format{CL_RGBA, type};
    EXPECT_NO_THROW(texel_bytes_of(&format)) << type;
  }
  for (const cl_image_format& format : supported_formats()) {
    EXPECT_LE(texel_bytes_of(&format), 16U);
  }
  const cl_image_format none{CL_RGBA, CL_UNORM_SHORT_565};
  const cl_image_format packed{CL_RGB, CL_UNORM_SHORT_565};
  EXPECT_EQ(guarded([&] { texel_bytes_of(&none); }), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(guarded([&] { texel_bytes_of(&packed); }), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

}  // namespace
}  // namespace lanefold::icd
