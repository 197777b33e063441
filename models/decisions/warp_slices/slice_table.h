// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of IPDPS'12 section IV-A: which lanes of which warp a core schedules
// together. Without time: the block that holds it adds that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/index_set.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// An entry of the table. Its number is that of the slot in which the core schedules the slice.
struct SliceEntry {
  unsigned warp = 0;
  LaneMask lanes;  ///< none: the entry is free
};

/// Slices of one warp have different lanes, and together they have all of them.
class SliceTable {
 public:
  /// A table of `warps` warps, each `warp_width` lanes wide, with `capacity` entries, which is at
  /// least the number of warps and at most 64. Each warp is one slice.
  SliceTable(unsigned warps, unsigned warp_width, unsigned capacity);

  /// Neighbouring lanes of each warp become slices of `width` lanes; what is left over is a
  /// narrower one. The entries are in the order of warps and lanes; the table must have enough.
  void divide(unsigned width);
  /// Each warp becomes one slice.
  void unite() { divide(warp_width_); }

  /// These lanes of the slice, but not all of it, become a slice of their own, in the lowest free
  /// entry, whose number it returns. The table must have room.
  unsigned split_off(unsigned entry, LaneMask lanes);
  /// The slice takes the lanes of `other`, of the same warp, whose entry becomes free.
  void merge(unsigned entry, unsigned other);

  const SliceEntry& operator[](unsigned entry) const { return entries_[entry]; }
  /// Entries that are slices.
  SlotSet slices() const { return slices_; }
  /// Slices of one warp.
  SlotSet of_warp(unsigned warp) const;
  bool room() const { return slices_.count() < entries_.size(); }

  /// The entry is this one from now on. Without lanes it is free.
  void put(unsigned entry, const SliceEntry& slice);

 private:
  unsigned warps_;
  unsigned warp_width_;
  std::vector<SliceEntry> entries_;
  SlotSet slices_;
};

/// Bits of an entry of the warp-slice table (IPDPS'12 section IV-B).
struct SliceEntryBits {
  unsigned lanes = 0;
  unsigned warp = 0;
  unsigned pc = 0;
  unsigned slice = 0;
  unsigned status = 0;
  unsigned top_of_stack = 0;

  unsigned all() const { return lanes + warp + pc + slice + status + top_of_stack; }
};
SliceEntryBits entry_of_slice(unsigned warps, unsigned warp_width, unsigned capacity,
                              unsigned pc_bits);

/// Storage by the arithmetic of IPDPS'12 section IV-B, in bytes.
struct SliceStorage {
  std::uint64_t table = 0;  ///< lanes, warp, pc, slice, status (2 bits) and top of stack (8)
  std::uint64_t stacks =
      0;  ///< a column of pcs for each slice, 8 layers high, in each warp's stack
};

constexpr unsigned kAdaptationBytes = 20;  ///< of an adaptation state unit, by the same section

/// With `capacity` entries and pcs of `pc_bits` bits.
SliceStorage storage_of_slices(unsigned warps, unsigned warp_width, unsigned capacity,
                               unsigned pc_bits);

}  // namespace lanefold
