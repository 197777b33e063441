// SPDX-License-Identifier: Apache-2.0
// How an image lies in memory.
#include "image_shape.h"

#include "api_error.h"
#include "device_limits.h"

namespace lanefold::icd {
namespace {

std::array<std::size_t, 3> sizes_of(const cl_image_desc& description) {
  const std::size_t width = description.image_width;
  switch (description.image_type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {width, description.image_array_size, 1};
    case CL_MEM_OBJECT_IMAGE2D:
      return {width, description.image_height, 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {width, description.image_height, description.image_array_size};
    case CL_MEM_OBJECT_IMAGE3D:
      return {width, description.image_height, description.image_depth};
    default:
      return {width, 1, 1};
  }
}

/// The largest image of a type, OpenCL 1.2 table 4.3.
std::array<std::size_t, 3> largest(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return {kImageBufferWidth, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {kImageWidth, kImageLayers, 1};
    case CL_MEM_OBJECT_IMAGE3D:
      return {kImage3dWidth, kImage3dWidth, kImage3dWidth};
    default:
      return {kImageWidth, kImageWidth, kImageLayers};
  }
}

/// A pitch as given, or `dense` for 0; a multiple of `unit`.
std::size_t checked_pitch(std::size_t given, std::size_t dense, std::size_t unit) {
  if (given == 0) return dense;
  require(given >= dense && given % unit == 0 && given <= kLargestPitch,
          CL_INVALID_IMAGE_DESCRIPTOR);
  return given;
}

}  // namespace

bool is_image_type(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
      return true;
    default:
      return false;
  }
}

std::size_t ImageShape::layers() const {
  if (!is_array()) return 1;
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? size[1] : size[2];
}

std::size_t ImageShape::bytes() const { return slice_pitch * depth() * layers(); }

ImageShape shape_of(const cl_image_desc& description, std::size_t texel_bytes,
                    bool has_host_pointer) {
  require(is_image_type(description.image_type), CL_INVALID_IMAGE_DESCRIPTOR);
  require(description.num_mip_levels == 0 && description.num_samples == 0,
          CL_INVALID_IMAGE_DESCRIPTOR);
  ImageShape shape;
  shape.type = description.image_type;
  shape.texel_bytes = texel_bytes;
  shape.size = sizes_of(description);
  const std::array<std::size_t, 3> most = largest(shape.type);
  for (std::size_t i = 0; i < 3; ++i) {
    require(shape.size[i] != 0, CL_INVALID_IMAGE_DESCRIPTOR);
    require(shape.size[i] <= most[i], CL_INVALID_IMAGE_SIZE);
  }
  const std::size_t row_pitch = description.image_row_pitch;
  const std::size_t slice_pitch = shape.has_slices() ? description.image_slice_pitch : 0;
  require(has_host_pointer || (row_pitch == 0 && slice_pitch == 0), CL_INVALID_IMAGE_DESCRIPTOR);
  shape.row_pitch = checked_pitch(row_pitch, shape.size[0] * texel_bytes, texel_bytes);
  shape.slice_pitch = checked_pitch(slice_pitch, shape.row_pitch * shape.height(), shape.row_pitch);
  return shape;
}

Box box_in(const ImageShape& shape, const std::size_t* origin, const std::size_t* region) {
  require(origin != nullptr && region != nullptr, CL_INVALID_VALUE);
  for (std::size_t i = 0; i < 3; ++i) {
    require(region[i] != 0 && region[i] <= shape.size[i] && origin[i] <= shape.size[i] - region[i],
            CL_INVALID_VALUE);
  }
  Box box;
  box.layout.row_pitch = shape.has_height() ? shape.row_pitch : shape.slice_pitch;
  box.layout.slice_pitch = shape.slice_pitch;
  box.layout.offset = box.layout.row(origin[1], origin[2]) + origin[0] * shape.texel_bytes;
  box.extent = {region[0] * shape.texel_bytes, region[1], region[2]};
  return box;
}

RectLayout host_layout(const ImageShape& shape, const Extent& extent, std::size_t row_pitch,
                       std::size_t slice_pitch) {
  require(row_pitch == 0 || row_pitch >= extent[0], CL_INVALID_VALUE);
  require(slice_pitch == 0 || shape.has_slices(), CL_INVALID_VALUE);
  const std::size_t row = row_pitch == 0 ? extent[0] : row_pitch;
  const std::size_t slice = row * (shape.has_height() ? extent[1] : 1);
  require(slice_pitch == 0 || slice_pitch >= slice, CL_INVALID_VALUE);
  RectLayout layout;
  layout.slice_pitch = slice_pitch == 0 ? slice : slice_pitch;
  layout.row_pitch = shape.has_height() ? row : layout.slice_pitch;
  return layout;
}

static_assert(sizeof(ImageDescriptor) == 10 * sizeof(std::uint32_t),
              "the device library knows ten words (image_texel.cl)");

ImageDescriptor descriptor_of(const ImageShape& shape, const cl_image_format& format,
                              std::uint32_t offset) {
  ImageDescriptor descriptor;
  descriptor.offset = offset;
  descriptor.width = static_cast<std::uint32_t>(shape.size[0]);
  descriptor.height = static_cast<std::uint32_t>(shape.height());
  descriptor.depth = static_cast<std::uint32_t>(shape.depth());
  descriptor.layers = static_cast<std::uint32_t>(shape.layers());
  descriptor.row_pitch = static_cast<std::uint32_t>(shape.row_pitch);
  descriptor.slice_pitch = static_cast<std::uint32_t>(shape.slice_pitch);
  descriptor.channel_order = format.image_channel_order;
  descriptor.channel_type = format.image_channel_data_type;
  while ((std::size_t{1} << descriptor.texel_shift) < shape.texel_bytes) ++descriptor.texel_shift;
  return descriptor;
}

}  // namespace lanefold::icd
