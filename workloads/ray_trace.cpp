// SPDX-License-Identifier: Apache-2.0
// Ray tracing of a procedural scene: primary rays and ambient occlusion, launches and checks.
#include "workloads/ray_trace.h"

#include <string>
#include <vector>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/ray_reference.h"
#include "workloads/ray_scene.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

// The structures are copied byte by byte to the kernel.
static_assert(sizeof(RayNode) == 32 && sizeof(RayPrimitive) == 48 && sizeof(RayCamera) == 56);

struct ImageSize {
  std::uint32_t width, height;
};

std::vector<WorkloadParameter> scene_parameter() {
  return {{"scene", ray_scene_names().front(),
           "spheres (balls on a plane) or terrain (a mesh of triangles)"}};
}

RayScene requested_scene(const RequestReader& reader, SplitMix64& random) {
  return make_ray_scene(reader.choice("scene", ray_scene_names()), random);
}

std::string describe(const RequestReader& reader, const RayScene& scene, const RayCamera& camera) {
  return "scene " + reader.text("scene") + " of " + std::to_string(scene.primitives.size()) +
         " primitives and " + std::to_string(scene.nodes.size()) + " boxes, " +
         std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels";
}

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
    const auto size = reader.by_size<ImageSize>({20, 18}, {124, 92}, {316, 236});
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
    OutputCheck check;
    check.equal("shown", shown.download(), expected.shown);
    check.equal("distance", distance.download(), expected.distance);
    check.equal("brightness", brightness.download(), expected.brightness);
    return check.result(describe(reader, scene, camera));
  }
};

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
    const auto size = reader.by_size<ImageSize>({12, 10}, {52, 36}, {124, 92});
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

    OutputCheck check;
    check.equal("unoccluded", unoccluded.download(),
                trace_ambient_occlusion(scene, camera, samples, seed));
    return check.result(describe(reader, scene, camera) + ", " + std::to_string(samples) +
                        " samples each");
  }
};

}  // namespace

std::unique_ptr<Workload> make_ray_trace_primary() { return std::make_unique<RayTracePrimary>(); }
std::unique_ptr<Workload> make_ray_trace_ao() { return std::make_unique<RayTraceAo>(); }

}  // namespace lanefold
