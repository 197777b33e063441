// SPDX-License-Identifier: Apache-2.0
// The warp-slice table.
#include "decisions/warp_slices/slice_table.h"

#include <algorithm>

namespace lanefold {
namespace {

constexpr unsigned kStatusBits = 2;
constexpr unsigned kTopOfStackBits = 8;
constexpr unsigned kStackLayers = 8;
constexpr unsigned kByte = 8;

/// To tell `count` things apart.
unsigned bits_for(unsigned count) {
  unsigned bits = 0;
  while (count > 1U << bits) ++bits;
  return bits;
}

}  // namespace

SliceTable::SliceTable(unsigned warps, unsigned warp_width, unsigned capacity)
    : warps_(warps), warp_width_(warp_width), entries_(capacity) {
  divide(warp_width);
}

void SliceTable::put(unsigned entry, const SliceEntry& slice) {
  entries_[entry] = slice;
  slices_.assign(entry, slice.lanes.any());
}

void SliceTable::divide(unsigned width) {
  unsigned entry = 0;
  for (unsigned warp = 0; warp < warps_; ++warp) {
    LaneMask left = LaneMask::first(warp_width_);
    for (unsigned first = 0; first < warp_width_; first += width) {
      const unsigned end = std::min(first + width, warp_width_);
      const LaneMask rest = left.without(LaneMask::first(end));
      put(entry++, {warp, left.without(rest)});
      left = rest;
    }
  }
  while (entry < entries_.size()) put(entry++, {});
}

unsigned SliceTable::split_off(unsigned entry, LaneMask lanes) {
  const SliceEntry whole = entries_[entry];
  const unsigned other =
      SlotSet::first(static_cast<unsigned>(entries_.size())).without(slices_).lowest();
  put(entry, {whole.warp, whole.lanes.without(lanes)});
  put(other, {whole.warp, lanes});
  return other;
}

void SliceTable::merge(unsigned entry, unsigned other) {
  put(entry, {entries_[entry].warp, entries_[entry].lanes | entries_[other].lanes});
  put(other, {});
}

SlotSet SliceTable::of_warp(unsigned warp) const {
  SlotSet set;
  for (const unsigned entry : slices_) set.assign(entry, entries_[entry].warp == warp);
  return set;
}

SliceEntryBits entry_of_slice(unsigned warps, unsigned warp_width, unsigned capacity,
                              unsigned pc_bits) {
  return {warp_width, bits_for(warps), pc_bits, bits_for(capacity), kStatusBits, kTopOfStackBits};
}

SliceStorage storage_of_slices(unsigned warps, unsigned warp_width, unsigned capacity,
                               unsigned pc_bits) {
  const unsigned bits = entry_of_slice(warps, warp_width, capacity, pc_bits).all();
  const std::uint64_t entry = (bits + kByte - 1) / kByte;
  return {entry * capacity, std::uint64_t{kStackLayers} * capacity * warps * pc_bits / kByte};
}

}  // namespace lanefold
