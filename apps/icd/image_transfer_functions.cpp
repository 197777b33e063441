// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.3.3 to 5.3.5: read, write, copy and fill images.
#include <utility>
#include <vector>

#include "enqueue.h"
#include "functions.h"
#include "image_format.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

/// A box of texels in an image.
struct TexelBox {
  std::shared_ptr<MemoryObject> image;
  Box box;

  const ImageShape& shape() const { return image->image()->shape; }
};

TexelBox texels_of(const CommandQueue& queue, cl_mem handle, const std::size_t* origin,
                   const std::size_t* region) {
  TexelBox texels;
  texels.image = image_for(queue, handle);
  texels.box = box_in(texels.shape(), origin, region);
  return texels;
}

cl_int CL_API_CALL read_image(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                              const std::size_t* origin, const std::size_t* region,
                              std::size_t row_pitch, std::size_t slice_pitch, void* place,
                              cl_uint count, const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const TexelBox from = texels_of(*queue, memory, origin, region);
    const RectLayout host = host_layout(from.shape(), from.box.extent, row_pitch, slice_pitch);
    require(place != nullptr, CL_INVALID_VALUE);
    require(host_may_read(from.image->flags()), CL_INVALID_OPERATION);
    auto* target = static_cast<std::byte*>(place);
    enqueue(queue, CL_COMMAND_READ_IMAGE, {count, wait_list, event}, blocking != CL_FALSE, [=] {
      for_each_row(from.box.extent, [&](std::size_t y, std::size_t z) {
        from.image->read(from.box.layout.row(y, z), target + host.row(y, z), from.box.extent[0]);
      });
      runtime().device->pass_transfer(from.box.bytes());
    });
  });
}

cl_int CL_API_CALL write_image(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                               const std::size_t* origin, const std::size_t* region,
                               std::size_t row_pitch, std::size_t slice_pitch, const void* place,
                               cl_uint count, const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const TexelBox to = texels_of(*queue, memory, origin, region);
    const RectLayout host = host_layout(to.shape(), to.box.extent, row_pitch, slice_pitch);
    require(place != nullptr, CL_INVALID_VALUE);
    require(host_may_write(to.image->flags()), CL_INVALID_OPERATION);
    const auto* source = static_cast<const std::byte*>(place);
    enqueue(queue, CL_COMMAND_WRITE_IMAGE, {count, wait_list, event}, blocking != CL_FALSE, [=] {
      for_each_row(to.box.extent, [&](std::size_t y, std::size_t z) {
        to.image->write(to.box.layout.row(y, z), source + host.row(y, z), to.box.extent[0]);
      });
      runtime().device->pass_transfer(to.box.bytes());
    });
  });
}

/// Row by row through the host, from one piece of memory to another.
void enqueue_copy(const std::shared_ptr<CommandQueue>& queue, cl_command_type type,
                  const std::shared_ptr<MemoryObject>& from, const RectLayout& source,
                  const std::shared_ptr<MemoryObject>& to, const RectLayout& target,
                  const Extent& extent, const EventArguments& events) {
  enqueue(queue, type, events, false, [=] {
    std::vector<std::byte> row(extent[0]);
    for_each_row(extent, [&](std::size_t y, std::size_t z) {
      from->read(source.row(y, z), row.data(), row.size());
      to->write(target.row(y, z), row.data(), row.size());
    });
    runtime().device->pass_transfer(extent[0] * extent[1] * extent[2]);
  });
}

/// Whether two regions of one image have a texel in common.
bool overlap(const std::size_t* a, const std::size_t* b, const std::size_t* region) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (a[i] + region[i] <= b[i] || b[i] + region[i] <= a[i]) return false;
  }
  return true;
}

bool same(const cl_image_format& a, const cl_image_format& b) {
  return a.image_channel_order == b.image_channel_order &&
         a.image_channel_data_type == b.image_channel_data_type;
}

cl_int CL_API_CALL copy_image(cl_command_queue handle, cl_mem source, cl_mem target,
                              const std::size_t* source_origin, const std::size_t* target_origin,
                              const std::size_t* region, cl_uint count, const cl_event* wait_list,
                              cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto from_image = image_for(*queue, source);
    const auto to_image = image_for(*queue, target);
    require(same(from_image->image()->format, to_image->image()->format), CL_IMAGE_FORMAT_MISMATCH);
    const TexelBox from = texels_of(*queue, source, source_origin, region);
    const TexelBox to = texels_of(*queue, target, target_origin, region);
    require(from.image != to.image || !overlap(source_origin, target_origin, region),
            CL_MEM_COPY_OVERLAP);
    enqueue_copy(queue, CL_COMMAND_COPY_IMAGE, from.image, from.box.layout, to.image, to.box.layout,
                 from.box.extent, {count, wait_list, event});
  });
}

/// The texels of a box without gaps, in a buffer.
RectLayout dense(const MemoryObject& buffer, std::size_t offset, const Box& box) {
  require_inside(buffer, offset, box.bytes());
  return {offset, box.extent[0], box.extent[0] * box.extent[1]};
}

cl_int CL_API_CALL copy_image_to_buffer(cl_command_queue handle, cl_mem source, cl_mem target,
                                        const std::size_t* origin, const std::size_t* region,
                                        std::size_t offset, cl_uint count,
                                        const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const TexelBox from = texels_of(*queue, source, origin, region);
    const auto to = buffer_for(*queue, target);
    enqueue_copy(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, from.image, from.box.layout, to,
                 dense(*to, offset, from.box), from.box.extent, {count, wait_list, event});
  });
}

cl_int CL_API_CALL copy_buffer_to_image(cl_command_queue handle, cl_mem source, cl_mem target,
                                        std::size_t offset, const std::size_t* origin,
                                        const std::size_t* region, cl_uint count,
                                        const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto from = buffer_for(*queue, source);
    const TexelBox to = texels_of(*queue, target, origin, region);
    enqueue_copy(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, from, dense(*from, offset, to.box),
                 to.image, to.box.layout, to.box.extent, {count, wait_list, event});
  });
}

cl_int CL_API_CALL fill_image(cl_command_queue handle, cl_mem memory, const void* colour,
                              const std::size_t* origin, const std::size_t* region, cl_uint count,
                              const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const TexelBox to = texels_of(*queue, memory, origin, region);
    require(colour != nullptr, CL_INVALID_VALUE);
    const Texel texel = texel_of(to.image->image()->format, colour);
    const std::size_t texel_bytes = to.shape().texel_bytes;
    enqueue(queue, CL_COMMAND_FILL_IMAGE, {count, wait_list, event}, false, [=] {
      std::vector<std::byte> row(to.box.extent[0]);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = texel[i % texel_bytes];
      for_each_row(to.box.extent, [&](std::size_t y, std::size_t z) {
        to.image->write(to.box.layout.row(y, z), row.data(), row.size());
      });
      runtime().device->pass_transfer(to.box.bytes());
    });
  });
}

}  // namespace

void add_image_transfer_functions(cl_icd_dispatch& table) {
  table.clEnqueueReadImage = read_image;
  table.clEnqueueWriteImage = write_image;
  table.clEnqueueCopyImage = copy_image;
  table.clEnqueueCopyImageToBuffer = copy_image_to_buffer;
  table.clEnqueueCopyBufferToImage = copy_buffer_to_image;
  table.clEnqueueFillImage = fill_image;
}

}  // namespace lanefold::icd
