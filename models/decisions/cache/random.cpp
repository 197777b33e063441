// SPDX-License-Identifier: Apache-2.0
// Replaces any line, chosen by a seeded generator.
#include "decisions/cache/replacement_policies.h"
#include "decisions/cache/seeded_random.h"

namespace lanefold {
namespace {

class Random : public Replacement {
 public:
  void reset(std::uint32_t /*sets*/, std::uint32_t /*ways*/, std::uint64_t seed) override {
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

 private:
  SeededRandom random_;
};

}  // namespace

std::unique_ptr<Replacement> make_random_replacement() { return std::make_unique<Random>(); }

}  // namespace lanefold
