// SPDX-License-Identifier: Apache-2.0
// The lines of memory that a functional run asks for.
#include "machine/sampled/line_counter.h"

#include <algorithm>
#include <array>

#include "decisions/memory/lane_addresses.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

bool goes_to_memory(InstructionClass kind) {
  return kind == InstructionClass::Load || kind == InstructionClass::Store ||
         kind == InstructionClass::Atomic;
}

}  // namespace

void LineCounter::begins(const Warp& warp, const Instruction& instruction, LaneMask active) {
  if (!goes_to_memory(instruction.kind) || active.none()) return;
  compute_addresses(instruction, warp.registers(), active, access_);
  std::array<std::uint32_t, 64> lines{};
  auto end = lines.begin();
  for_each_lane(active, [&](unsigned lane) {
    const std::uint32_t address = access_.address[lane];
    if (address < kGlobalBase || address >= kGlobalEnd) return;
    const std::uint32_t line = address / line_bytes_;
    // Neighbours often share one.
    if (std::find(std::make_reverse_iterator(end), lines.rend(), line) == lines.rend()) {
      *end++ = line;
    }
  });
  lines_ += static_cast<std::uint64_t>(end - lines.begin());
  const bool writes = instruction.kind != InstructionClass::Load;
  for (auto line = lines.begin(); line != end; ++line) touch(*line * line_bytes_, writes);
}

/// Of twice as many accesses as are kept, the older half goes at once.
void LineCounter::touch(std::uint32_t address, bool writes) {
  if (touched_.size() == 2 * kMostTouched) {
    touched_.erase(touched_.begin(), touched_.begin() + kMostTouched);
  }
  touched_.push_back({address, writes});
}

}  // namespace lanefold
