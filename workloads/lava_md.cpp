// SPDX-License-Identifier: Apache-2.0
// Molecular dynamics in boxes: input, reference and check.
#include <algorithm>

#include "workloads/device_math.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Place and charge; the layout is that of a float4.
struct Particle {
  float x = 0, y = 0, z = 0, charge = 0;
};

/// A cube of side x side x side boxes of size 1.
struct ParticleBoxes {
  std::uint32_t side = 0;
  std::vector<Particle> particles;
  std::vector<std::uint32_t> first;  ///< of each box, and the end
};

constexpr float kCutOffSquare = 0.8F;
constexpr float kAlpha = 0.5F;

ParticleBoxes random_boxes(SplitMix64& random, std::uint32_t side) {
  ParticleBoxes boxes{side, {}, {0}};
  for (std::uint32_t box = 0; box < side * side * side; ++box) {
    const auto x = static_cast<float>(box % side);
    const std::uint32_t row = box / side;
    const auto y = static_cast<float>(row % side);
    const std::uint32_t layer = row / side;
    const auto z = static_cast<float>(layer);
    for (std::uint32_t count = 8 + random.below(17); count > 0; --count) {
      boxes.particles.push_back(
          {x + random.unit(), y + random.unit(), z + random.unit(), random.between(0.1F, 1.0F)});
    }
    boxes.first.push_back(static_cast<std::uint32_t>(boxes.particles.size()));
  }
  return boxes;
}

/// Adds what the particles of one box do to another particle.
void add_forces(const ParticleBoxes& boxes, std::size_t box, std::uint32_t mine, Particle& sum) {
  const Particle& home = boxes.particles[mine];
  for (std::uint32_t other = boxes.first[box]; other < boxes.first[box + 1]; ++other) {
    const Particle& there = boxes.particles[other];
    const Particle away{home.x - there.x, home.y - there.y, home.z - there.z, 0};
    const float square = away.x * away.x + away.y * away.y + away.z * away.z;
    if (square >= kCutOffSquare || other == mine) continue;
    const float potential = there.charge * device_exp(-kAlpha * square);
    const float force = 2.0F * kAlpha * potential;
    sum.x += force * away.x;
    sum.y += force * away.y;
    sum.z += force * away.z;
    sum.charge += potential;
  }
}

/// Forces and potentials of all particles, component by component.
std::vector<float> expected_forces(const ParticleBoxes& boxes) {
  const int side = static_cast<int>(boxes.side);
  std::vector<float> forces;
  for (int box = 0; box < side * side * side; ++box) {
    const int x = box % side;
    const int y = box / side % side;
    const int z = box / (side * side);
    const auto home = static_cast<std::size_t>(box);
    for (std::uint32_t mine = boxes.first[home]; mine < boxes.first[home + 1]; ++mine) {
      Particle sum;
      for (int k = std::max(z - 1, 0); k <= std::min(z + 1, side - 1); ++k) {
        for (int j = std::max(y - 1, 0); j <= std::min(y + 1, side - 1); ++j) {
          for (int i = std::max(x - 1, 0); i <= std::min(x + 1, side - 1); ++i) {
            const int other = (k * side + j) * side + i;
            add_forces(boxes, static_cast<std::size_t>(other), mine, sum);
          }
        }
      }
      forces.insert(forces.end(), {sum.x, sum.y, sum.z, sum.charge});
    }
  }
  return forces;
}

class LavaMd final : public Workload {
 public:
  std::string name() const override { return "lava-md"; }
  std::string description() const override {
    return "molecular dynamics in boxes: forces within a cut-off";
  }
  std::string source_file() const override { return "lava_md.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto side = reader.by_size<std::uint32_t>(2, 5, 9);
    SplitMix64 random(request.seed);
    const ParticleBoxes boxes = random_boxes(random, side);

    const DeviceArray<Particle> particles(device, boxes.particles);
    const DeviceArray<std::uint32_t> first(device, boxes.first);
    const DeviceArray<float> forces(device, boxes.particles.size() * 4);
    NDRange range;
    range.local[0] = group_size(device, 16);
    range.global[0] = side * side * side * range.local[0];
    launch(device, program, "lava_md", range, particles, first, side, kCutOffSquare, kAlpha,
           forces);

    OutputCheck check(request.functions);
    check.equal("force", forces.download(), expected_forces(boxes));
    return check.result(std::to_string(side * side * side) + " boxes, " +
                        std::to_string(boxes.particles.size()) + " particles");
  }
};

}  // namespace

std::unique_ptr<Workload> make_lava_md() { return std::make_unique<LavaMd>(); }

}  // namespace lanefold
