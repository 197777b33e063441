// SPDX-License-Identifier: Apache-2.0
// Replaces the line that has not been used for longest.
#include <vector>

#include "decisions/cache/replacement_policies.h"

namespace lanefold {
namespace {

/// The ways of each set are a ring in the order of their latest use.
class Lru : public Replacement {
 public:
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint64_t /*seed*/) override {
    ways_ = ways;
    oldest_.assign(sets, 0);
    ring_.resize(std::size_t{sets} * ways);
    for (std::size_t place = 0; place < ring_.size(); ++place) {
      const auto way = static_cast<std::uint32_t>(place % ways);
      ring_[place] = {static_cast<std::uint8_t>((way + ways - 1) % ways),
                      static_cast<std::uint8_t>((way + 1) % ways)};
    }
  }

  void touch(std::uint32_t set, std::uint32_t way) override {
    Neighbours* ring = &ring_[std::size_t{set} * ways_];
    const std::uint8_t oldest = oldest_[set];
    if (way == oldest) {
      oldest_[set] = ring[way].newer;
      return;
    }
    // From where it is to between the newest and the oldest.
    ring[ring[way].older].newer = ring[way].newer;
    ring[ring[way].newer].older = ring[way].older;
    const std::uint8_t newest = ring[oldest].older;
    ring[way] = {newest, oldest};
    ring[newest].newer = ring[oldest].older = static_cast<std::uint8_t>(way);
  }

  std::uint32_t victim(std::uint32_t set, std::uint64_t candidates) override {
    const Neighbours* ring = &ring_[std::size_t{set} * ways_];
    std::uint32_t way = oldest_[set];
    while ((candidates >> way & 1) == 0) way = ring[way].newer;
    return way;
  }

  std::vector<std::uint32_t> by_age(std::uint32_t set) const override {
    const Neighbours* ring = &ring_[std::size_t{set} * ways_];
    std::vector<std::uint32_t> ways(ways_);
    std::uint32_t next = oldest_[set];
    for (std::uint32_t& way : ways) {
      way = next;
      next = ring[next].newer;
    }
    return ways;
  }

 private:
  struct Neighbours {
    std::uint8_t older;
    std::uint8_t newer;
  };

  std::uint32_t ways_ = 0;
  std::vector<std::uint8_t> oldest_;  ///< by set
  std::vector<Neighbours> ring_;      ///< set x ways + way
};

}  // namespace

std::unique_ptr<Replacement> make_lru_replacement() { return std::make_unique<Lru>(); }

}  // namespace lanefold
