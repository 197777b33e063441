// SPDX-License-Identifier: Apache-2.0
// What must hold for every mask under every policy: exhaustively for SIMD16 on a four-wide ALU,
// with random masks for other shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/machine_config.h"
#include "tests/compaction/naive_policies.h"

namespace lanefold {
namespace {

/// What is wrong with a schedule as a permutation of the active lanes, or nothing.
std::string permutation_fault(const Schedule& schedule, LaneMask mask,
                              const QuadGeometry& geometry) {
  LaneMask seen;
  unsigned swizzled = 0;
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (slot.enabled() != schedule.enabled_positions(cycle).test(position)) {
        return "enable differs from slot";
      }
      if (!slot.enabled()) {
        continue;
      }
      if (slot.lane != slot.quad * geometry.quad_lanes() + slot.position) {
        return "quad and position do not name the lane";
      }
      if (!mask.test(slot.lane)) {
        return "inactive lane issued";
      }
      if (seen.test(slot.lane)) {
        return "lane issued twice";
      }
      const Schedule::Place place = schedule.place(slot.lane);
      if (place.cycle != cycle || place.position != position) {
        return "unswizzle is not the inverse of swizzle";
      }
      seen.set(slot.lane);
      swizzled += slot.position != position ? 1 : 0;
    }
  }
  if (seen != mask || schedule.lanes() != mask) {
    return "active lane not issued";
  }
  return swizzled == schedule.swizzled_lanes() ? "" : "wrong number of swizzled lanes";
}

/// What is wrong with a policy's answers to one mask, or nothing.
std::string policy_fault(const Compactor& policy, LaneMask mask, const QuadGeometry& geometry) {
  const Schedule schedule = policy.schedule(mask, geometry);
  std::string fault = permutation_fault(schedule, mask, geometry);
  if (!fault.empty()) {
    return fault;
  }
  if (policy.cycles(mask, geometry) != schedule.cycles()) {
    return "cheap cycles differ from those of the schedule";
  }
  if (policy.swizzled_lanes(mask, geometry) != schedule.swizzled_lanes()) {
    return "cheap swizzle count differs from that of the schedule";
  }
  const LaneMask issued = policy.issued_lanes(mask, geometry);
  if (!issued.contains(mask) || geometry.whole_quads(issued) != issued) {
    return "issued lanes are not whole quads around the active lanes";
  }
  if (schedule.cycles() < ideal_cycles(mask, geometry)) {
    return "fewer cycles than the active lanes need";
  }
  if (schedule.swizzled_lanes() < fewest_swizzles(mask, schedule.cycles(), geometry)) {
    return "fewer swizzles than so few cycles need";
  }
  if (schedule.cycles() > geometry.active_quads(issued)) {
    return "more cycles than fetched quads";
  }
  return "";
}

struct NamedPolicy {
  std::string name;
  std::unique_ptr<Compactor> compactor;
};

std::vector<NamedPolicy> all_policies() {
  std::vector<NamedPolicy> policies;
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    policies.push_back({name_of(name), make_compactor(name)});
  }
  return policies;
}

/// What is wrong with any policy's answers to one mask, or nothing.
std::string any_fault(const std::vector<NamedPolicy>& policies, LaneMask mask,
                      const QuadGeometry& geometry) {
  for (const NamedPolicy& policy : policies) {
    const std::string fault = policy_fault(*policy.compactor, mask, geometry);
    if (!fault.empty()) {
      return policy.name + ": " + fault;
    }
  }
  return "";
}

/// What is wrong with the cycles of the paper's policies for one mask, or nothing.
std::string paper_fault(LaneMask mask, const QuadGeometry& geometry) {
  static const auto none = make_compactor(CompactionPolicy::None);
  static const auto ivb = make_compactor(CompactionPolicy::Ivb);
  static const auto bcc = make_compactor(CompactionPolicy::Bcc);
  static const auto scc = make_compactor(CompactionPolicy::Scc);
  const unsigned bcc_cycles = bcc->cycles(mask, geometry);
  const unsigned scc_cycles = scc->cycles(mask, geometry);
  if (bcc_cycles != naive_active_quads(mask, geometry) ||
      scc_cycles != ideal_cycles(mask, geometry)) {
    return "not the number of cycles by definition";
  }
  if (scc_cycles > bcc_cycles || bcc_cycles > ivb->cycles(mask, geometry) ||
      ivb->cycles(mask, geometry) > none->cycles(mask, geometry)) {
    return "a stronger policy takes more cycles";
  }
  for (const Compactor* in_order : {none.get(), ivb.get(), bcc.get()}) {
    if (in_order->cycles(mask, geometry) !=
        geometry.active_quads(in_order->issued_lanes(mask, geometry))) {
      return "cycles are not issued quads";
    }
  }
  return "";
}

/// What is wrong with the order of either swizzling policy, or nothing.
std::string order_fault(const Compactor& scc, const Compactor& fifo, LaneMask mask,
                        const QuadGeometry& geometry) {
  const unsigned cycles = ideal_cycles(mask, geometry);
  for (const Compactor* policy : {&scc, &fifo}) {
    if (policy->cycles(mask, geometry) != cycles) {
      return "not the ideal number of cycles";
    }
    if (policy->swizzled_lanes(mask, geometry) != fewest_swizzles(mask, cycles, geometry)) {
      return "not the fewest swizzles";
    }
  }
  const Table canonical = table_of(scc.schedule(mask, geometry));
  const Table literal = table_of(fifo.schedule(mask, geometry));
  if (naive_active_quads(mask, geometry) == ideal_cycles(mask, geometry)) {
    const Table skipping =
        table_of(make_compactor(CompactionPolicy::Bcc)->schedule(mask, geometry));
    return canonical == skipping && literal == skipping ? "" : "does not only skip empty quads";
  }
  if (canonical != canonical_scc(mask, geometry)) {
    return "scc is not the canonical assignment";
  }
  return literal == figure6(mask, geometry) ? "" : "scc-fifo is not figure 6";
}

constexpr unsigned kAllMasks = 1U << 16;

TEST(CompactionProperties, HoldForEveryMaskOfSimd16) {
  const auto policies = all_policies();
  const QuadGeometry geometry;
  for (unsigned mask = 0; mask < kAllMasks; ++mask) {
    ASSERT_EQ(any_fault(policies, LaneMask(mask), geometry) + paper_fault(LaneMask(mask), geometry),
              "")
        << std::hex << mask;
  }
}

TEST(CompactionProperties, SwizzlingOrderIsAsDefinedForEveryMaskOfSimd16) {
  const auto scc = make_compactor(CompactionPolicy::Scc);
  const auto fifo = make_compactor(CompactionPolicy::SccFifo);
  const QuadGeometry geometry;
  for (unsigned mask = 0; mask < kAllMasks; ++mask) {
    ASSERT_EQ(order_fault(*scc, *fifo, LaneMask(mask), geometry), "") << std::hex << mask;
  }
}

TEST(CompactionProperties, HoldForEveryMaskOfSmallUnevenWarps) {
  const auto policies = all_policies();
  for (const QuadGeometry& geometry :
       {QuadGeometry(10, 4), QuadGeometry(9, 4, 64), QuadGeometry(11, 3), QuadGeometry(7, 8),
        QuadGeometry(5, 1, 64), QuadGeometry(11, 3, 64), QuadGeometry(12, 5, 16)}) {
    for (std::uint64_t mask = 0; mask <= geometry.all_lanes().bits(); ++mask) {
      ASSERT_EQ(
          any_fault(policies, LaneMask(mask), geometry) + paper_fault(LaneMask(mask), geometry), "")
          << geometry.lanes() << "/" << geometry.alu_width() << " " << std::hex << mask;
    }
  }
}

struct Shape {
  unsigned lanes, alu_width;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.lanes << " lanes on " << shape.alu_width;
}

class CompactionOfShape : public testing::TestWithParam<Shape> {};

/// Masks of every density: a fair coin, few lanes, many lanes.
LaneMask random_mask(std::mt19937_64& random, const QuadGeometry& geometry) {
  std::uint64_t bits = random();
  switch (random() % 4) {
    case 0:
      bits &= random();
      break;
    case 1:
      bits &= random();
      bits &= random();
      break;
    case 2:
      bits |= random();
      break;
    default:
      break;
  }
  return LaneMask(bits) & geometry.all_lanes();
}

TEST_P(CompactionOfShape, HoldsThePropertiesForRandomMasksAndAllOperandSizes) {
  constexpr unsigned kRandomMasks = 3000;
  const auto policies = all_policies();
  const auto scc = make_compactor(CompactionPolicy::Scc);
  const auto fifo = make_compactor(CompactionPolicy::SccFifo);
  const auto seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  std::mt19937_64 random(seed);
  for (unsigned bits : {16U, 32U, 64U}) {
    const QuadGeometry geometry(GetParam().lanes, GetParam().alu_width, bits);
    for (unsigned round = 0; round < kRandomMasks; ++round) {
      const LaneMask mask = random_mask(random, geometry);
      ASSERT_EQ(any_fault(policies, mask, geometry) + paper_fault(mask, geometry), "")
          << "seed " << seed << " bits " << bits << " mask " << std::hex << mask.bits();
      ASSERT_EQ(order_fault(*scc, *fifo, mask, geometry), "")
          << "seed " << seed << " bits " << bits << " mask " << std::hex << mask.bits();
    }
    ASSERT_EQ(any_fault(policies, geometry.all_lanes(), geometry), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, CompactionOfShape,
                         testing::Values(Shape{8, 4}, Shape{16, 4}, Shape{32, 4}, Shape{32, 8},
                                         Shape{64, 4}, Shape{64, 8}, Shape{64, 16}, Shape{64, 64},
                                         Shape{64, 1}, Shape{64, 63}, Shape{50, 7}, Shape{33, 12}),
                         [](const auto& info) {
                           return std::to_string(info.param.lanes) + "LanesOn" +
                                  std::to_string(info.param.alu_width);
                         });

}  // namespace
}  // namespace lanefold
