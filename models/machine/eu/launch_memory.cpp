// SPDX-License-Identifier: Apache-2.0
// Where the memory of a launch lies.
#include "machine/eu/launch_memory.h"

#include "lanefold/memory_map.h"

namespace lanefold::gen8 {

LaunchMemory::LaunchMemory(EuLaunch& launch, const MachineBuffers& buffers) {
  const std::size_t slots = launch.slots;
  if (const std::size_t bytes = slots * launch.kernel->thread_private_bytes(); bytes != 0) {
    private_ = OwnBuffer(buffers, bytes, true);
    launch.values.private_base = private_.address();
  }
  if (const std::size_t bytes = slots * launch.kernel->scratch_bytes; bytes != 0) {
    scratch_ = OwnBuffer(buffers, bytes + kScratchUnit, true);
    launch.scratch_base = (scratch_.address() + kScratchUnit - 1) / kScratchUnit * kScratchUnit;
  }
  if (launch.kernel->prints()) {
    printf_ = OwnBuffer(buffers, kGen8PrintfBufferBytes, true);
    launch.values.printf_buffer = printf_.address();
  }
  launch.cross_thread = cross_thread_block(*launch.kernel, launch.values);
}

}  // namespace lanefold::gen8
