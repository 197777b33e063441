// SPDX-License-Identifier: Apache-2.0
// Memory that threads have of their own: for private arrays, and for spilled registers.
#pragma once

#include <cstddef>
#include <functional>

#include "machine/eu/eu_launch.h"

namespace lanefold::gen8 {

/// For the threads of one launch that live at once; released with the object.
class ThreadMemoryOfLaunch {
 public:
  using Allocate = std::function<Buffer(std::size_t bytes)>;
  using Release = std::function<void(Buffer)>;

  /// Gives `launch` the addresses, and the block of the payload in which they stand.
  ThreadMemoryOfLaunch(EuLaunch& launch, const Allocate& allocate, Release release);
  ThreadMemoryOfLaunch(const ThreadMemoryOfLaunch&) = delete;
  ThreadMemoryOfLaunch& operator=(const ThreadMemoryOfLaunch&) = delete;

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
};

}  // namespace lanefold::gen8
