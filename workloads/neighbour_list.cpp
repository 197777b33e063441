// SPDX-License-Identifier: Apache-2.0
// Neighbours of the particles of a liquid: input, reference and check.
#include "workloads/liquid.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class NeighbourList final : public Workload {
 public:
  std::string name() const override { return "neighbour-list"; }
  std::string description() const override {
    return "neighbours of the particles of a liquid, found in bins";
  }
  std::string source_file() const override { return "neighbour_list.cl"; }

  std::vector<WorkloadParameter> parameters() const override { return {order_parameter()}; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto side = reader.by_size<std::uint32_t>(5, 16, 40);
    SplitMix64 random(request.seed);
    const Liquid liquid = make_liquid(random, side, requested_order(reader));

    const DeviceArray<LiquidParticle> particles(device, liquid.particles);
    const DeviceArray<std::uint32_t> first(device, liquid.first);
    const DeviceArray<std::uint32_t> members(device, liquid.members);
    const DeviceArray<std::uint32_t> counts(device, liquid.count());
    const DeviceArray<std::uint32_t> neighbours(
        device, std::vector<std::uint32_t>(std::size_t{liquid.count()} * kMostNeighbours, 0));
    launch(device, program, "neighbour_list", linear_range(device, liquid.count()), particles,
           first, members, liquid.count(), liquid.bins, liquid.bins_per_length,
           kListRadius * kListRadius, counts, neighbours);

    const auto expected = neighbours_of(liquid);
    OutputCheck check;
    check.equal("count", counts.download(), counts_of(expected));
    check.equal("neighbour", neighbours.download(), interleaved(expected));
    return check.result(std::to_string(liquid.count()) + " particles");
  }
};

}  // namespace

std::unique_ptr<Workload> make_neighbour_list() { return std::make_unique<NeighbourList>(); }

}  // namespace lanefold
