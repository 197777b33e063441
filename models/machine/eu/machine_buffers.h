// SPDX-License-Identifier: Apache-2.0
// Buffers of a machine that belong to programs and launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "lanefold/device.h"

namespace lanefold::gen8 {

/// How they are made, filled and released.
struct MachineBuffers {
  std::function<Buffer(std::size_t bytes, bool writable)> allocate;
  std::function<void(Buffer buffer, const std::vector<std::byte>& content)> write;
  std::function<void(Buffer buffer)> release;
};

/// One that is released with the object. Nothing at first, which has a size of 0.
class OwnBuffer {
 public:
  OwnBuffer() = default;
  /// `buffers` outlives it.
  OwnBuffer(const MachineBuffers& buffers, std::size_t bytes, bool writable)
      : buffers_(&buffers), buffer_(buffers.allocate(bytes, writable)) {}
  OwnBuffer(OwnBuffer&& other) noexcept
      : buffers_(other.buffers_), buffer_(std::exchange(other.buffer_, {})) {}
  OwnBuffer& operator=(OwnBuffer&& other) noexcept {
    std::swap(buffers_, other.buffers_);
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~OwnBuffer() {
    if (buffer_.size != 0) buffers_->release(buffer_);
  }

  const Buffer& get() const { return buffer_; }
  std::uint32_t address() const { return buffer_.address; }
  void write(const std::vector<std::byte>& content) const { buffers_->write(buffer_, content); }

 private:
  const MachineBuffers* buffers_ = nullptr;
  Buffer buffer_;
};

}  // namespace lanefold::gen8
