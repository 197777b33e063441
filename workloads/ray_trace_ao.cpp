// SPDX-License-Identifier: Apache-2.0
// Ambient occlusion in a procedural scene: launch and check.
#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/ray_reference.h"
#include "workloads/ray_trace.h"

namespace lanefold {
namespace {

class RayTraceAo final : public Workload {
 public:
  std::string name() const override { return "ray-trace-ao"; }
  std::string description() const override {
    return "ambient occlusion: scattered rays through a box hierarchy";
  }
  std::string source_file() const override { return "ray_trace.cl"; }
  std::vector<WorkloadParameter> parameters() const override { return scene_parameter(); }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto size = reader.by_size<RayImageSize>({12, 10}, {52, 36}, {124, 92});
    const auto samples = reader.by_size<std::uint32_t>(2, 4, 8);
    SplitMix64 random(request.seed);
    const RayScene scene = requested_scene(reader, random);
    const RayCamera camera = make_ray_camera(scene, size.width, size.height);
    const std::uint32_t seed = random.next_word();

    const DeviceArray<RayNode> nodes(device, scene.nodes);
    const DeviceArray<RayPrimitive> primitives(device, scene.primitives);
    const DeviceArray<std::int32_t> unoccluded(device, std::size_t{size.width} * size.height);
    launch(device, program, "ray_trace_ao", square_range(device, size.width, size.height), nodes,
           primitives, camera, scene.reach, samples, seed, unoccluded);

    OutputCheck check(request.functions);
    check.equal("unoccluded", unoccluded.download(),
                trace_ambient_occlusion(scene, camera, samples, seed));
    return check.result(describe(reader, scene, camera) + ", " + std::to_string(samples) +
                        " samples each");
  }
};

}  // namespace

std::unique_ptr<Workload> make_ray_trace_ao() { return std::make_unique<RayTraceAo>(); }

}  // namespace lanefold
