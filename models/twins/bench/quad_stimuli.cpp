// SPDX-License-Identifier: Apache-2.0
// Random operands and selections, and every schedule of narrow warps.
#include "twins/bench/quad_stimuli.h"

#include <fmt/format.h>

#include "lanefold/machine_config.h"

namespace lanefold {

Values draw_values(Random& random, unsigned count, unsigned operand_bits) {
  Values values{};
  const bool zeros = random.one_in(8);  // programs have many
  for (unsigned i = 0; i < count; ++i) {
    if (!zeros || random.one_in(16)) values[i] = random.bits() >> (64 - operand_bits);
  }
  return values;
}

QuadControl draw_control(Random& random, const QuadGeometry& geometry) {
  std::array<std::uint8_t, 64> lanes{};
  for (unsigned lane = 0; lane < geometry.lanes(); ++lane) {
    lanes[lane] = static_cast<std::uint8_t>(lane);
  }
  QuadControl control;
  control.enable = random.mask(geometry.positions());
  for (unsigned position = 0; position < geometry.positions(); ++position) {
    std::swap(lanes[position], lanes[position + random.below(geometry.lanes() - position)]);
    aim(control, position, lanes[position], geometry);
  }
  return control;
}

void aim(QuadControl& control, unsigned position, unsigned lane, const QuadGeometry& geometry) {
  control.quad[position] = static_cast<std::uint8_t>(geometry.quad_of(lane));
  control.position[position] = static_cast<std::uint8_t>(geometry.position_of(lane));
}

std::string text(const QuadControl& control, const QuadGeometry& geometry) {
  std::string text;
  for_each_lane(control.enable, [&](unsigned position) {
    text += fmt::format("{}{}<-{}", text.empty() ? "" : " ", position,
                        lane_of(control, position, geometry));
  });
  return text.empty() ? "all disabled" : text;
}

std::optional<Mismatch> differ(const char* port, const char* unit, const Values& expected,
                               const Values& actual, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (expected[i] != actual[i]) {
      return Mismatch{fmt::format("{} of {} {}", port, unit, i), hex(expected[i]), hex(actual[i]),
                      ""};
    }
  }
  return std::nullopt;
}

ScheduleStream::ScheduleStream(const QuadGeometry& geometry, std::uint64_t random)
    : geometry_(geometry), masks_(geometry.lanes(), random) {
  for (const CompactionPolicy policy : kPolicies) {
    compactors_.push_back(make_compactor(policy));
  }
}

ScheduleStream::Item ScheduleStream::draw(std::uint64_t number, Random& random) const {
  const std::size_t policy = number / masks_.size();
  const std::optional<LaneMask> listed = masks_.listed(number % masks_.size());
  const LaneMask mask = listed ? *listed : random.mask(geometry_.lanes());
  return {kPolicies.at(policy), mask, compactors_[policy]->schedule(mask, geometry_)};
}

std::string ScheduleStream::text(const Item& item, unsigned cycle) {
  return fmt::format("mask {}, policy {}, cycle {} of its schedule", hex(item.mask.bits()),
                     name_of(item.policy), cycle);
}

}  // namespace lanefold
