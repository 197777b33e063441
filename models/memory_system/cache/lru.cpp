// SPDX-License-Identifier: Apache-2.0
// Replaces the line that has not been used for longest.
#include <vector>

#include "memory_system/cache/replacement_policies.h"

namespace lanefold {
namespace {

class Lru : public Replacement {
 public:
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint64_t /*seed*/) override {
    ways_ = ways;
    uses_ = 0;
    used_.assign(std::size_t{sets} * ways, 0);
  }

  void touch(std::uint32_t set, std::uint32_t way) override {
    used_[std::size_t{set} * ways_ + way] = ++uses_;
  }

  std::uint32_t victim(std::uint32_t set, std::uint64_t candidates) override {
    const std::uint64_t* used = &used_[std::size_t{set} * ways_];
    std::uint32_t oldest = static_cast<std::uint32_t>(__builtin_ctzll(candidates));
    for (std::uint32_t way = oldest + 1; way < ways_; ++way) {
      if ((candidates >> way & 1) != 0 && used[way] < used[oldest]) oldest = way;
    }
    return oldest;
  }

 private:
  std::uint32_t ways_ = 0;
  std::uint64_t uses_ = 0;
  std::vector<std::uint64_t> used_;  ///< number of the latest use
};

}  // namespace

std::unique_ptr<Replacement> make_lru_replacement() { return std::make_unique<Lru>(); }

}  // namespace lanefold
