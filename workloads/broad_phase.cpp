// SPDX-License-Identifier: Apache-2.0
// Broad phase of collision detection: input, reference and check.
#include "workloads/broad_phase.h"

#include <algorithm>
#include <cmath>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Bodies of all sizes, half of them in heaps, sorted by their lower x.
std::vector<BodyBox> random_bodies(SplitMix64& random, std::uint32_t count) {
  constexpr std::uint32_t kHeaps = 12;
  const float world = 6.0F * std::sqrt(static_cast<float>(count));
  const std::vector<float> heaps = random_floats(random, std::size_t{kHeaps} * 3, 0.0F, world);
  std::vector<BodyBox> boxes(count);
  for (BodyBox& box : boxes) {
    const std::uint32_t heap = 3 * random.below(2 * kHeaps);
    const float largest = random.below(16) == 0 ? 5.0F : 1.0F;
    const float half = largest * random.between(0.25F, 1.0F);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const float centre = heap < heaps.size() ? heaps[heap + axis] + random.between(-8.0F, 8.0F)
                                               : random.between(0.0F, world);
      box.low.at(axis) = centre - half;
      box.high.at(axis) = centre + half;
    }
  }
  std::sort(boxes.begin(), boxes.end(),
            [](const BodyBox& one, const BodyBox& two) { return one.low < two.low; });
  return boxes;
}

class BroadPhase final : public Workload {
 public:
  std::string name() const override { return "broad-phase"; }
  std::string description() const override {
    return "collision pairs of boxes by sort and sweep: uneven sweeps, early rejections";
  }
  std::string source_file() const override { return "broad_phase.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr std::uint32_t kCapacity = 16;
    const RequestReader reader(*this, request);
    const auto bodies = reader.by_size<std::uint32_t>(501, 9'001, 30'011);
    SplitMix64 random(request.seed);
    const std::vector<BodyBox> boxes = random_bodies(random, bodies);

    const DeviceArray<BodyBox> device_boxes(device, boxes);
    const DeviceArray<std::uint32_t> count(device, bodies);
    const DeviceArray<std::uint32_t> partners(device, std::size_t{bodies} * kCapacity);
    launch(device, program, "broad_phase", linear_range(device, bodies), device_boxes, bodies,
           count, partners, kCapacity);

    std::vector<std::uint32_t> expected_count;
    std::vector<std::uint32_t> expected_partners;
    std::size_t pairs = 0;
    for (std::vector<std::uint32_t>& others : overlapping_boxes(boxes)) {
      pairs += others.size();
      expected_count.push_back(static_cast<std::uint32_t>(others.size()));
      others.resize(kCapacity);
      expected_partners.insert(expected_partners.end(), others.begin(), others.end());
    }
    OutputCheck check;
    check.equal("count", count.download(), expected_count);
    check.equal("partners", partners.download(), expected_partners);
    return check.result(std::to_string(bodies) + " bodies, " + std::to_string(pairs) + " pairs");
  }
};

}  // namespace

std::vector<std::vector<std::uint32_t>> overlapping_boxes(const std::vector<BodyBox>& boxes) {
  const auto overlap = [](const BodyBox& one, const BodyBox& two) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (one.low.at(axis) > two.high.at(axis) || two.low.at(axis) > one.high.at(axis))
        return false;
    }
    return true;
  };
  std::vector<std::vector<std::uint32_t>> partners(boxes.size());
  for (std::uint32_t one = 0; one < boxes.size(); ++one) {
    for (std::uint32_t two = one + 1; two < boxes.size(); ++two) {
      if (overlap(boxes[one], boxes[two])) partners[one].push_back(two);
    }
  }
  return partners;
}

std::unique_ptr<Workload> make_broad_phase() { return std::make_unique<BroadPhase>(); }

}  // namespace lanefold
