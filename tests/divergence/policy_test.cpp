// SPDX-License-Identifier: Apache-2.0
// The reconvergence policies: splits, merges, loops, calls and returns, by hand and on random
// programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

#include "divergence/reconvergence.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"
#include "tests/support/words.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kCodeBase = 0x10000;

/// Whether a lane takes the branch at an instruction when it meets it for the n-th time.
using Decision = std::function<bool(unsigned lane, unsigned index, unsigned visit)>;

/// One step of a run: which instruction which lanes execute.
struct Step {
  unsigned index;
  std::uint64_t lanes;
  bool operator==(const Step& other) const { return index == other.index && lanes == other.lanes; }
};
void PrintTo(const Step& step, std::ostream* out) {
  *out << step.index << " by " << std::hex << step.lanes << std::dec;
}

/// Lanes that do nothing but go where the code and a decision send them.
class Walk {
 public:
  Walk(const std::vector<std::uint32_t>& words, const std::string& policy, LaneMask lanes,
       Decision decision)
      : code_(decode_all(words, kCodeBase)),
        flow_(analyse_control_flow(code_, kCodeBase, {kCodeBase})),
        policy_(make_reconvergence(policy)),
        decision_(std::move(decision)) {
    policy_->start(kCodeBase, flow_.blocks[0].rank, lanes);
  }

  /// At most `limit` instructions; every executed one is a step.
  std::vector<Step> run(std::size_t limit = 1000) {
    std::vector<Step> steps;
    while (!policy_->done() && steps.size() < limit) {
      const Split split = policy_->current();
      const unsigned index = (split.pc - kCodeBase) / 4;
      steps.push_back({index, split.mask.bits()});
      EXPECT_TRUE(split.mask.any());
      most_splits_ = std::max(most_splits_, policy_->split_count());
      if (code_[index].ends_block) {
        leave(code_[index], split.mask);
      } else {
        policy_->step();
      }
    }
    return steps;
  }
  bool done() const { return policy_->done(); }
  std::size_t most_splits() const { return most_splits_; }
  const Reconvergence& policy() const { return *policy_; }

 private:
  void leave(const Instruction& last, LaneMask mask) {
    const BlockFlow& block = flow_.block_at(last.pc);
    std::vector<FlowEdge> edges;
    const auto add = [&](std::uint32_t pc, std::uint32_t rank, FlowEdge::Kind kind,
                         LaneMask lanes) {
      if (lanes.any() && flow_.contains(pc)) edges.push_back({pc, rank, kind, lanes});
    };
    const auto target = static_cast<std::uint32_t>(last.imm);
    switch (last.kind) {
      case InstructionClass::Branch: {
        const LaneMask taken = taken_lanes(last, mask);
        add(target, block.taken_rank, FlowEdge::Kind::Jump, taken);
        add(last.pc + 4, block.next_rank, FlowEdge::Kind::Jump, mask.without(taken));
        break;
      }
      case InstructionClass::Jump:
        if (last.writes_register()) {
          for_each_lane(mask, [&](unsigned lane) { calls_[lane].push_back(last.pc + 4); });
        }
        add(target, block.taken_rank,
            last.writes_register() ? FlowEdge::Kind::Call : FlowEdge::Kind::Jump, mask);
        break;
      case InstructionClass::JumpRegister:
        for (const auto& [pc, lanes] : returns(mask)) {
          add(pc, flow_.rank_of_arrival(pc), FlowEdge::Kind::Return, lanes);
        }
        break;
      case InstructionClass::Exit:
        break;
      default:
        add(last.pc + 4, block.next_rank, FlowEdge::Kind::Jump, mask);
    }
    policy_->leave(block, edges.data(), edges.size());
  }

  LaneMask taken_lanes(const Instruction& branch, LaneMask mask) {
    const unsigned index = (branch.pc - kCodeBase) / 4;
    LaneMask taken;
    for_each_lane(mask, [&](unsigned lane) {
      if (decision_(lane, index, visits_[{lane, index}]++)) taken.set(lane);
    });
    return taken;
  }

  /// Where lanes return to; those that were not called end.
  std::map<std::uint32_t, LaneMask> returns(LaneMask mask) {
    std::map<std::uint32_t, LaneMask> result;
    for_each_lane(mask, [&](unsigned lane) {
      if (calls_[lane].empty()) return;
      result[calls_[lane].back()].set(lane);
      calls_[lane].pop_back();
    });
    return result;
  }

  std::vector<Instruction> code_;
  ControlFlow flow_;
  std::unique_ptr<Reconvergence> policy_;
  Decision decision_;
  std::map<std::pair<unsigned, unsigned>, unsigned> visits_;
  std::map<unsigned, std::vector<std::uint32_t>> calls_;
  std::size_t most_splits_ = 0;
};

bool odd_lane(unsigned lane, unsigned, unsigned) { return lane % 2 != 0; }

class BothPolicies : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Policies, BothPolicies, ::testing::ValuesIn(reconvergence_policy_names()));

TEST_P(BothPolicies, SplitAtAnIfElseAndMergeBehindIt) {
  const std::vector<std::uint32_t> code = {branch_by(3), kNop, jump_by(2), kNop, kNop, kExitWord};
  Walk walk(code, GetParam(), LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 6U);
  EXPECT_EQ(steps.front(), (Step{0, 0xf}));
  EXPECT_EQ(steps[4], (Step{4, 0xf}));
  EXPECT_EQ(steps[5], (Step{5, 0xf}));
  EXPECT_TRUE(walk.done());
}

TEST_P(BothPolicies, DoNotSplitWhereLanesAgree) {
  Walk walk({branch_by(2), kNop, kExitWord}, GetParam(), LaneMask(0xff),
            [](unsigned, unsigned, unsigned) { return true; });
  EXPECT_THAT(walk.run(), ::testing::ElementsAre(Step{0, 0xff}, Step{2, 0xff}));
  EXPECT_EQ(walk.most_splits(), 1U);
}

TEST_P(BothPolicies, MergeLanesWhoseBranchGoesToTheNextInstruction) {
  Walk walk({branch_by(1), kNop, kExitWord}, GetParam(), LaneMask(0xf), odd_lane);
  EXPECT_THAT(walk.run(), ::testing::ElementsAre(Step{0, 0xf}, Step{1, 0xf}, Step{2, 0xf}));
}

TEST_P(BothPolicies, KeepLanesOfALoopTogetherUntilTheLastHasLeft) {
  // 0: beq 3 (leave) | 1: nop, 2: j 0 | 3: exit; lane l goes round l times
  Walk walk({branch_by(3), kNop, jump_by(-2), kExitWord}, GetParam(), LaneMask(0xf),
            [](unsigned lane, unsigned, unsigned visit) { return visit == lane; });
  const std::vector<Step> steps = walk.run();
  EXPECT_THAT(steps, ::testing::ElementsAre(Step{0, 0xf}, Step{1, 0xe}, Step{2, 0xe}, Step{0, 0xe},
                                            Step{1, 0xc}, Step{2, 0xc}, Step{0, 0xc}, Step{1, 0x8},
                                            Step{2, 0x8}, Step{0, 0x8}, Step{3, 0xf}));
  EXPECT_EQ(walk.most_splits(), 2U);
}

TEST_P(BothPolicies, LetLanesThatEndLeaveTheOthersAlone) {
  // 0: beq 2 | 1: exit | 2: nop, 3: exit
  Walk walk({branch_by(2), kExitWord, kNop, kExitWord}, GetParam(), LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  EXPECT_EQ(steps.size(), 4U);
  EXPECT_THAT(steps, ::testing::UnorderedElementsAre(Step{0, 0xf}, Step{1, 0x5}, Step{2, 0xa},
                                                     Step{3, 0xa}));
  EXPECT_TRUE(walk.done());
  EXPECT_TRUE(walk.policy().live().none());
}

TEST_P(BothPolicies, MergeAfterEarlyReturnsOfAFunction) {
  // 0: call 3 | 1: nop, 2: exit | 3: beq 5 | 4: ret | 5: nop, 6: ret
  Walk walk({call_by(3), kNop, kExitWord, branch_by(2), kReturn, kNop, kReturn}, GetParam(),
            LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 7U);
  EXPECT_EQ(steps[5], (Step{1, 0xf})) << "all lanes have returned";
  EXPECT_EQ(steps[6], (Step{2, 0xf}));
}

TEST_P(BothPolicies, WaitForAFunctionThatOnlySomeLanesCall) {
  // 0: beq 3 | 1: call 5 | 2: nop | 3: nop, 4: exit | 5: beq 7 | 6: ret | 7: ret
  Walk walk({branch_by(3), call_by(4), kNop, kNop, kExitWord, branch_by(2), kReturn, kReturn},
            GetParam(), LaneMask(0xff), [](unsigned lane, unsigned index, unsigned) {
              return index == 0 ? lane % 2 != 0 : lane % 4 == 0;
            });
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[5], (Step{2, 0x55}));
  EXPECT_EQ(steps[6], (Step{3, 0xff}));
}

TEST_P(BothPolicies, SeparateLevelsOfARecursion) {
  // 0: call 2 | 1: exit | 2: beq 5 | 3: call 2 | 4: nop | 5: ret; lane l recurses l times
  Walk walk({call_by(2), kExitWord, branch_by(3), call_by(-1), kNop, kReturn}, GetParam(),
            LaneMask(0xf), [](unsigned lane, unsigned, unsigned visit) { return visit == lane; });
  const std::vector<Step> steps = walk.run();
  // Down with ever fewer lanes, and up again with ever more.
  const std::vector<Step> expected = {{0, 0xf}, {2, 0xf}, {3, 0xe}, {2, 0xe}, {3, 0xc}, {2, 0xc},
                                      {3, 0x8}, {2, 0x8}, {5, 0x8}, {4, 0x8}, {5, 0xc}, {4, 0xc},
                                      {5, 0xe}, {4, 0xe}, {5, 0xf}, {1, 0xf}};
  EXPECT_EQ(steps, expected);
}

/// A loop with two latches: 0 head, beq 9 leaves; 1 beq 4 | 2 nop, 3 j 0 (continue) | 4 beq 7 |
/// 5 nop, 6 j 0 (continue) | 7 nop, 8 j 0 | 9 exit.
const std::vector<std::uint32_t>& multi_latch_loop() {
  static const std::vector<std::uint32_t> code = {
      branch_by(9), branch_by(3), kNop, jump_by(-3), branch_by(3),
      kNop,         jump_by(-6),  kNop, jump_by(-8), kExitWord};
  return code;
}

bool leaves_after_eight(unsigned lane, unsigned index, unsigned visit) {
  if (index == 0) return visit == 8;
  return index == 1 ? (lane + visit) % 3 != 0 : (lane + visit) % 2 != 0;
}

TEST(WtoReconvergence, MergesTheLanesOfAllLatchesOfALoop) {
  Walk walk(multi_latch_loop(), "wto", LaneMask::first(16), leaves_after_eight);
  unsigned heads = 0;
  for (const Step& step : walk.run()) {
    if (step.index != 0) continue;
    EXPECT_EQ(step.lanes, 0xffffU);
    ++heads;
  }
  EXPECT_EQ(heads, 9U);
  EXPECT_LE(walk.most_splits(), 6U);
}

TEST(IpdomReconvergence, LeavesTheLatchesOfALoopApart) {
  Walk walk(multi_latch_loop(), "ipdom", LaneMask::first(16), leaves_after_eight);
  const std::vector<Step> steps = walk.run();
  Walk other(multi_latch_loop(), "wto", LaneMask::first(16), leaves_after_eight);
  EXPECT_GE(steps.size(), other.run().size());
  EXPECT_TRUE(walk.done());
}

TEST(WtoReconvergence, RunsTheDeepestCallFirst) {
  // 0: beq 3 | 1: nop, 2: j 4 | 3: call 6 | 4: nop, 5: exit | 6: nop, 7: ret
  Walk walk({branch_by(3), kNop, jump_by(2), call_by(3), kNop, kExitWord, kNop, kReturn}, "wto",
            LaneMask(0x3), odd_lane);
  std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[6], (Step{4, 0x3}));
}

TEST(WtoReconvergence, FollowsReturnsToDifferentPlaces) {
  // 0: beq 3 | 1: call 6 | 2: j 4 | 3: call 6 | 4: nop, 5: exit | 6: nop, 7: ret
  const std::vector<std::uint32_t> code = {branch_by(3), call_by(5), jump_by(2), call_by(3),
                                           kNop,         kExitWord,  kNop,       kReturn};
  for (const std::string& policy : reconvergence_policy_names()) {
    Walk walk(code, policy, LaneMask(0xf), odd_lane);
    const std::vector<Step> steps = walk.run();
    EXPECT_EQ(steps.back(), (Step{5, 0xf})) << policy;
  }
}

TEST(IpdomReconvergence, WaitsForTheReturnWhereArmsMeetOnlyAtTheFunctionsEnd) {
  // 0: call 3 | 1: nop, 2: exit | 3: beq 5 | 4: ret | 5: beq 7 | 6: ret | 7: ret
  Walk walk({call_by(3), kNop, kExitWord, branch_by(2), kReturn, branch_by(2), kReturn, kReturn},
            "ipdom", LaneMask(0xf), [](unsigned lane, unsigned index, unsigned) {
              return index == 3 ? lane != 0 : lane > 1;
            });
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[6], (Step{1, 0xf}));
  EXPECT_EQ(walk.most_splits(), 4U);
}

TEST(IpdomReconvergence, CannotFollowReturnsToDifferentPlaces) {
  const auto policy = make_reconvergence("ipdom");
  policy->start(kCodeBase, 0, LaneMask(0x3));
  const FlowEdge edges[] = {{kCodeBase + 8, 1, FlowEdge::Kind::Return, LaneMask(1)},
                            {kCodeBase + 16, 2, FlowEdge::Kind::Return, LaneMask(2)}};
  try {
    policy->leave({}, edges, 2);
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("core.reconvergence=wto"));
  }
}

TEST(Reconvergence, IsMadeByNameOnly) {
  EXPECT_THAT(reconvergence_policy_names(), ::testing::ElementsAre("wto", "ipdom"));
  try {
    make_reconvergence("pdom");
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Configuration);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("'pdom' is unknown; valid: wto, ipdom"));
  }
}

/// Random functions of branches, jumps, calls to later functions, returns and exits.
std::vector<std::uint32_t> random_program(std::mt19937& random) {
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
          words.push_back(callee != 0 ? call_by(callee) : kNop);
          break;
        case 5:
          words.push_back(random() % 3 == 0 ? end : kNop);
          break;
        default:
          words.push_back(kNop);
      }
    }
    words.back() = end;
  }
  return words;
}

TEST_P(BothPolicies, SendEachLaneTheWayThatItGoesAlone) {
  constexpr unsigned kSeed = 2013;
  std::mt19937 random(kSeed);
  for (int program = 0; program < 400; ++program) {
    const std::vector<std::uint32_t> words = random_program(random);
    const unsigned salt = random();
    const Decision decision = [salt](unsigned lane, unsigned index, unsigned visit) {
      const unsigned bits = (lane * 2654435761U) ^ (index * 40503U) ^ (visit * 69069U) ^ salt;
      return visit > 40 ? visit % 2 == 0 : (bits * 2246822519U >> 20) % 2 != 0;
    };
    constexpr unsigned kLanes = 8;
    Walk together(words, GetParam(), LaneMask::first(kLanes), decision);
    std::vector<unsigned> paths[kLanes];
    for (const Step& step : together.run(4000)) {
      for_each_lane(LaneMask(step.lanes), [&](unsigned l) { paths[l].push_back(step.index); });
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Walk alone(words, GetParam(), LaneMask::lane(lane), decision);
      std::vector<unsigned> path;
      for (const Step& step : alone.run(together.done() ? 4000 : paths[lane].size())) {
        path.push_back(step.index);
      }
      ASSERT_EQ(paths[lane], path)
          << "seed " << kSeed << ", program " << program << ", lane " << lane;
    }
  }
}

TEST(WtoReconvergence, NeedsNoMoreStepsThanIpdomOnMostRandomPrograms) {
  constexpr unsigned kSeed = 44;
  std::mt19937 random(kSeed);
  std::size_t wto_steps = 0;
  std::size_t ipdom_steps = 0;
  for (int program = 0; program < 300; ++program) {
    const std::vector<std::uint32_t> words = random_program(random);
    const Decision decision = [](unsigned lane, unsigned index, unsigned visit) {
      return (lane * 7 + index * 3 + visit * 5 + lane * visit) % 4 < 2;
    };
    Walk wto(words, "wto", LaneMask::first(16), decision);
    Walk ipdom(words, "ipdom", LaneMask::first(16), decision);
    const std::size_t by_wto = wto.run(5000).size();
    const std::size_t by_ipdom = ipdom.run(5000).size();
    if (!wto.done() || !ipdom.done()) continue;
    wto_steps += by_wto;
    ipdom_steps += by_ipdom;
  }
  EXPECT_LT(wto_steps, ipdom_steps) << "seed " << kSeed;
}

}  // namespace
}  // namespace lanefold
