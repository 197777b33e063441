// SPDX-License-Identifier: Apache-2.0
// Path tracing of a room of many triangles: launch and check.
#include "workloads/ray_reference.h"
#include "workloads/ray_trace.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class PathTraceBvh final : public Workload {
 public:
  std::string name() const override { return "path-trace-bvh"; }
  std::string description() const override {
    return "path tracing of a room of triangles: many bounces through a box hierarchy";
  }
  std::string source_file() const override { return "path_trace_bvh.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto size = reader.by_size<RayImageSize>({8, 7}, {48, 44}, {160, 120});
    const auto fineness = reader.by_size<std::uint32_t>(1, 6, 30);
    const auto most_bounces = reader.by_size<std::uint32_t>(4, 12, 12);
    SplitMix64 random(request.seed);
    const RayScene scene = make_conference_scene(random, fineness);
    const RayCamera camera = make_ray_camera(scene, size.width, size.height);
    const std::uint32_t seed = random.next_word();

    const DeviceArray<RayNode> nodes(device, scene.nodes);
    const DeviceArray<RayPrimitive> primitives(device, scene.primitives);
    const DeviceArray<float> brightness(device, std::size_t{size.width} * size.height);
    const DeviceArray<std::uint32_t> bounces(device, std::size_t{size.width} * size.height);
    launch(device, program, "path_trace_bvh", square_range(device, size.width, size.height), nodes,
           primitives, camera, most_bounces, seed, brightness, bounces);

    const PathImage expected = trace_paths(scene, camera, most_bounces, seed);
    OutputCheck check;
    check.equal("brightness", brightness.download(), expected.brightness);
    check.equal("bounces", bounces.download(), expected.bounces);
    return check.result(std::to_string(scene.primitives.size()) + " triangles and " +
                        std::to_string(scene.nodes.size()) + " boxes, " +
                        by(size.width, size.height) + " pixels");
  }
};

}  // namespace

std::unique_ptr<Workload> make_path_trace_bvh() { return std::make_unique<PathTraceBvh>(); }

}  // namespace lanefold
