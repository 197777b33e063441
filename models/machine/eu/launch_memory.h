// SPDX-License-Identifier: Apache-2.0
// Buffers that a launch needs for itself: private arrays, spilled registers, and what it prints.
#pragma once

#include <cstddef>
#include <functional>

#include "machine/eu/eu_launch.h"

namespace lanefold::gen8 {

/// For the threads of one launch that live at once; released with the object.
class LaunchMemory {
 public:
  using Allocate = std::function<Buffer(std::size_t bytes)>;
  using Release = std::function<void(Buffer)>;

  /// Gives `launch` the addresses, and the block of the payload in which they stand.
  LaunchMemory(EuLaunch& launch, const Allocate& allocate, Release release);
  LaunchMemory(const LaunchMemory&) = delete;
  LaunchMemory& operator=(const LaunchMemory&) = delete;

  /// All zero at first; a size of 0 if the kernel does not print.
  const Buffer& printf_buffer() const { return printf_.buffer; }

 private:
  /// Releases what was allocated; a size of 0 is nothing.
  struct Holder {
    ~Holder() {
      if (buffer.size != 0) (*release)(buffer);
    }
    const Release* release;
    Buffer buffer;
  };

  Release release_;
  Holder private_{&release_, {}};
  Holder scratch_{&release_, {}};
  Holder printf_{&release_, {}};
};

}  // namespace lanefold::gen8
