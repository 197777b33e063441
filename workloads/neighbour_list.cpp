// SPDX-License-Identifier: Apache-2.0
// Neighbours of the particles of a liquid: input, reference and check.
#include <algorithm>

#include "workloads/liquid.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// A particle in a slot of its bin. The layout is that of a float4.
struct SlottedParticle {
  RayVector place;
  std::uint32_t number;
};

/// Bins that have equally many slots each, and one at least that is free.
struct SlottedBins {
  std::uint32_t capacity = 0;
  std::vector<SlottedParticle> slots;
};

SlottedBins slotted_bins(const Liquid& liquid) {
  SlottedBins bins;
  const std::size_t count = liquid.first.size() - 1;
  for (std::size_t bin = 0; bin < count; ++bin) {
    bins.capacity = std::max(bins.capacity, liquid.first[bin + 1] - liquid.first[bin] + 1);
  }
  bins.slots.assign(count * bins.capacity, {{}, liquid.count()});
  for (std::size_t bin = 0; bin < count; ++bin) {
    std::size_t slot = bin * bins.capacity;
    for (std::uint32_t member = liquid.first[bin]; member < liquid.first[bin + 1]; ++member) {
      const std::uint32_t particle = liquid.members[member];
      bins.slots[slot++] = {liquid.particles[particle].place, particle};
    }
  }
  return bins;
}

/// What a launch finds.
struct FoundLists {
  DeviceArray<std::uint32_t> counts;
  DeviceArray<std::uint32_t> neighbours;

  FoundLists(Device& device, const Liquid& liquid)
      : counts(device, liquid.count()),
        neighbours(device,
                   std::vector<std::uint32_t>(std::size_t{liquid.count()} * kMostNeighbours, 0)) {}

  WorkloadResult check(const Liquid& liquid) const {
    const auto expected = neighbours_of(liquid);
    OutputCheck check;
    check.equal("count", counts.download(), counts_of(expected));
    check.equal("neighbour", neighbours.download(), interleaved(expected));
    return check.result(std::to_string(liquid.count()) + " particles");
  }
};

class NeighbourList final : public Workload {
 public:
  std::string name() const override { return "neighbour-list"; }
  std::string description() const override {
    return "neighbours of the particles of a liquid, found in bins";
  }
  std::string source_file() const override { return "neighbour_list.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    return request.asks_for("loop", "flat") ? "neighbour_list_flat.cl" : source_file();
  }

  std::vector<WorkloadParameter> parameters() const override {
    return {order_parameter(),
            {"loop", "nested",
             "over particles: nested in one over bins, or flat with particles in their bins"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const bool flat = reader.choice("loop", {"nested", "flat"}) == "flat";
    const auto side = reader.by_size<std::uint32_t>(5, 16, 40);
    SplitMix64 random(request.seed);
    const Liquid liquid = make_liquid(random, side, requested_order(reader));

    const DeviceArray<LiquidParticle> particles(device, liquid.particles);
    return flat ? find_flat(device, program, liquid, particles)
                : find_nested(device, program, liquid, particles);
  }

 private:
  static WorkloadResult find_nested(Device& device, const Program& program, const Liquid& liquid,
                                    const DeviceArray<LiquidParticle>& particles) {
    const DeviceArray<std::uint32_t> first(device, liquid.first);
    const DeviceArray<std::uint32_t> members(device, liquid.members);
    const FoundLists found(device, liquid);
    launch(device, program, "neighbour_list", linear_range(device, liquid.count()), particles,
           first, members, liquid.count(), liquid.bins, liquid.bins_per_length,
           kListRadius * kListRadius, found.counts, found.neighbours);
    return found.check(liquid);
  }

  static WorkloadResult find_flat(Device& device, const Program& program, const Liquid& liquid,
                                  const DeviceArray<LiquidParticle>& particles) {
    const SlottedBins bins = slotted_bins(liquid);
    const DeviceArray<SlottedParticle> slots(device, bins.slots);
    const FoundLists found(device, liquid);
    launch(device, program, "neighbour_list_flat", linear_range(device, liquid.count()), particles,
           slots, bins.capacity, liquid.count(), liquid.bins, liquid.bins_per_length,
           kListRadius * kListRadius, found.counts, found.neighbours);
    return found.check(liquid);
  }
};

}  // namespace

std::unique_ptr<Workload> make_neighbour_list() { return std::make_unique<NeighbourList>(); }

}  // namespace lanefold
