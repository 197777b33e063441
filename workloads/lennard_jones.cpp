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
  std::string source_file_for(const WorkloadRequest& request) const override {
    return request.asks_for("list", "rows") ? "lennard_jones_rows.cl" : source_file();
  }

  std::vector<WorkloadParameter> parameters() const override {
    if (kernel_.rows_function.empty()) return {order_parameter()};
    return {order_parameter(),
            {"list", "interleaved",
             "of the neighbours of each particle: interleaved with the others, or rows for one "
             "behind the other"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto side = reader.by_size<std::uint32_t>(6, 20, 40);
    SplitMix64 random(request.seed);
    const Liquid liquid = make_liquid(random, side, requested_order(reader));
    const auto neighbours = neighbours_of(liquid);

    const bool rows =
        !kernel_.rows_function.empty() && reader.choice("list", {"interleaved", "rows"}) == "rows";
    const DeviceArray<LiquidParticle> particles(device, liquid.particles);
    const DeviceArray<std::uint32_t> extents(device,
                                             rows ? firsts_of(neighbours) : counts_of(neighbours));
    const DeviceArray<std::uint32_t> slots(
        device, rows ? concatenated(neighbours) : interleaved(neighbours));
    const DeviceArray<float> forces(device, liquid.particles.size() * 4);
    launch(device, program, rows ? kernel_.rows_function : kernel_.function,
           linear_range(device, liquid.count()), particles, extents, slots, liquid.count(),
           kForceRadius * kForceRadius, forces);

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
                      "lennard_jones", "lennard_jones_rows"});
}

}  // namespace lanefold
