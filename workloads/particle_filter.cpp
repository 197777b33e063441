// SPDX-License-Identifier: Apache-2.0
// Particle filter: input, reference and check.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "workloads/device_math.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// The layout is that of a float2.
struct TrackedPoint {
  float x = 0, y = 0;
};

/// What is known of one frame.
struct ParticleFrame {
  TrackedPoint step, seen;
  std::uint32_t start = 0;  ///< of resampling
};

constexpr float kNoise = 1.5F;
constexpr float kSharpness = 0.05F;

struct Particles {
  std::vector<TrackedPoint> places;
  std::vector<std::uint32_t> states;  ///< of their random numbers
  std::vector<std::uint32_t> parents;
};

void move_particle(TrackedPoint& place, PcgRandom& random, TrackedPoint step) {
  const float radius = kNoise * std::sqrt(-2.0F * device_log(random.positive_unit()));
  const float angle = 6.2831855F * random.unit();
  place.x = place.x + step.x + radius * device_cos(angle);
  place.y = place.y + step.y + radius * device_sin(angle);
}

std::uint32_t weight_of(TrackedPoint place, TrackedPoint seen) {
  const float x = place.x - seen.x;
  const float y = place.y - seen.y;
  return 1 + static_cast<std::uint32_t>(65535.0F * device_exp(-kSharpness * (x * x + y * y)));
}

/// One frame of the filter.
void advance(Particles& particles, std::vector<PcgRandom>& random, const ParticleFrame& frame) {
  std::vector<std::uint32_t> sums;
  for (std::size_t i = 0; i < particles.places.size(); ++i) {
    move_particle(particles.places[i], random[i], frame.step);
    sums.push_back(weight_of(particles.places[i], frame.seen));
  }
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  const auto count = static_cast<std::uint32_t>(sums.size());
  const std::uint32_t stride = sums.back() / count;
  std::vector<TrackedPoint> drawn;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = i * stride + frame.start % stride;
    const auto beyond = std::upper_bound(sums.begin(), sums.end(), wanted);
    const auto chosen = std::min<std::ptrdiff_t>(beyond - sums.begin(), count - 1);
    particles.parents[i] = static_cast<std::uint32_t>(chosen);
    drawn.push_back(particles.places[particles.parents[i]]);
  }
  particles.places = drawn;
}

std::vector<ParticleFrame> random_frames(SplitMix64& random, std::uint32_t count) {
  std::vector<ParticleFrame> frames(count);
  TrackedPoint place;
  for (ParticleFrame& frame : frames) {
    frame.step = {1.0F, 2.0F};
    place.x += frame.step.x;
    place.y += frame.step.y;
    frame.seen.x = place.x + random.between(-3.0F, 3.0F);
    frame.seen.y = place.y + random.between(-3.0F, 3.0F);
    frame.start = random.next_word();
  }
  return frames;
}

Particles filter_on_device(Device& device, const Program& program, const Particles& start,
                           const std::vector<ParticleFrame>& frames) {
  const auto count = static_cast<std::uint32_t>(start.places.size());
  const DeviceArray<TrackedPoint> places(device, start.places);
  const DeviceArray<TrackedPoint> drawn(device, count);
  const DeviceArray<std::uint32_t> states(device, start.states);
  const DeviceArray<std::uint32_t> weights(device, count);
  const DeviceArray<std::uint32_t> sums(device, count);
  const DeviceArray<std::uint32_t> parents(device, count);
  const NDRange range = linear_range(device, count);
  NDRange group = range;
  group.global = group.local;
  const DeviceArray<TrackedPoint>* now = &places;
  const DeviceArray<TrackedPoint>* next = &drawn;
  for (const ParticleFrame& frame : frames) {
    launch(device, program, "particle_move", range, *now, states, weights, count, frame.step,
           kNoise, frame.seen, kSharpness);
    launch(device, program, "particle_accumulate", group, weights, sums, count,
           LocalBytes{group.local[0] * 4});
    launch(device, program, "particle_resample", range, *now, sums, *next, parents, count,
           frame.start);
    std::swap(now, next);
  }
  return {now->download(), {}, parents.download()};
}

std::vector<float> coordinates(const std::vector<TrackedPoint>& places) {
  std::vector<float> values;
  for (const TrackedPoint& place : places) values.insert(values.end(), {place.x, place.y});
  return values;
}

class ParticleFilter final : public Workload {
 public:
  std::string name() const override { return "particle-filter"; }
  std::string description() const override {
    return "particle filter: resampling searches the running sums of the weights";
  }
  std::string source_file() const override { return "particle_filter.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t particles, frames;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({203, 2}, {1'003, 4}, {2'503, 8});
    SplitMix64 random(request.seed);
    const std::vector<ParticleFrame> frames = random_frames(random, shape.frames);
    Particles particles{std::vector<TrackedPoint>(shape.particles),
                        {},
                        std::vector<std::uint32_t>(shape.particles)};
    std::vector<PcgRandom> generators;
    for (std::uint32_t i = 0; i < shape.particles; ++i) {
      particles.states.push_back(random.next_word());
      generators.emplace_back(particles.states.back());
    }

    const Particles actual = filter_on_device(device, program, particles, frames);
    for (const ParticleFrame& frame : frames) advance(particles, generators, frame);
    OutputCheck check(request.functions);
    check.equal("parent", actual.parents, particles.parents);
    check.equal("coordinate", coordinates(actual.places), coordinates(particles.places));
    return check.result(std::to_string(shape.particles) + " particles, " +
                        std::to_string(shape.frames) + " frames");
  }
};

}  // namespace

std::unique_ptr<Workload> make_particle_filter() { return std::make_unique<ParticleFilter>(); }

}  // namespace lanefold
