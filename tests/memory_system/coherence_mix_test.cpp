// SPDX-License-Identifier: Apache-2.0
// Coherence under random operations, while messages overtake each other.
#include <gtest/gtest.h>

#include "tests/support/coherence_bench.h"
#include "tests/support/random_memory_tester.h"

namespace lanefold {
namespace {

struct Jitter {
  std::uint32_t seed;
  std::uint64_t requests, probes;
};

class CoherenceMix : public CoherenceBench, public ::testing::WithParamInterface<Jitter> {};

TEST_P(CoherenceMix, BehavesAsMemory) {
  const Jitter& jitter = GetParam();
  config_.bytes = 256;
  config_.mshrs = 2;
  config_.mshr_targets = 3;
  config_.queue = 1;
  config_.polluted_percent = jitter.seed % 2 == 0 ? 50 : 0;
  directory_config_.transactions = 1 + jitter.seed % 8;
  build(4, TestMemory::Style::FourPhases);
  memory_->empty = true;
  std::vector<AtInitiator*> initiators;
  for (unsigned i = 0; i < 4; ++i) {
    initiators.push_back(initiators_[i].get());
    initiators_[i]->response_cycles = i == 3 ? 2 : 0;
    links_[i]->jitter = jitter.requests;
    probe_links_[i]->jitter = jitter.probes;
    links_[i]->random = SeededRandom(jitter.seed * 100 + i);
    probe_links_[i]->random = SeededRandom(jitter.seed * 100 + 50 + i);
  }
  RandomTest test;
  test.seed = jitter.seed;
  test.operations = 20000;
  RandomMemoryTester tester(test, initiators);
  tester.invariant = [this] { return violation(); };
  EXPECT_EQ(tester.run(), "");
  EXPECT_EQ(tester.answered(), test.operations);
  EXPECT_GT(directory_->statistics().stale_puts, 0U);
  EXPECT_GT(directory_->statistics().transfers, 0U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CoherenceMix,
                         ::testing::Values(Jitter{1, 0, 0}, Jitter{2, 30, 0}, Jitter{3, 0, 30},
                                           Jitter{4, 30, 30}, Jitter{5, 100, 10},
                                           Jitter{6, 10, 100}),
                         [](const auto& info) { return std::to_string(info.param.seed); });

}  // namespace
}  // namespace lanefold
