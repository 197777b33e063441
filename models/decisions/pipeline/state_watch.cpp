// SPDX-License-Identifier: Apache-2.0
// States of threads, kept and compared.
#include "decisions/pipeline/state_watch.h"

#include <algorithm>
#include <cstring>

namespace lanefold {
namespace {

constexpr std::size_t kWord = 8;

/// Where the two differ, as a multiple of a word; `size` if they do not.
std::size_t first_difference(const std::byte* one, const std::byte* other, std::size_t size) {
  if (size == 0 || std::memcmp(one, other, size) == 0) return size;
  const auto differs = std::mismatch(one, one + size, other).first;
  return static_cast<std::size_t>(differs - one) / kWord * kWord;
}

}  // namespace

bool StateWatch::look(std::uint64_t quiet, std::uint64_t changes, const StateParts& state) {
  if (quiet < kQuietInstructions) return false;
  if (kept_at_ == changes && !kept_.empty()) {
    if (repeats_ || is_kept(state)) return repeats_ = true;
  }
  if (next_ > quiet + interval_) next_ = quiet;  // it has changed something
  if (quiet >= next_) keep(quiet, changes, state);
  return false;
}

bool StateWatch::is_kept(const StateParts& state) {
  std::size_t place = 0;
  for (const StateBytes& part : state) {
    const auto* bytes = static_cast<const std::byte*>(part.data);
    if (differed_ >= place && differed_ < place + part.size) {
      const std::size_t size = std::min(kWord, place + part.size - differed_);
      if (std::memcmp(kept_.data() + differed_, bytes + differed_ - place, size) != 0) return false;
    }
    place += part.size;
  }
  if (place != kept_.size()) return false;
  place = 0;
  for (const StateBytes& part : state) {
    const std::size_t same =
        first_difference(kept_.data() + place, static_cast<const std::byte*>(part.data), part.size);
    if (same != part.size) {
      differed_ = place + same;
      return false;
    }
    place += part.size;
  }
  return true;
}

void StateWatch::keep(std::uint64_t quiet, std::uint64_t changes, const StateParts& state) {
  interval_ = kept_at_ == changes ? 2 * interval_ : kQuietInstructions;
  next_ = quiet + interval_;
  kept_at_ = changes;
  repeats_ = false;
  kept_.clear();
  for (const StateBytes& part : state) {
    const auto* bytes = static_cast<const std::byte*>(part.data);
    kept_.insert(kept_.end(), bytes, bytes + part.size);
  }
}

}  // namespace lanefold
