// SPDX-License-Identifier: Apache-2.0
// Primary rays into a procedural scene: launch and check.
#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/ray_reference.h"
#include "workloads/ray_trace.h"

namespace lanefold {
namespace {

class RayTracePrimary final : public Workload {
 public:
  std::string name() const override { return "ray-trace-primary"; }
  std::string description() const override {
    return "primary rays through a box hierarchy, stack in private memory";
  }
  std::string source_file() const override { return "ray_trace.cl"; }
  std::vector<WorkloadParameter> parameters() const override { return scene_parameter(); }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto size = reader.by_size<RayImageSize>({20, 18}, {124, 92}, {316, 236});
    SplitMix64 random(request.seed);
    const RayScene scene = requested_scene(reader, random);
    const RayCamera camera = make_ray_camera(scene, size.width, size.height);
    const std::size_t pixels = std::size_t{size.width} * size.height;

    const DeviceArray<RayNode> nodes(device, scene.nodes);
    const DeviceArray<RayPrimitive> primitives(device, scene.primitives);
    const DeviceArray<std::int32_t> shown(device, pixels);
    const DeviceArray<float> distance(device, pixels);
    const DeviceArray<float> brightness(device, pixels);
    launch(device, program, "ray_trace_primary", square_range(device, size.width, size.height),
           nodes, primitives, camera, scene.light.x, scene.light.y, scene.light.z, shown, distance,
           brightness);

    const PrimaryImage expected = trace_primary(scene, camera);
    OutputCheck check(request.functions);
    check.equal("shown", shown.download(), expected.shown);
    check.equal("distance", distance.download(), expected.distance);
    check.equal("brightness", brightness.download(), expected.brightness);
    return check.result(describe(reader, scene, camera));
  }
};

}  // namespace

std::unique_ptr<Workload> make_ray_trace_primary() { return std::make_unique<RayTracePrimary>(); }

}  // namespace lanefold
