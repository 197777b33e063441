// SPDX-License-Identifier: Apache-2.0
// The lines of a cache: where they are, in which state, and what they hold.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/cache/replacement.h"
#include "decisions/coherence/line_state.h"
#include "lanefold/machine_config.h"
#include "lanefold/machine_state.h"

namespace lanefold {

/// Refuses a cache that cannot be, with a sentence that names the key; `section` is the cache's
/// name in configurations.
void validate_cache(const CacheConfig& config, const std::string& section,
                    std::uint32_t line_bytes);

/// Lines are known by their address divided by their size.
class CacheArray {
 public:
  /// Place of a line: set x ways + way.
  using Place = std::uint32_t;

  /// `config` is valid. With `marks_writes`, it is known of every byte whether it was written here.
  CacheArray(const CacheConfig& config, std::uint32_t line_bytes, bool marks_writes = false);

  std::uint32_t sets() const { return set_mask_ + 1; }
  std::uint32_t ways() const { return ways_; }

  /// Where a valid line is.
  std::optional<Place> find(std::uint64_t line) const;
  LineState state(Place place) const { return states_[place]; }
  /// The line at a place that has a valid one.
  std::uint64_t line(Place place) const { return lines_[place]; }
  unsigned char* data(Place place) { return &data_[std::size_t{place} * line_bytes_]; }
  const unsigned char* data(Place place) const { return &data_[std::size_t{place} * line_bytes_]; }
  /// Byte enables of what was written since the line came; nullptr unless the array marks writes.
  unsigned char* written(Place place) {
    if (written_.empty()) return nullptr;
    return &written_[std::size_t{place} * line_bytes_];
  }
  bool polluted(Place place) const { return !(usable_[place / ways_] >> place % ways_ & 1); }

  /// Changes the state of a valid line; also the way to invalidate it.
  void set_state(Place place, LineState state) {
    states_[place] = state;
    if (state != LineState::Invalid) return;
    const std::uint32_t set = place / ways_;
    free_[set] |= std::uint64_t{1} << place % ways_;
    if (free_[set] == usable_[set]) filled_[set / 64] &= ~(std::uint64_t{1} << set % 64);
    lines_[place] = kNoLine;
  }
  /// A place with a valid line.
  void touch(Place place) {
    const std::uint32_t set = set_of(lines_[place]);
    replacement_->touch(set, place - set * ways_);
  }
  /// Where a line that is not here would go: a free way of its set or, in use, the one to be
  /// replaced. Nowhere if the whole set is polluted.
  std::optional<Place> place_for(std::uint64_t line);
  /// Puts a line in a place of its set, which counts as a use of it. `written` are the byte enables
  /// of what was written already, if the array marks writes.
  void fill(Place place, std::uint64_t line, LineState state, const unsigned char* data,
            const unsigned char* written = nullptr);

  /// Calls `visit(place)` for every valid line, which it may make invalid. Sets without a line take
  /// next to no time.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t word = 0; word < filled_.size(); ++word) {
      for (std::uint64_t sets = filled_[word]; sets != 0; sets &= sets - 1) {
        const auto set = static_cast<Place>(64 * word) + static_cast<Place>(__builtin_ctzll(sets));
        for (std::uint64_t ways = usable_[set] & ~free_[set]; ways != 0; ways &= ways - 1) {
          visit(set * ways_ + static_cast<Place>(__builtin_ctzll(ways)));
        }
      }
    }
  }
  /// Forgets all lines; the same ones are polluted.
  void reset();

  /// All valid lines; the cache's name is missing.
  CacheState state() const;
  /// Whether each of these lines can be where it was.
  bool has_room_for(const CacheState& state) const;
  /// Fills an array without lines with those of a state, whose data `read(line, data)` gives. In an
  /// array of the same shape, each is where it was; in another, those that were used last stay.
  using Read = std::function<void(std::uint64_t line, unsigned char* data)>;
  void restore(const CacheState& state, const Read& read);

 private:
  /// No address divided by the size of a line is as large.
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};

  std::uint32_t set_of(std::uint64_t line) const {
    return static_cast<std::uint32_t>(line) & set_mask_;
  }
  void pollute(std::uint32_t percent);
  void restore(const CacheState::Line& line, bool in_place, const Read& read);

  std::uint32_t line_bytes_;
  std::uint32_t ways_;
  std::uint32_t set_mask_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> lines_;  ///< kNoLine where there is no valid one
  std::vector<LineState> states_;
  std::vector<unsigned char> data_;
  std::vector<unsigned char> written_;  ///< beside `data_`
  // For each set, masks of ways: those that are not polluted, and those of them without a line.
  std::vector<std::uint64_t> usable_;
  std::vector<std::uint64_t> free_;
  std::vector<std::uint64_t> filled_;  ///< a bit for each set that has a line
  std::unique_ptr<Replacement> replacement_;
};

}  // namespace lanefold
