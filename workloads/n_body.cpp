// SPDX-License-Identifier: Apache-2.0
// Gravity between all bodies: input, reference and check.
#include <cmath>
#include <utility>

#include "workloads/ray_vector.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// The layout is that of a float4.
struct GravityBody {
  RayVector place;
  float mass = 0;
};

constexpr float kGravityStep = 0.01F;
constexpr float kSoftening = 0.05F;

struct GravityState {
  std::vector<GravityBody> bodies;
  std::vector<GravityBody> velocities;  ///< without masses
};

void step_bodies(GravityState& state) {
  std::vector<GravityBody> moved = state.bodies;
  for (std::size_t body = 0; body < moved.size(); ++body) {
    RayVector pull;
    for (const GravityBody& other : state.bodies) {
      const RayVector away = other.place - state.bodies[body].place;
      const float inverse = 1.0F / std::sqrt(dot(away, away) + kSoftening);
      pull = pull + away * (other.mass * inverse * inverse * inverse);
    }
    RayVector& velocity = state.velocities[body].place;
    velocity = velocity + pull * kGravityStep;
    moved[body].place = moved[body].place + velocity * kGravityStep;
  }
  state.bodies = moved;
}

std::vector<float> gravity_values(const std::vector<GravityBody>& bodies) {
  std::vector<float> values;
  for (const auto& [place, mass] : bodies) {
    values.insert(values.end(), {place.x, place.y, place.z, mass});
  }
  return values;
}

class NBody final : public Workload {
 public:
  std::string name() const override { return "n-body"; }
  std::string description() const override {
    return "gravity between all bodies, tiles in local memory";
  }
  std::string source_file() const override { return "n_body.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t bodies, steps;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({109, 2}, {605, 2}, {1'205, 5});
    SplitMix64 random(request.seed);
    GravityState state;
    state.velocities.resize(shape.bodies);
    for (std::uint32_t body = 0; body < shape.bodies; ++body) {
      const RayVector place{random.between(-1.0F, 1.0F), random.between(-1.0F, 1.0F),
                            random.between(-1.0F, 1.0F)};
      state.bodies.push_back({place, random.between(0.1F, 1.0F)});
    }

    const DeviceArray<GravityBody> first(device, state.bodies);
    const DeviceArray<GravityBody> second(device, shape.bodies);
    const DeviceArray<GravityBody> velocities(device, shape.bodies);
    const DeviceArray<GravityBody>* now = &first;
    const DeviceArray<GravityBody>* next = &second;
    const NDRange range = linear_range(device, shape.bodies);
    const LocalBytes tile{range.local[0] * 16};
    for (std::uint32_t step = 0; step < shape.steps; ++step) {
      launch(device, program, "n_body", range, *now, velocities, *next, shape.bodies, kGravityStep,
             kSoftening, tile);
      std::swap(now, next);
      step_bodies(state);
    }

    OutputCheck check(request.functions);
    check.equal("body", gravity_values(now->download()), gravity_values(state.bodies));
    check.equal("velocity", gravity_values(velocities.download()),
                gravity_values(state.velocities));
    return check.result(std::to_string(shape.bodies) + " bodies, " + std::to_string(shape.steps) +
                        " steps");
  }
};

}  // namespace

std::unique_ptr<Workload> make_n_body() { return std::make_unique<NBody>(); }

}  // namespace lanefold
