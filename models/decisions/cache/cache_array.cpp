// SPDX-License-Identifier: Apache-2.0
// The lines of a cache.
#include "decisions/cache/cache_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "decisions/cache/seeded_random.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

bool is_power_of_two(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

void require(bool holds, const std::string& section, const char* key, std::uint64_t value,
             const std::string& rule) {
  if (holds) return;
  throw Error(ErrorKind::Configuration,
              fmt::format("{}.{} is {} but {}", section, key, value, rule));
}

}  // namespace

void validate_cache(const CacheConfig& config, const std::string& section,
                    std::uint32_t line_bytes) {
  const std::uint64_t set_bytes = std::uint64_t{config.ways} * line_bytes;
  require(config.bytes >= line_bytes, section, "bytes", config.bytes,
          fmt::format("must hold at least one line of memory.line_bytes, which is {}", line_bytes));
  require(config.ways >= 1 && config.ways <= 64, section, "ways", config.ways,
          "must be from 1 to 64");
  require(config.bytes % set_bytes == 0 && is_power_of_two(config.bytes / set_bytes), section,
          "bytes", config.bytes,
          fmt::format("must be {0}.ways x memory.line_bytes, which is {1}, or a power of two times "
                      "as much",
                      section, set_bytes));
  require(is_power_of_two(config.banks), section, "banks", config.banks, "must be a power of two");
  require(config.bytes / line_bytes % config.banks == 0, section, "banks", config.banks,
          fmt::format("must divide the number of lines, which is {}", config.bytes / line_bytes));
  require(config.latency >= 1, section, "latency", config.latency, "must be at least 1");
  require(config.mshrs >= 1, section, "mshrs", config.mshrs, "must be at least 1");
  require(config.mshr_targets >= 1, section, "mshr_targets", config.mshr_targets,
          "must be at least 1");
  require(config.polluted_percent <= 100, section, "polluted_percent", config.polluted_percent,
          "must be at most 100");
}

CacheArray::CacheArray(const CacheConfig& config, std::uint32_t line_bytes, bool marks_writes)
    : line_bytes_(line_bytes),
      ways_(config.ways),
      set_mask_(config.bytes / line_bytes / config.ways - 1),
      seed_(config.seed),
      lines_(config.bytes / line_bytes),
      states_(lines_.size(), LineState::Invalid),
      data_(config.bytes),
      written_(marks_writes ? config.bytes : 0),
      usable_(sets(), ~std::uint64_t{0} >> (64 - config.ways)),
      replacement_(make_replacement(config.replacement)) {
  pollute(config.polluted_percent);
  reset();
}

/// The share of all lines that is asked for, rounded down, wherever they fall.
void CacheArray::pollute(std::uint32_t percent) {
  std::vector<Place> places(lines_.size());
  std::iota(places.begin(), places.end(), 0);
  SeededRandom random(seed_);
  const std::size_t count = places.size() * percent / 100;
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(places[i], places[i + random.below(places.size() - i)]);
    usable_[places[i] / ways_] &= ~(std::uint64_t{1} << places[i] % ways_);
  }
}

void CacheArray::reset() {
  std::fill(states_.begin(), states_.end(), LineState::Invalid);
  std::fill(lines_.begin(), lines_.end(), kNoLine);
  free_ = usable_;
  filled_.assign((sets() + 63) / 64, 0);
  replacement_->reset(sets(), ways_, seed_);
}

std::optional<CacheArray::Place> CacheArray::find(std::uint64_t line) const {
  const auto first = lines_.begin() + set_of(line) * ways_;
  const auto found = std::find(first, first + ways_, line);
  if (found == first + ways_) return std::nullopt;
  return static_cast<Place>(found - lines_.begin());
}

std::optional<CacheArray::Place> CacheArray::place_for(std::uint64_t line) {
  const std::uint32_t set = set_of(line);
  if (free_[set] != 0) return set * ways_ + static_cast<Place>(__builtin_ctzll(free_[set]));
  if (usable_[set] == 0) return std::nullopt;
  return set * ways_ + replacement_->victim(set, usable_[set]);
}

void CacheArray::fill(Place place, std::uint64_t line, LineState state, const unsigned char* data,
                      const unsigned char* written) {
  const std::uint32_t set = set_of(line);
  lines_[place] = line;
  filled_[set / 64] |= std::uint64_t{1} << set % 64;
  free_[set] &= ~(std::uint64_t{1} << (place - set * ways_));
  states_[place] = state;
  std::memcpy(this->data(place), data, line_bytes_);
  if (written != nullptr) std::memcpy(this->written(place), written, line_bytes_);
  touch(place);
}

}  // namespace lanefold
