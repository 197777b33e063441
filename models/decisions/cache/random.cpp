// SPDX-License-Identifier: Apache-2.0
// Replaces any line, chosen by a seeded generator.
#include <numeric>

#include "decisions/cache/replacement_policies.h"
#include "decisions/cache/seeded_random.h"

namespace lanefold {
namespace {

class Random : public Replacement {
 public:
  void reset(std::uint32_t /*sets*/, std::uint32_t ways, std::uint64_t seed) override {
    ways_ = ways;
    random_ = SeededRandom(seed);
  }

  void touch(std::uint32_t /*set*/, std::uint32_t /*way*/) override {}

  std::uint32_t victim(std::uint32_t /*set*/, std::uint64_t candidates) override {
    for (auto skip = random_.below(static_cast<unsigned>(__builtin_popcountll(candidates)));
         skip > 0; --skip) {
      candidates &= candidates - 1;
    }
    return static_cast<std::uint32_t>(__builtin_ctzll(candidates));
  }

  std::vector<std::uint32_t> by_age(std::uint32_t /*set*/) const override {
    std::vector<std::uint32_t> ways(ways_);
    std::iota(ways.begin(), ways.end(), 0);
    return ways;
  }
  std::optional<std::uint64_t> generator() const override { return random_.state(); }
  void set_generator(std::uint64_t state) override { random_ = SeededRandom(state); }

 private:
  std::uint32_t ways_ = 0;
  SeededRandom random_;
};

}  // namespace

std::unique_ptr<Replacement> make_random_replacement() { return std::make_unique<Random>(); }

}  // namespace lanefold
