// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.3.1, 5.3.2 and 5.3.7: images and their formats.
#include <algorithm>
#include <utility>

#include "device_info.h"
#include "functions.h"
#include "image_format.h"
#include "image_support.h"
#include "info.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {

bool has_images(const SimulatedDevice& device) {
  return device.machine().core.isa != InstructionSet::Gen8;
}

void require_images(const Context& context) {
  if (has_images(*runtime().device)) return;
  context.notify("images and samplers need core.isa=riscv: the model has no sampler of Gen8");
  throw ApiError(CL_INVALID_OPERATION);
}

namespace {

using MadeImage = std::unique_ptr<MemoryObject>;

/// On the memory of a buffer, which must be large enough.
MadeImage image_of_buffer(const Context& context, cl_mem_flags flags, const Image& image,
                          cl_mem handle, const void* host_pointer) {
  std::shared_ptr<MemoryObject> buffer;
  try {
    buffer = object_of<MemoryObject>(handle);
  } catch (const ApiError&) {
    throw ApiError(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  require(buffer->image() == nullptr && buffer->context.get() == &context,
          CL_INVALID_IMAGE_DESCRIPTOR);
  require(host_pointer == nullptr, CL_INVALID_HOST_PTR);
  const cl_mem_flags checked = checked_sub_buffer_flags(flags, buffer->flags());
  require(image.shape.bytes() <= buffer->size(), CL_INVALID_IMAGE_DESCRIPTOR);
  return std::make_unique<MemoryObject>(std::move(buffer), checked, image);
}

MadeImage made_image(const std::shared_ptr<Context>& context, cl_mem_flags flags,
                     const cl_image_format* format, const cl_image_desc* description,
                     void* host_pointer) {
  const bool of_buffer =
      description != nullptr && description->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  const cl_mem_flags checked = of_buffer ? flags : checked_buffer_flags(flags);
  const std::size_t texel_bytes = texel_bytes_of(format);
  require(description != nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  const Image image{*format, shape_of(*description, texel_bytes, host_pointer != nullptr)};
  if (of_buffer) {
    return image_of_buffer(*context, flags, image, description->buffer, host_pointer);
  }
  require(description->buffer == nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  const bool wants_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  require(wants_pointer == (host_pointer != nullptr), CL_INVALID_HOST_PTR);
  const std::shared_ptr<SimulatedDevice>& device = runtime().device;
  require(image.shape.bytes() <= max_allocation(*device), CL_INVALID_IMAGE_SIZE);
  return std::make_unique<MemoryObject>(context, device, checked, image, host_pointer);
}

cl_mem CL_API_CALL create_image(cl_context handle, cl_mem_flags flags,
                                const cl_image_format* format, const cl_image_desc* description,
                                void* host_pointer, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    const auto context = object_of<Context>(handle);
    require_images(*context);
    return objects<MemoryObject>().publish(
        made_image(context, flags, format, description, host_pointer));
  });
}

/// clCreateImageWithProperties of OpenCL 3.0; without properties it equals clCreateImage.
cl_mem CL_API_CALL create_image_with_properties(cl_context context,
                                                const cl_mem_properties* properties,
                                                cl_mem_flags flags, const cl_image_format* format,
                                                const cl_image_desc* description,
                                                void* host_pointer, cl_int* errcode_ret) {
  if (properties == nullptr || *properties == 0) {
    return create_image(context, flags, format, description, host_pointer, errcode_ret);
  }
  if (errcode_ret != nullptr) *errcode_ret = CL_INVALID_PROPERTY;
  return nullptr;
}

/// The calls of OpenCL 1.1, which know sizes only.
cl_mem create_earlier(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                      const cl_image_desc& description, void* host_pointer, cl_int* errcode_ret) {
  cl_int code = CL_SUCCESS;
  const cl_mem image = create_image(context, flags, format, &description, host_pointer, &code);
  if (code == CL_INVALID_IMAGE_DESCRIPTOR) code = CL_INVALID_IMAGE_SIZE;
  if (errcode_ret != nullptr) *errcode_ret = code;
  return image;
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, std::size_t width,
                                   std::size_t height, std::size_t row_pitch, void* host_pointer,
                                   cl_int* errcode_ret) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.image_row_pitch = row_pitch;
  return create_earlier(context, flags, format, description, host_pointer, errcode_ret);
}

cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, std::size_t width,
                                   std::size_t height, std::size_t depth, std::size_t row_pitch,
                                   std::size_t slice_pitch, void* host_pointer,
                                   cl_int* errcode_ret) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE3D;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_row_pitch = row_pitch;
  description.image_slice_pitch = slice_pitch;
  return create_earlier(context, flags, format, description, host_pointer, errcode_ret);
}

cl_int CL_API_CALL get_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                               cl_uint count, cl_image_format* list, cl_uint* count_ret) {
  return guarded([&] {
    object_of<Context>(context);
    checked_buffer_flags(flags);
    require(is_image_type(type), CL_INVALID_VALUE);
    require(list == nullptr || count != 0, CL_INVALID_VALUE);
    const bool some = has_images(*runtime().device);
    const auto& formats = supported_formats();
    const std::size_t all = some ? formats.size() : 0;
    if (list != nullptr) std::copy_n(formats.begin(), std::min<std::size_t>(count, all), list);
    if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(all);
  });
}

cl_int CL_API_CALL get_image_info(cl_mem handle, cl_image_info name, std::size_t size, void* value,
                                  std::size_t* size_ret) {
  return guarded([&] {
    const auto memory = object_of<MemoryObject>(handle);
    require(memory->image() != nullptr, CL_INVALID_MEM_OBJECT);
    const ImageShape& shape = memory->image()->shape;
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_IMAGE_FORMAT:
        return sink.value(memory->image()->format);
      case CL_IMAGE_ELEMENT_SIZE:
        return sink.value(shape.texel_bytes);
      case CL_IMAGE_ROW_PITCH:
        return sink.value(shape.row_pitch);
      case CL_IMAGE_SLICE_PITCH:
        return sink.value<std::size_t>(shape.has_slices() ? shape.slice_pitch : 0);
      case CL_IMAGE_WIDTH:
        return sink.value(shape.size[0]);
      case CL_IMAGE_HEIGHT:
        return sink.value<std::size_t>(shape.has_height() ? shape.size[1] : 0);
      case CL_IMAGE_DEPTH:
        return sink.value<std::size_t>(shape.type == CL_MEM_OBJECT_IMAGE3D ? shape.size[2] : 0);
      case CL_IMAGE_ARRAY_SIZE:
        return sink.value<std::size_t>(shape.is_array() ? shape.layers() : 0);
      case CL_IMAGE_BUFFER:
        return sink.value<cl_mem>(memory->parent().get());
      case CL_IMAGE_NUM_MIP_LEVELS:
      case CL_IMAGE_NUM_SAMPLES:
        return sink.value<cl_uint>(0);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

}  // namespace

void add_image_functions(cl_icd_dispatch& table) {
  table.clCreateImage = create_image;
  table.clCreateImageWithProperties = create_image_with_properties;
  table.clCreateImage2D = create_image_2d;
  table.clCreateImage3D = create_image_3d;
  table.clGetSupportedImageFormats = get_formats;
  table.clGetImageInfo = get_image_info;
}

}  // namespace lanefold::icd
