// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.2: a buffer in the machine's memory, or a part of one.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "context.h"
#include "handles.h"
#include "lanefold/device.h"

namespace lanefold::icd {

class SimulatedDevice;

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
  ~MemoryObject();
  MemoryObject(const MemoryObject&) = delete;
  MemoryObject& operator=(const MemoryObject&) = delete;

  const std::shared_ptr<Context> context;

  cl_mem_flags flags() const { return flags_; }
  std::size_t size() const { return size_; }
  const std::shared_ptr<MemoryObject>& parent() const { return parent_; }
  std::size_t origin() const { return origin_; }  ///< in the parent
  void* host_pointer() const { return host_pointer_; }
  /// What kernels get.
  Buffer device_buffer() const;
  /// Whether both are parts of the same memory.
  bool shares_memory_with(const MemoryObject& other) const { return &root() == &other.root(); }

  void write(std::size_t offset, const void* data, std::size_t bytes) const;
  void read(std::size_t offset, void* data, std::size_t bytes) const;

  /// Where the application sees a mapped region. The content comes by fill_mapped().
  void* map(std::size_t offset, std::size_t bytes, cl_map_flags flags);
  void fill_mapped(std::size_t offset, std::size_t bytes, cl_map_flags flags) const;
  /// The latest mapping there; throws ApiError(CL_INVALID_VALUE) if there is none. The content goes
  /// back by write_back().
  struct Mapping {
    std::byte* place = nullptr;
    std::size_t offset = 0;
    std::size_t bytes = 0;
    cl_map_flags flags = 0;
  };
  Mapping unmap(const void* place);
  void write_back(const Mapping& mapping) const;
  cl_uint map_count() const;

  DestructionCalls on_destruction;  ///< before the memory goes

 private:
  const MemoryObject& root() const { return parent_ == nullptr ? *this : *parent_; }
  std::byte* host_area();

  std::shared_ptr<SimulatedDevice> device_;
  std::shared_ptr<MemoryObject> parent_;
  const cl_mem_flags flags_;
  const std::size_t size_;
  const std::size_t origin_ = 0;
  void* const host_pointer_;
  Buffer buffer_;  ///< of a root

  mutable std::mutex mutex_;
  std::unique_ptr<std::byte, void (*)(void*)> mapped_area_;  ///< of a root without a host pointer
  std::vector<Mapping> mappings_;
};

}  // namespace lanefold::icd
