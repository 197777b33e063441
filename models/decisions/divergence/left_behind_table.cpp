// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of one slice.
#include "decisions/divergence/left_behind_table.h"

#include <algorithm>
#include <iterator>

namespace lanefold {
namespace {

auto at_place(std::uint32_t pc, std::uint32_t depth) {
  return [pc, depth](const LeftBehind& entry) { return entry.pc == pc && entry.depth == depth; };
}

}  // namespace

LaneMask LeftBehindTable::lanes() const {
  LaneMask all;
  for (const LeftBehind& entry : entries_) all |= entry.lanes();
  return all;
}

const LeftBehind* LeftBehindTable::find(std::uint32_t pc, std::uint32_t depth) const {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), at_place(pc, depth));
  return entry == entries_.end() ? nullptr : &*entry;
}

std::size_t LeftBehindTable::deepest() const {
  const auto deeper = [](const LeftBehind& a, const LeftBehind& b) { return a.depth < b.depth; };
  const auto entry = std::max_element(entries_.begin(), entries_.end(), deeper);
  return static_cast<std::size_t>(entry - entries_.begin());
}

void LeftBehindTable::add(const LeftBehind& left) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), at_place(left.pc, left.depth));
  if (entry == entries_.end()) {
    entries_.push_back(left);
  } else {
    entry->waiting |= left.waiting;
    entry->ready |= left.ready;
  }
}

void LeftBehindTable::arrive(LaneMask lanes) {
  for (LeftBehind& entry : entries_) {
    entry.ready |= entry.waiting & lanes;
    entry.waiting = entry.waiting.without(lanes);
  }
}

LaneMask LeftBehindTable::take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), at_place(pc, depth));
  if (entry == entries_.end()) return {};
  const LaneMask taken = entry->ready & allowed;
  entry->ready = entry->ready.without(taken);
  if (entry->lanes().none()) entries_.erase(entry);
  return taken;
}

LeftBehind LeftBehindTable::take(std::size_t index) {
  const auto entry = entries_.begin() + static_cast<std::ptrdiff_t>(index);
  const LeftBehind taken = *entry;
  entries_.erase(entry);
  return taken;
}

}  // namespace lanefold
