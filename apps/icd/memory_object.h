// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2 and 5.3: a buffer in the machine's memory, a part of one, or an image.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "context.h"
#include "handles.h"
#include "image_shape.h"
#include "lanefold/device.h"

namespace lanefold::icd {

class SimulatedDevice;

/// What makes an image of a piece of memory.
struct Image {
  cl_image_format format{};
  ImageShape shape;
};

/// Thread-safe where the standard wants it.
class MemoryObject : public _cl_mem {
 public:
  using Handle = cl_mem;
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  /// A buffer of `size` bytes, zero or as the flags say. Throws
  /// ApiError(CL_MEM_OBJECT_ALLOCATION_FAILURE) when there is no room.
  MemoryObject(std::shared_ptr<Context> of_context, std::shared_ptr<SimulatedDevice> device,
               cl_mem_flags flags, std::size_t size, void* host_pointer);
  /// A sub-buffer.
  MemoryObject(std::shared_ptr<MemoryObject> parent, cl_mem_flags flags, std::size_t origin,
               std::size_t size);
  /// An image, with memory of its own: zero or as the flags say. Throws as for a buffer.
  MemoryObject(std::shared_ptr<Context> of_context, std::shared_ptr<SimulatedDevice> device,
               cl_mem_flags flags, const Image& image, void* host_pointer);
  /// An image whose texels are those of a buffer.
  MemoryObject(std::shared_ptr<MemoryObject> parent, cl_mem_flags flags, const Image& image);
  ~MemoryObject();
  MemoryObject(const MemoryObject&) = delete;
  MemoryObject& operator=(const MemoryObject&) = delete;

  const std::shared_ptr<Context> context;

  cl_mem_flags flags() const { return flags_; }
  std::size_t size() const { return size_; }
  const std::shared_ptr<MemoryObject>& parent() const { return parent_; }
  std::size_t origin() const { return origin_; }  ///< in the memory of buffers without a parent
  void* host_pointer() const { return host_pointer_; }
  /// Null for a buffer.
  const Image* image() const { return image_ ? &*image_ : nullptr; }
  /// What kernels get: the buffer, or the image's descriptor.
  Buffer device_buffer() const;
  /// Whether both are parts of the same memory.
  bool shares_memory_with(const MemoryObject& other) const { return &root() == &other.root(); }

  void write(std::size_t offset, const void* data, std::size_t bytes) const;
  void read(std::size_t offset, void* data, std::size_t bytes) const;

  /// Where the application sees a mapped region, with the pitches of the memory. The content comes
  /// by fill_mapped().
  void* map(const Box& region, cl_map_flags flags);
  void fill_mapped(const Box& region, cl_map_flags flags) const;
  /// The latest mapping there; throws ApiError(CL_INVALID_VALUE) if there is none. The content goes
  /// back by write_back().
  struct Mapping {
    std::byte* place = nullptr;
    Box region;
    cl_map_flags flags = 0;
  };
  Mapping unmap(const void* place);
  void write_back(const Mapping& mapping) const;
  cl_uint map_count() const;

  DestructionCalls on_destruction;  ///< before the memory goes

 private:
  const MemoryObject& root() const { return parent_ == nullptr ? *this : parent_->root(); }
  std::byte* host_area() const;
  Buffer texels() const;
  void write_descriptor() const;

  std::shared_ptr<SimulatedDevice> device_;
  std::shared_ptr<MemoryObject> parent_;
  const cl_mem_flags flags_;
  const std::size_t size_;
  const std::size_t origin_ = 0;  ///< in the root's memory
  void* const host_pointer_;
  const std::optional<Image> image_;
  Buffer buffer_;      ///< of a root; an image has its descriptor in front of the texels
  Buffer descriptor_;  ///< of an image

  mutable std::mutex mutex_;
  /// Of a root without a host pointer, from its first mapping on.
  mutable std::unique_ptr<std::byte, void (*)(void*)> mapped_area_;
  std::vector<Mapping> mappings_;
};

}  // namespace lanefold::icd
