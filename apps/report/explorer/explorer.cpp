// SPDX-License-Identifier: Apache-2.0
// The compaction library as the report's explorer calls it: a C interface for WebAssembly. Nothing
// is decided here.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "lanefold/choice.h"
#include "lanefold/compactor.h"
#include "lanefold/core_choices.h"

namespace {

using lanefold::CompactionPolicy;
using lanefold::Compactor;
using lanefold::LaneMask;
using lanefold::QuadGeometry;
using lanefold::Schedule;

constexpr unsigned kMaxLanes = 64;
/// Cycles x positions: below 64 lanes plus what is missing in the last quad.
constexpr unsigned kMaxSlots = 2 * kMaxLanes;

/// What the last call of explorer_schedule has answered: [cycle][position], a lane or kDisabled.
std::array<std::uint8_t, kMaxSlots> slots;

const Compactor& compactor(unsigned policy) {
  static std::array<const Compactor*, lanefold::kCountOf<CompactionPolicy>> compactors;
  if (compactors[policy] == nullptr) {
    compactors[policy] = lanefold::make_compactor(static_cast<CompactionPolicy>(policy)).release();
  }
  return *compactors[policy];
}

bool is_width(unsigned width) { return width >= 1 && width <= kMaxLanes; }

LaneMask mask_of(std::uint32_t low, std::uint32_t high, const QuadGeometry& geometry) {
  return LaneMask(std::uint64_t{high} << 32 | low) & geometry.all_lanes();
}

}  // namespace

// In place of the C++ runtime's, which would bring tables, files and printf along. Policies are
// stateless and stay, so memory is never given back. What the library throws for mistakes of a user
// ends the module; is_width() comes first.
namespace {
alignas(16) std::array<unsigned char, 4096> heap;
std::size_t heap_used = 0;
}  // namespace

void* operator new(std::size_t size) {
  const std::size_t begin = heap_used;
  heap_used += (size + 15) / 16 * 16;
  if (heap_used > heap.size()) __builtin_trap();
  return &heap[begin];
}
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

extern "C" {
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
[[noreturn]] void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
[[noreturn]] void __cxa_free_exception(void*) noexcept { __builtin_trap(); }
}

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(explorer_policies) unsigned explorer_policies() {
  return lanefold::kCountOf<CompactionPolicy>;
}

/// The name of a policy, ended by a zero.
EXPORT(explorer_policy_name) const char* explorer_policy_name(unsigned policy) {
  return lanefold::name_of(static_cast<CompactionPolicy>(policy));
}

EXPORT(explorer_slots) const std::uint8_t* explorer_slots() { return slots.data(); }

/// Lanes that a pass of the ALU takes, of 32 bits each: positions in a row of explorer_slots().
EXPORT(explorer_positions) unsigned explorer_positions(unsigned lanes, unsigned alu_width) {
  if (!is_width(lanes) || !is_width(alu_width)) return 0;
  return QuadGeometry(lanes, alu_width).positions();
}

/// Cycles of the mask under the policy, by the library's arithmetic.
EXPORT(explorer_cycles)
unsigned explorer_cycles(unsigned policy, std::uint32_t low, std::uint32_t high, unsigned lanes,
                         unsigned alu_width) {
  if (!is_width(lanes) || !is_width(alu_width)) return 0;
  const QuadGeometry geometry(lanes, alu_width);
  return compactor(policy).cycles(mask_of(low, high, geometry), geometry);
}

/// Swizzled lanes of the mask under the policy, by the library's arithmetic.
EXPORT(explorer_swizzled)
unsigned explorer_swizzled(unsigned policy, std::uint32_t low, std::uint32_t high, unsigned lanes,
                           unsigned alu_width) {
  if (!is_width(lanes) || !is_width(alu_width)) return 0;
  const QuadGeometry geometry(lanes, alu_width);
  return compactor(policy).swizzled_lanes(mask_of(low, high, geometry), geometry);
}

/// Fills explorer_slots() and answers the cycles of the schedule.
EXPORT(explorer_schedule)
unsigned explorer_schedule(unsigned policy, std::uint32_t low, std::uint32_t high, unsigned lanes,
                           unsigned alu_width) {
  if (!is_width(lanes) || !is_width(alu_width)) return 0;
  const QuadGeometry geometry(lanes, alu_width);
  const Schedule schedule = compactor(policy).schedule(mask_of(low, high, geometry), geometry);
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      slots[cycle * schedule.positions() + position] =
          static_cast<std::uint8_t>(schedule.slot(cycle, position).lane);
    }
  }
  return schedule.cycles();
}
