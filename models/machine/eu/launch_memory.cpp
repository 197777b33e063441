// SPDX-License-Identifier: Apache-2.0
// Where the memory of a launch lies.
#include "machine/eu/launch_memory.h"

#include <utility>

#include "lanefold/memory_map.h"

namespace lanefold::gen8 {

LaunchMemory::LaunchMemory(EuLaunch& launch, const Allocate& allocate, Release release)
    : release_(std::move(release)) {
  const std::size_t slots = launch.slots;
  if (const std::size_t bytes = slots * launch.kernel->thread_private_bytes(); bytes != 0) {
    private_.buffer = allocate(bytes);
    launch.values.private_base = private_.buffer.address;
  }
  if (const std::size_t bytes = slots * launch.kernel->scratch_bytes; bytes != 0) {
    scratch_.buffer = allocate(bytes + kScratchUnit);
    launch.scratch_base =
        (scratch_.buffer.address + kScratchUnit - 1) / kScratchUnit * kScratchUnit;
  }
  if (launch.kernel->prints()) {
    printf_.buffer = allocate(kGen8PrintfBufferBytes);
    launch.values.printf_buffer = printf_.buffer.address;
  }
  launch.cross_thread = cross_thread_block(*launch.kernel, launch.values);
}

}  // namespace lanefold::gen8
