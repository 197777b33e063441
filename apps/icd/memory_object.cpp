// SPDX-License-Identifier: Apache-2.0
// A buffer in the machine's memory, a part of one, or an image.
#include "memory_object.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

#include "api_error.h"
#include "device_limits.h"
#include "lanefold/error.h"
#include "simulated_device.h"

namespace lanefold::icd {
namespace {

Buffer allocated(SimulatedDevice& device, std::size_t size) {
  try {
    return device.allocate(size);
  } catch (const Error&) {
    throw ApiError(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
}

/// Bytes in front of an image's texels, which keep the alignment of buffers.
constexpr std::uint32_t kDescriptorRoom = kBaseAlignment;
static_assert(sizeof(ImageDescriptor) <= kDescriptorRoom);

std::byte* part_of(void* place, std::size_t offset) {
  return place == nullptr ? nullptr : static_cast<std::byte*>(place) + offset;
}

}  // namespace

MemoryObject::MemoryObject(std::shared_ptr<Context> of_context,
                           std::shared_ptr<SimulatedDevice> device, cl_mem_flags flags,
                           std::size_t size, void* host_pointer)
    : context(std::move(of_context)),
      device_(std::move(device)),
      flags_(flags),
      size_(size),
      host_pointer_((flags & CL_MEM_USE_HOST_PTR) != 0 ? host_pointer : nullptr),
      buffer_(allocated(*device_, size)),
      mapped_area_(nullptr, std::free) {
  if (host_pointer != nullptr) write(0, host_pointer, size);
}

MemoryObject::MemoryObject(std::shared_ptr<MemoryObject> parent, cl_mem_flags flags,
                           std::size_t origin, std::size_t size)
    : context(parent->context),
      device_(parent->device_),
      parent_(std::move(parent)),
      flags_(flags),
      size_(size),
      origin_(origin),
      host_pointer_(part_of(parent_->host_pointer_, origin)),
      mapped_area_(nullptr, std::free) {}

MemoryObject::MemoryObject(std::shared_ptr<Context> of_context,
                           std::shared_ptr<SimulatedDevice> device, cl_mem_flags flags,
                           const Image& image, void* host_pointer)
    : context(std::move(of_context)),
      device_(std::move(device)),
      flags_(flags),
      size_(image.shape.bytes()),
      origin_(kDescriptorRoom),
      host_pointer_((flags & CL_MEM_USE_HOST_PTR) != 0 ? host_pointer : nullptr),
      image_(image),
      buffer_(allocated(*device_, kDescriptorRoom + size_)),
      descriptor_{buffer_.address, kDescriptorRoom},
      mapped_area_(nullptr, std::free) {
  write_descriptor();
  if (host_pointer != nullptr) write(0, host_pointer, size_);
}

MemoryObject::MemoryObject(std::shared_ptr<MemoryObject> parent, cl_mem_flags flags,
                           const Image& image)
    : context(parent->context),
      device_(parent->device_),
      parent_(std::move(parent)),
      flags_(flags),
      size_(image.shape.bytes()),
      origin_(parent_->origin_),
      host_pointer_(parent_->host_pointer_),
      image_(image),
      descriptor_(allocated(*device_, kDescriptorRoom)),
      mapped_area_(nullptr, std::free) {
  write_descriptor();
}

void MemoryObject::write_descriptor() const {
  const ImageDescriptor descriptor =
      descriptor_of(image_->shape, image_->format, texels().address - descriptor_.address);
  device_->write(parent_ == nullptr ? buffer_ : descriptor_, 0, &descriptor, sizeof descriptor);
}

MemoryObject::~MemoryObject() {
  on_destruction.make();
  if (parent_ == nullptr) guarded([&] { device_->release(buffer_); });
  if (parent_ != nullptr && image_) guarded([&] { device_->release(descriptor_); });
}

Buffer MemoryObject::device_buffer() const { return image_ ? descriptor_ : texels(); }

Buffer MemoryObject::texels() const {
  const Buffer whole = root().buffer_;
  return {static_cast<std::uint32_t>(whole.address + origin_), static_cast<std::uint32_t>(size_)};
}

void MemoryObject::write(std::size_t offset, const void* data, std::size_t bytes) const {
  device_->write(root().buffer_, origin_ + offset, data, bytes);
}

void MemoryObject::read(std::size_t offset, void* data, std::size_t bytes) const {
  device_->read(root().buffer_, origin_ + offset, data, bytes);
}

/// All mappings of a buffer are parts of one area, so that equal regions have equal addresses.
std::byte* MemoryObject::host_area() const {
  if (host_pointer_ != nullptr) return static_cast<std::byte*>(host_pointer_);
  if (parent_ != nullptr) return root().host_area() + origin_;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (mapped_area_ == nullptr) {
    const std::size_t bytes = (size_ + kBaseAlignment - 1) / kBaseAlignment * kBaseAlignment;
    mapped_area_.reset(static_cast<std::byte*>(std::aligned_alloc(kBaseAlignment, bytes)));
    if (mapped_area_ == nullptr) throw std::bad_alloc();
    std::memset(mapped_area_.get(), 0, bytes);
  }
  return mapped_area_.get();
}

void* MemoryObject::map(const Box& region, cl_map_flags flags) {
  std::byte* place = host_area() + region.layout.offset;
  const std::lock_guard<std::mutex> lock(mutex_);
  mappings_.push_back({place, region, flags});
  return place;
}

void MemoryObject::fill_mapped(const Box& region, cl_map_flags flags) const {
  if ((flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0) return;
  std::byte* area = host_area();
  for_each_row(region.extent, [&](std::size_t y, std::size_t z) {
    const std::size_t offset = region.layout.row(y, z);
    read(offset, area + offset, region.extent[0]);
  });
}

MemoryObject::Mapping MemoryObject::unmap(const void* place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = std::find_if(mappings_.rbegin(), mappings_.rend(),
                                  [&](const Mapping& mapping) { return mapping.place == place; });
  require(found != mappings_.rend(), CL_INVALID_VALUE);
  const Mapping mapping = *found;
  mappings_.erase(std::next(found).base());
  return mapping;
}

void MemoryObject::write_back(const Mapping& mapping) const {
  constexpr cl_map_flags kWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  if ((mapping.flags & kWrites) == 0) return;
  const RectLayout& layout = mapping.region.layout;
  for_each_row(mapping.region.extent, [&](std::size_t y, std::size_t z) {
    const std::size_t offset = layout.row(y, z);
    write(offset, mapping.place + (offset - layout.offset), mapping.region.extent[0]);
  });
}

cl_uint MemoryObject::map_count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<cl_uint>(mappings_.size());
}

}  // namespace lanefold::icd
