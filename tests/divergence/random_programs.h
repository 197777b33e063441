// SPDX-License-Identifier: Apache-2.0
// Random programs, and the way that each lane goes through them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/divergence/walk.h"

namespace lanefold {

/// Random functions of branches, jumps, calls to later functions, returns and exits; other
/// instructions are `filler`.
inline std::vector<std::uint32_t> random_program(std::mt19937& random, std::uint32_t filler) {
  const int functions = 1 + static_cast<int>(random() % 3);
  const int length = 6 + static_cast<int>(random() % 14);
  std::vector<std::uint32_t> words;
  for (int f = 0; f < functions; ++f) {
    const std::uint32_t end = f == 0 ? kExitWord : kReturn;
    for (int i = 0; i < length; ++i) {
      const int target = static_cast<int>(random() % static_cast<unsigned>(length)) - i;
      const int callee = f + 1 < functions ? (functions - 1 - f) * length - i : 0;
      switch (random() % 8) {
        case 0:
          words.push_back(jump_by(target == 0 ? 1 : target));
          break;
        case 1:
        case 2:
        case 3:
          words.push_back(branch_by(target == 0 ? 1 : target));
          break;
        case 4:
          words.push_back(callee != 0 ? call_by(callee) : filler);
          break;
        case 5:
          words.push_back(random() % 3 == 0 ? end : filler);
          break;
        default:
          words.push_back(filler);
      }
    }
    words.back() = end;
  }
  return words;
}

/// Every loop comes to an end, most sooner than later.
inline Decision random_decision(unsigned salt) {
  return [salt](unsigned lane, unsigned index, unsigned visit) {
    const unsigned bits = (lane * 2654435761U) ^ (index * 40503U) ^ (visit * 69069U) ^ salt;
    return visit > 40 ? visit % 2 == 0 : (bits * 2246822519U >> 20) % 2 != 0;
  };
}

/// Eight lanes `together` execute what each of them executes alone. Returns whether they end.
template <class Walkers>
bool expect_same_ways(Walkers& together, const std::vector<std::uint32_t>& words,
                      ReconvergencePolicy policy, const Decision& decision) {
  constexpr unsigned kLanes = 8;
  constexpr std::size_t kMost = 6000;
  std::vector<unsigned> ways[kLanes];
  for (const Step& step : together.run(kMost)) {
    for_each_lane(LaneMask(step.lanes), [&](unsigned l) { ways[l].push_back(step.index); });
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    Walk alone(words, policy, LaneMask::lane(lane), decision);
    std::vector<unsigned> way;
    for (const Step& step : alone.run(together.done() ? kMost : ways[lane].size())) {
      way.push_back(step.index);
    }
    EXPECT_EQ(ways[lane], way) << "lane " << lane;
  }
  return together.done();
}

inline bool expect_same_ways(const std::vector<std::uint32_t>& words, ReconvergencePolicy policy,
                             const Decision& decision, const Slipping& slipping) {
  Walk together(words, policy, LaneMask::first(8), decision, slipping);
  return expect_same_ways(together, words, policy, decision);
}

}  // namespace lanefold
