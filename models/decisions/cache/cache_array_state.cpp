// SPDX-License-Identifier: Apache-2.0
// The lines of a cache as plain values, and back.
#include <algorithm>

#include "decisions/cache/cache_array.h"
#include "lanefold/error.h"

namespace lanefold {

CacheState CacheArray::state() const {
  CacheState state;
  state.line_bytes = line_bytes_;
  state.sets = sets();
  state.ways = ways_;
  state.generator = replacement_->generator();
  // Of sets of other sizes, the first lines are the oldest ones, too.
  std::vector<std::vector<CacheState::Line>> by_rank(ways_);
  for (std::uint32_t set = 0; set < sets(); ++set) {
    if ((filled_[set / 64] >> set % 64 & 1) == 0) continue;
    std::size_t rank = 0;
    for (const std::uint32_t way : replacement_->by_age(set)) {
      const Place place = set * ways_ + way;
      if (states_[place] == LineState::Invalid) continue;
      by_rank[rank++].push_back({lines_[place], place, static_cast<std::uint8_t>(states_[place])});
    }
  }
  for (const auto& lines : by_rank) {
    state.lines.insert(state.lines.end(), lines.begin(), lines.end());
  }
  return state;
}

bool CacheArray::has_room_for(const CacheState& state) const {
  if (state.line_bytes != line_bytes_ || state.sets != sets() || state.ways != ways_) return false;
  return std::all_of(state.lines.begin(), state.lines.end(), [this](const CacheState::Line& line) {
    return line.place < lines_.size() && line.place / ways_ == set_of(line.number) &&
           !polluted(line.place);
  });
}

void CacheArray::restore(const CacheState& state, const Read& read) {
  const bool in_place =
      state.line_bytes == line_bytes_ && state.sets == sets() && state.ways == ways_;
  for (const CacheState::Line& line : state.lines) restore(line, in_place, read);
  if (in_place && state.generator) replacement_->set_generator(*state.generator);
}

void CacheArray::restore(const CacheState::Line& line, bool in_place, const Read& read) {
  const bool known = line.state >= static_cast<std::uint8_t>(LineState::Shared) &&
                     line.state <= static_cast<std::uint8_t>(LineState::Modified);
  if (!known || line.number == kNoLine || find(line.number)) {
    throw Error(ErrorKind::File, "a cache holds a line in a way that it cannot");
  }
  std::optional<Place> place = line.place;
  const bool usable = in_place && line.place < lines_.size() &&
                      line.place / ways_ == set_of(line.number) && !polluted(line.place) &&
                      states_[line.place] == LineState::Invalid;
  if (!usable) place = place_for(line.number);
  if (!place) return;
  std::vector<unsigned char> data(line_bytes_);
  read(line.number, data.data());
  fill(*place, line.number, static_cast<LineState>(line.state), data.data());
}

}  // namespace lanefold
