// SPDX-License-Identifier: Apache-2.0
// Kernels are few: a list finds them.
#include "uniformity_check/launched_kernels.h"

#include <algorithm>

namespace lanefold {

const LaunchedKernel& LaunchedKernels::of(const Launch& launch) {
  const auto found = std::find_if(known_.begin(), known_.end(), [&](const LaunchedKernel& known) {
    return known.image == launch.image && known.entry == launch.entry &&
           known.local == launch.range.local;
  });
  if (found == known_.begin() && found != known_.end()) return *found;
  if (found == known_.end()) {
    const auto number = static_cast<unsigned>(known_.size());
    known_.push_front(
        {launch.image, launch.entry, launch.range.local, number,
         KernelUniformity(*launch.image, launch.entry, shape_of_(launch.range.local))});
  } else {
    known_.splice(known_.begin(), known_, found);
  }
  return known_.front();
}

LaunchedKernels::ShapeOf shape_on(const CoreConfig& core, bool functional) {
  return [core, functional](const std::array<std::uint32_t, 3>& local) {
    LaunchShape shape = launch_shape(local, core);
    if (functional) shape.in_step = shape.whole_warps = true;
    return shape;
  };
}

}  // namespace lanefold
