// SPDX-License-Identifier: Apache-2.0
// Kernels are analysed at their first launch.
#include "observers/uniformity_check/launched_kernels.h"

namespace lanefold {

const LaunchedKernel& LaunchedKernels::of(const Launch& launch) {
  return known_.of(launch, [&] {
    return LaunchedKernel{
        launch.image, static_cast<unsigned>(known_.all().size()),
        KernelUniformity(*launch.image, launch.entry, shape_of_(launch.range.local))};
  });
}

LaunchedKernels::ShapeOf shape_on(const MachineConfig& machine, bool functional) {
  return [machine, functional](const std::array<std::uint32_t, 3>& local) {
    LaunchShape shape = launch_shape(local, machine);
    if (functional) shape.in_step = shape.whole_warps = true;
    return shape;
  };
}

}  // namespace lanefold
