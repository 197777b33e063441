// SPDX-License-Identifier: Apache-2.0
// The compacted data path in RTL from mask to write-back: control block, operand latches, swizzle
// crossbars and unswizzle around a stand-in for the ALU. Every active lane must come home.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tb/bench/bench.h"
#include "twins/bench/quad_stimuli.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

/// What an ALU of another function in every instruction would answer: no two operands give the same
/// result but by accident, nor do two zeros give zero.
std::uint64_t alu_stand_in(std::uint64_t key, std::uint64_t a, std::uint64_t b,
                           unsigned operand_bits) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  const std::uint64_t mixed = ((a + key) * kGolden ^ (b + (key >> 32))) * (kGolden ^ key << 1);
  return mixed >> (64 - operand_bits);
}

/// A step is one mask in one control block, from fetching its operands to its last write-back.
class DataPathRun final : public BenchRun {
 public:
  DataPathRun(const RunStart& start, const QuadGeometry& geometry, ControlBlock block,
              const MaskOrder& masks)
      : BenchRun(start),
        geometry_(geometry),
        masks_(masks),
        block_(block),
        control_(make_control_twin(block, geometry, place("control"))),
        unswizzle_(make_unswizzle_twin(geometry, place("unswizzle"))) {
    for (Operand& operand : operands_) {
      operand.latch = make_operand_latch_twin(geometry, place("latch"));
      operand.crossbar = make_swizzle_crossbar_twin(geometry, place("crossbar"));
    }
  }

  std::optional<Mismatch> step(std::uint64_t number) override {
    const std::optional<LaneMask> listed = masks_.listed(number);
    const LaneMask mask = listed ? *listed : random().mask(geometry_.lanes());
    const ControlAnswer answer = control_->decide(mask);
    for (Operand& operand : operands_) {
      fetch(operand, mask);
    }
    primary_ = LaneMask();
    std::optional<Mismatch> first;
    for (unsigned cycle = 0; cycle < answer.cycles && cycle < geometry_.quads(); ++cycle) {
      auto mismatch = compute(cycle_of(answer, cycle), mask);
      if (mismatch && !first) {
        first = mismatch;
        first->context = fmt::format("in cycle {} of {}; ", cycle, answer.cycles);
      }
    }
    if (!first && primary_ != mask) {
      first = Mismatch{"the set of lanes written back", hex(mask.bits()), hex(primary_.bits()), ""};
    }
    if (first) {
      first->context += fmt::format("mask {}, policy {}", hex(mask.bits()),
                                    name_of(control_block_policy(block_)));
    }
    return first;
  }

 private:
  struct Operand {
    std::unique_ptr<OperandLatchTwin> latch;
    std::unique_ptr<SwizzleCrossbarTwin> crossbar;
    Values fetched{};
  };

  /// Writes the active quads one by one, as banks deliver them, with noise at the other inputs.
  void fetch(Operand& operand, LaneMask mask) {
    for (unsigned quad = 0; quad < geometry_.quads(); ++quad) {
      if ((geometry_.quad(quad) & mask).none()) {
        continue;
      }
      const Values input = draw_values(random(), geometry_.lanes(), geometry_.operand_bits());
      for_each_lane(geometry_.quad(quad),
                    [&](unsigned lane) { operand.fetched[lane] = input[lane]; });
      operand.latch->write(LaneMask::lane(quad), input.data());
    }
  }

  QuadControl cycle_of(const ControlAnswer& answer, unsigned cycle) const {
    QuadControl control;
    for (unsigned position = 0; position < geometry_.positions(); ++position) {
      const unsigned slot = cycle * geometry_.positions() + position;
      if (answer.enabled.test(slot)) {
        control.enable.set(position);
      }
      control.quad[position] = answer.quad[slot];
      control.position[position] = answer.position[slot];
    }
    return control;
  }

  /// One pass of the ALU. Positions that do not compute answer noise.
  std::optional<Mismatch> compute(const QuadControl& control, LaneMask mask) {
    const std::uint64_t key = random().bits();
    std::array<Values, 2> at_alu{};
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      Values latched{};
      operands_[i].latch->read(latched.data());
      operands_[i].crossbar->swizzle(latched.data(), control, at_alu[i].data());
    }
    Values results{};
    for (unsigned position = 0; position < geometry_.positions(); ++position) {
      results[position] =
          alu_stand_in(key, at_alu[0][position], at_alu[1][position], geometry_.operand_bits());
    }
    Values written{};
    const LaneMask lanes = unswizzle_->unswizzle(results.data(), control, written.data());
    return check(key, lanes, written, mask);
  }

  std::optional<Mismatch> check(std::uint64_t key, LaneMask lanes, const Values& written,
                                LaneMask mask) {
    if ((lanes & primary_).any()) {
      return Mismatch{"the set of lanes written back a second time", "0x0",
                      hex((lanes & primary_).bits()), ""};
    }
    if (!mask.contains(lanes)) {
      return Mismatch{"the set of inactive lanes written back", "0x0",
                      hex(lanes.without(mask).bits()), ""};
    }
    primary_ |= lanes;
    Values expected{};
    for_each_lane(lanes, [&](unsigned lane) {
      expected[lane] = alu_stand_in(key, operands_[0].fetched[lane], operands_[1].fetched[lane],
                                    geometry_.operand_bits());
    });
    return differ("result", "lane", expected, written, geometry_.lanes());
  }

  QuadGeometry geometry_;
  const MaskOrder& masks_;
  ControlBlock block_;
  std::unique_ptr<ControlTwin> control_;
  std::array<Operand, 2> operands_;
  std::unique_ptr<UnswizzleTwin> unswizzle_;
  LaneMask primary_;
};

struct DataPath {
  QuadGeometry geometry;
  ControlBlock block;
};

std::string name_of(const DataPath& path) {
  std::string policy = name_of(control_block_policy(path.block));
  std::replace(policy.begin(), policy.end(), '-', '_');
  return name_of(path.geometry) + "_" + policy;
}
void PrintTo(const DataPath& path, std::ostream* out) { *out << name_of(path); }

std::vector<DataPath> data_paths() {
  std::vector<DataPath> paths;
  for (const QuadGeometry& geometry : rtl_geometries()) {
    for (const ControlBlock block : kControlBlocks) {
      paths.push_back({geometry, block});
    }
  }
  return paths;
}

class DataPathRtl : public testing::TestWithParam<DataPath> {};

TEST_P(DataPathRtl, BringsEveryActiveLaneHomeOnceAndWritesNoOther) {
  const auto& [geometry, block] = GetParam();
  constexpr std::uint64_t kRandomMasks = 1000;
  const MaskOrder masks(geometry.lanes(), kRandomMasks);
  expect_same_as_oracle(
      {"all masks", masks.size(), [&, geometry = geometry, block = block](const RunStart& start) {
         return std::make_unique<DataPathRun>(start, geometry, block, masks);
       }});
}

INSTANTIATE_TEST_SUITE_P(AllGeometries, DataPathRtl, testing::ValuesIn(data_paths()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
