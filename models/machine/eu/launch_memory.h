// SPDX-License-Identifier: Apache-2.0
// Buffers that a launch needs for itself: private arrays, spilled registers, and what it prints.
#pragma once

#include "machine/eu/eu_launch.h"
#include "machine/eu/machine_buffers.h"

namespace lanefold::gen8 {

/// For the threads of one launch that live at once; released with the object.
class LaunchMemory {
 public:
  /// Gives `launch` the addresses, and the block of the payload in which they stand. `buffers`
  /// outlives the object.
  LaunchMemory(EuLaunch& launch, const MachineBuffers& buffers);

  /// All zero at first; a size of 0 if the kernel does not print.
  const Buffer& printf_buffer() const { return printf_.get(); }

 private:
  OwnBuffer private_;
  OwnBuffer scratch_;
  OwnBuffer printf_;
};

}  // namespace lanefold::gen8
