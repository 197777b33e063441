// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.3.1 and 5.3.3: how an image lies in memory. Decisions without state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lanefold/image_descriptor.h"
#include "opencl.h"
#include "rect.h"

namespace lanefold::icd {

/// Sizes are in texels and in the order of origins and regions: the second one of a 1D array, and
/// the third one of a 2D array, counts layers. Sizes that a type does not have are 1.
struct ImageShape {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  std::size_t texel_bytes = 1;
  std::array<std::size_t, 3> size{1, 1, 1};
  std::size_t row_pitch = 0;    ///< bytes
  std::size_t slice_pitch = 0;  ///< bytes; of 1D and 2D images, those of the whole image

  bool is_array() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  bool has_height() const {
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE3D;
  }
  bool has_slices() const { return is_array() || type == CL_MEM_OBJECT_IMAGE3D; }
  std::size_t height() const { return has_height() ? size[1] : 1; }
  std::size_t depth() const { return type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 1; }
  std::size_t layers() const;
  std::size_t bytes() const;
};

bool is_image_type(cl_mem_object_type type);

/// Throws ApiError: CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_SIZE. The buffer of the
/// description is the caller's business.
ImageShape shape_of(const cl_image_desc& description, std::size_t texel_bytes,
                    bool has_host_pointer);

/// A box of texels as bytes of the image's memory. Throws ApiError(CL_INVALID_VALUE) for one that
/// is empty or not within the image.
Box box_in(const ImageShape& shape, const std::size_t* origin, const std::size_t* region);

/// Where the box's rows lie in the application's memory; a pitch of 0 means no gaps. Throws
/// ApiError(CL_INVALID_VALUE).
RectLayout host_layout(const ImageShape& shape, const Extent& extent, std::size_t row_pitch,
                       std::size_t slice_pitch);

/// What kernels get of an image whose memory begins `offset` bytes behind the descriptor.
ImageDescriptor descriptor_of(const ImageShape& shape, const cl_image_format& format,
                              std::uint32_t offset);

}  // namespace lanefold::icd
