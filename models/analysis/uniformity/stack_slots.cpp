// SPDX-License-Identifier: Apache-2.0
// Slots are places that overlap no others, words before what is smaller.
#include "analysis/uniformity/stack_slots.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanefold {
namespace {

/// Further places of a frame are not followed: each costs a value at every block.
constexpr Variable kMostStackSlots = 256;

/// Places that a function accesses, and whether they can be slots.
using Places = std::map<SlotPlace, bool>;

Places accessed_places(const ProgramImage& image, const ValueTable& table) {
  Places places;
  for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
    const std::uint32_t first = image.flow.blocks[table.graph.blocks[v]].first;
    for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
      const Instruction& instruction = image.code[first + i];
      const auto place = frame_place(table, instruction, table.uses[v][i].sources[0]);
      if (!place) continue;
      const bool can_be = instruction.kind != InstructionClass::Atomic && !instruction.snoops;
      places.emplace(*place, can_be).first->second &= can_be;
    }
  }
  return places;
}

/// Of one frame, the second of which begins no earlier.
bool overlap(const SlotPlace& first, const SlotPlace& second) {
  const std::int64_t behind = first.begin() + first.bytes;
  return second.begin() < behind;
}

/// Forbids places that overlap others of the same frame.
void exclude_overlapping(Places& places) {
  for (auto a = places.begin(); a != places.end(); ++a) {
    for (auto b = std::next(a); b != places.end() && b->first.frame == a->first.frame; ++b) {
      if (!overlap(a->first, b->first)) break;
      a->second = b->second = false;
    }
  }
}

/// Forbids places that may lie where another frame has some.
void exclude_other_frames(Places& places) {
  std::map<std::uint32_t, std::pair<std::int64_t, std::int64_t>> frames;  // what each may cover
  for (const auto& [place, _] : places) {
    auto& [begin, end] = frames.try_emplace(place.frame, place.begin(), place.end()).first->second;
    begin = std::min(begin, place.begin());
    end = std::max(end, place.end());
  }
  for (auto& [place, can_be] : places) {
    for (const auto& [frame, covered] : frames) {
      const bool meets = place.begin() < covered.second && covered.first < place.end();
      can_be &= frame == place.frame || !meets;
    }
  }
}

}  // namespace

bool is_spill(const ProgramImage& image, const FunctionGraph& function, const SlotPlace& place) {
  const auto areas = image.spills.find(function.entry);
  if (areas == image.spills.end() || place.frame != 0) return false;
  return std::any_of(areas->second.begin(), areas->second.end(), [&](const StackArea& area) {
    return area.offset <= place.begin() &&
           place.end() <= std::int64_t{area.offset} + std::int64_t{area.bytes};
  });
}

bool is_frame(const ValueTable& table, ValueId base) {
  const Value& value = table.value(base);
  if (value.kind == Value::Kind::Entry) return value.variable == kStackPointer;
  return value.kind == Value::Kind::Result && (value.is_stack_top || value.rounding != 0);
}

std::optional<SlotPlace> frame_place(const ValueTable& table, ValueId address, std::uint32_t offset,
                                     std::uint32_t bytes) {
  const Value& value = table.value(address);
  if (!is_frame(table, value.base)) return {};
  const Value& base = table.value(value.base);
  const std::uint32_t frame = base.rounding == 0 ? 0 : 1 + base.place;
  return SlotPlace{base.lowest + value.offset + offset, bytes, base.rounding, frame};
}

std::optional<SlotPlace> frame_place(const ValueTable& table, const Instruction& instruction,
                                     ValueId address) {
  if (instruction.access_bytes == 0 || address == kNoValue) return {};
  // Atomics and snoops have no offset.
  const bool has_offset = instruction.kind != InstructionClass::Atomic;
  const std::uint32_t offset = has_offset ? static_cast<std::uint32_t>(instruction.imm) : 0;
  return frame_place(table, address, offset, instruction.access_bytes);
}

Slots find_slots(const ProgramImage& image, const ValueTable& table) {
  Places places = accessed_places(image, table);
  exclude_overlapping(places);
  exclude_other_frames(places);
  Slots slots;
  Variable next = kRegisterRows;
  for (const bool words : {true, false}) {  // arrays of bytes come last
    for (const auto& [place, can_be] : places) {
      if ((place.bytes >= kWordBytes) != words) continue;
      const bool is_slot = can_be && next < kRegisterRows + kMostStackSlots;
      slots.emplace(place, is_slot ? std::optional<Variable>(next++) : std::nullopt);
    }
  }
  return slots;
}

}  // namespace lanefold
