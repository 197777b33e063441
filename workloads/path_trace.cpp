// SPDX-License-Identifier: Apache-2.0
// Path tracing of a small scene: input, reference and check.
#include "workloads/path_trace.h"

#include "workloads/device_math.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

static_assert(sizeof(PathSphere) == 28);

struct PathRay {
  RayVector origin, direction;
};

/// One pixel's sequence of random numbers, and its paths.
class PathTracer {
 public:
  PathTracer(const std::vector<PathSphere>& spheres, std::uint32_t seed)
      : random(seed), spheres_(spheres) {}

  /// What a ray from the eye brings back; adds to `bounces`.
  float follow(PathRay ray, std::uint32_t& bounces) {
    while (true) {
      float nearest = kMiss;
      const PathSphere* hit = nullptr;
      for (const PathSphere& sphere : spheres_) {
        const float distance = distance_to(sphere, ray);
        if (distance < nearest) {
          nearest = distance;
          hit = &sphere;
        }
      }
      if (hit == nullptr) return 0.0F;
      ++bounces;
      if (hit->surface == PathSurface::Light) return hit->emission;
      if (random.unit() >= hit->albedo) return 0.0F;
      ray.origin = ray.origin + ray.direction * nearest;
      RayVector normal = unit(ray.origin - hit->centre);
      if (dot(normal, ray.direction) > 0.0F) normal = -normal;
      ray.direction = hit->surface == PathSurface::Mirror
                          ? ray.direction - normal * (2.0F * dot(normal, ray.direction))
                          : scatter(normal);
    }
  }

  PcgRandom random;

 private:
  static constexpr float kMiss = 1.0e30F;

  static float distance_to(const PathSphere& sphere, const PathRay& ray) {
    constexpr float kLeastDistance = 1.0e-3F;
    const RayVector offset = ray.origin - sphere.centre;
    const float half_b = dot(offset, ray.direction);
    const float square = half_b * half_b - (dot(offset, offset) - sphere.radius * sphere.radius);
    if (square < 0.0F) return kMiss;
    const float root = std::sqrt(square);
    if (-half_b - root > kLeastDistance) return -half_b - root;
    return root - half_b > kLeastDistance ? root - half_b : kMiss;
  }

  RayVector scatter(RayVector normal) {
    const float radius_squared = random.unit();
    const float angle = random.unit() * 6.2831855F;
    const float radius = std::sqrt(radius_squared);
    const RayVector axis = std::fabs(normal.x) > 0.5F ? RayVector{0, 1, 0} : RayVector{1, 0, 0};
    const RayVector tangent = unit(cross(axis, normal));
    const RayVector bitangent = cross(normal, tangent);
    return tangent * (radius * device_cos(angle)) + bitangent * (radius * device_sin(angle)) +
           normal * std::sqrt(1.0F - radius_squared);
  }

  const std::vector<PathSphere>& spheres_;
};

/// A light and balls of both kinds in a large hollow sphere.
std::vector<PathSphere> random_path_scene(SplitMix64& random) {
  constexpr int kBalls = 9;
  std::vector<PathSphere> spheres{{{0, 0, 0}, 5, 0.75F, 0, PathSurface::Diffuse},
                                  {{0, 4, 0}, 1.75F, 0, 4, PathSurface::Light}};
  for (int ball = 0; ball < kBalls; ++ball) {
    const RayVector centre{random.between(-1.5F, 1.5F), random.between(-1.5F, 1.0F),
                           random.between(-0.5F, 2.5F)};
    const PathSurface surface = ball % 3 == 0 ? PathSurface::Mirror : PathSurface::Diffuse;
    spheres.push_back(
        {centre, random.between(0.25F, 0.6F), random.between(0.5F, 0.9F), 0, surface});
  }
  return spheres;
}

class PathTrace final : public Workload {
 public:
  std::string name() const override { return "path-trace"; }
  std::string description() const override {
    return "path tracing of spheres: Russian roulette ends each path";
  }
  std::string source_file() const override { return "path_trace.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height, samples;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({14, 12, 2}, {42, 38, 5}, {100, 92, 9});
    SplitMix64 random(request.seed);
    const std::vector<PathSphere> spheres = random_path_scene(random);
    const auto count = static_cast<std::uint32_t>(spheres.size());
    const std::uint32_t seed = random.next_word();

    const DeviceArray<PathSphere> device_spheres(device, spheres);
    const DeviceArray<float> brightness(device, std::size_t{shape.width} * shape.height);
    const DeviceArray<std::uint32_t> bounces(device, std::size_t{shape.width} * shape.height);
    launch(device, program, "path_trace", square_range(device, shape.width, shape.height),
           device_spheres, count, brightness, bounces, shape.width, shape.height, shape.samples,
           seed);

    const PathImage expected = trace_paths(spheres, shape.width, shape.height, shape.samples, seed);
    OutputCheck check;
    check.equal("brightness", brightness.download(), expected.brightness);
    check.equal("bounces", bounces.download(), expected.bounces);
    return check.result(by(shape.width, shape.height) + " pixels, " +
                        std::to_string(shape.samples) + " paths each");
  }
};

}  // namespace

PathImage trace_paths(const std::vector<PathSphere>& spheres, std::uint32_t width,
                      std::uint32_t height, std::uint32_t samples, std::uint32_t seed) {
  PathImage image;
  for (std::uint32_t pixel = 0; pixel < width * height; ++pixel) {
    PathTracer tracer(spheres, seed + pixel);
    const auto column = static_cast<float>(pixel % width);
    const std::uint32_t row = pixel / width;
    float sum = 0.0F;
    std::uint32_t bounces = 0;
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      const float x = (column + tracer.random.unit()) / static_cast<float>(width) - 0.5F;
      const float y =
          0.5F - (static_cast<float>(row) + tracer.random.unit()) / static_cast<float>(height);
      sum += tracer.follow({{0, 0, -3}, unit({x, y, 1})}, bounces);
    }
    image.brightness.push_back(sum / static_cast<float>(samples));
    image.bounces.push_back(bounces);
  }
  return image;
}

std::unique_ptr<Workload> make_path_trace() { return std::make_unique<PathTrace>(); }

}  // namespace lanefold
