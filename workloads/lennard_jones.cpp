// SPDX-License-Identifier: Apache-2.0
// Lennard-Jones forces between neighbours in a liquid: input, reference and check.
#include "workloads/lennard_jones.h"

#include <utility>

#include "workloads/liquid.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Force and energy of every particle, component by component.
std::vector<float> liquid_forces(const Liquid& liquid,
                                 const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<float> values;
  for (std::uint32_t mine = 0; mine < liquid.count(); ++mine) {
    RayVector force;
    float energy = 0;
    for (const std::uint32_t other : neighbours[mine]) {
      const RayVector away = liquid.particles[mine].place - liquid.particles[other].place;
      const float square = dot(away, away);
      if (square >= kForceRadius * kForceRadius) continue;
      const float inverse = 1.0F / square;
      const float sixth = inverse * inverse * inverse;
      force = force + away * (24.0F * sixth * (2.0F * sixth - 1.0F) * inverse);
      energy += 2.0F * sixth * (sixth - 1.0F);
    }
    values.insert(values.end(), {force.x, force.y, force.z, energy});
  }
  return values;
}

class LennardJones final : public Workload {
 public:
  explicit LennardJones(ForceKernel kernel) : kernel_(std::move(kernel)) {}
  std::string name() const override { return kernel_.workload; }
  std::string description() const override { return kernel_.description; }
  std::string source_file() const override { return "lennard_jones.cl"; }

  std::vector<WorkloadParameter> parameters() const override { return {order_parameter()}; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto side = reader.by_size<std::uint32_t>(6, 20, 40);
    SplitMix64 random(request.seed);
    const Liquid liquid = make_liquid(random, side, requested_order(reader));
    const auto neighbours = neighbours_of(liquid);

    const DeviceArray<LiquidParticle> particles(device, liquid.particles);
    const DeviceArray<std::uint32_t> counts(device, counts_of(neighbours));
    const DeviceArray<std::uint32_t> slots(device, interleaved(neighbours));
    const DeviceArray<float> forces(device, liquid.particles.size() * 4);
    launch(device, program, kernel_.function, linear_range(device, liquid.count()), particles,
           counts, slots, liquid.count(), kForceRadius * kForceRadius, forces);

    OutputCheck check;
    check.equal("force", forces.download(), liquid_forces(liquid, neighbours));
    return check.result(std::to_string(liquid.count()) + " particles");
  }

 private:
  ForceKernel kernel_;
};

}  // namespace

std::unique_ptr<Workload> make_forces(ForceKernel kernel) {
  return std::make_unique<LennardJones>(std::move(kernel));
}

std::unique_ptr<Workload> make_lennard_jones() {
  return make_forces({"lennard-jones", "Lennard-Jones forces in a liquid, from lists of neighbours",
                      "lennard_jones"});
}

}  // namespace lanefold
