// SPDX-License-Identifier: Apache-2.0
// One function for each family of masks.
#include "twins/bench/program_masks.h"

#include <unordered_set>

namespace lanefold {
namespace {

/// Collects masks, each once.
class MaskList {
 public:
  MaskList(unsigned lanes, Rotations rotations) : lanes_(lanes), rotations_(rotations) {}

  unsigned lanes() const { return lanes_; }
  std::vector<LaneMask> masks() && { return std::move(masks_); }

  /// The lanes for which `active(lane)` holds, and the others.
  template <class Active>
  void add(const Active& active) {
    LaneMask mask;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      if (active(lane)) mask.set(lane);
    }
    add_turned(mask);
    add_turned(LaneMask::first(lanes_).without(mask));
  }

 private:
  /// A mask that is known has come with its rotations.
  void add_turned(LaneMask mask) {
    if (!known_.insert(mask.bits()).second) return;
    masks_.push_back(mask);
    if (rotations_ == Rotations::None) return;
    for (unsigned by = 1; by < lanes_; ++by) {
      const LaneMask turned = rotated(mask, by, lanes_);
      if (known_.insert(turned.bits()).second) masks_.push_back(turned);
    }
  }

  unsigned lanes_;
  Rotations rotations_;
  std::vector<LaneMask> masks_;
  std::unordered_set<std::uint64_t> known_;
};

/// Lane l of a tile is in row l / width and column l % width.
template <class Visit>
void for_each_tile_width(unsigned lanes, Visit&& visit) {
  for (unsigned width = 2; width < lanes; ++width) {
    if (lanes % width == 0) visit(width, lanes / width);
  }
}

void add_runs(MaskList& list) {
  for (unsigned period = list.lanes(); period > 1; --period) {
    if (list.lanes() % period != 0) continue;
    for (unsigned length = 1; length < period; ++length) {
      list.add([=](unsigned lane) { return lane % period < length; });
    }
  }
}

void add_strides(MaskList& list) {
  for (unsigned stride = 2; stride < list.lanes(); ++stride) {
    for (unsigned offset = 0; offset < stride; ++offset) {
      list.add([=](unsigned lane) { return lane % stride == offset; });
    }
  }
}

void add_blocks(MaskList& list) {
  for (unsigned length = 1; length <= list.lanes() / 2; ++length) {
    list.add([=](unsigned lane) { return lane / length % 2 == 0; });
  }
}

void add_exchanges_and_branches(MaskList& list) {
  for (unsigned bits = 1; bits < list.lanes(); ++bits) {
    list.add([=](unsigned lane) { return LaneMask(lane & bits).count() % 2 == 1; });
    list.add([=](unsigned lane) { return (lane & bits) == 0; });
  }
}

void add_tiles(MaskList& list) {
  for_each_tile_width(list.lanes(), [&](unsigned width, unsigned height) {
    const auto add = [&](const auto& active) {
      list.add([=](unsigned lane) { return active(lane % width, lane / width); });
    };
    add([](unsigned x, unsigned y) { return x < y; });
    add([](unsigned x, unsigned y) { return x <= y; });
    add([](unsigned x, unsigned y) { return x == y; });
    add([=](unsigned x, unsigned y) { return x + y < width; });
    add([=](unsigned x, unsigned y) { return x + y == width - 1; });
    add([=](unsigned x, unsigned y) { return x > 0 && x < width - 1 && y > 0 && y < height - 1; });
  });
}

void add_columns(MaskList& list) {
  for_each_tile_width(list.lanes(), [&](unsigned width, unsigned height) {
    for (unsigned length = 1; length < list.lanes(); ++length) {
      list.add([=](unsigned lane) { return lane % width * height + lane / width < length; });
    }
  });
}

}  // namespace

std::vector<LaneMask> program_masks(unsigned lanes, Rotations rotations) {
  MaskList list(lanes, rotations);
  list.add([](unsigned) { return false; });
  add_runs(list);
  add_strides(list);
  add_blocks(list);
  add_exchanges_and_branches(list);
  add_tiles(list);
  add_columns(list);
  return std::move(list).masks();
}

}  // namespace lanefold
