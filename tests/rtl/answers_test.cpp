// SPDX-License-Identifier: Apache-2.0
// Answers of RTL as the loop reads them, right and wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "twins/loop/mask_comparison.h"
#include "twins/loop/rtl_adaptation_state_unit.h"
#include "twins/loop/rtl_machine.h"
#include "twins/loop/rtl_memory_divergence_table.h"
#include "twins/loop/rtl_miss_completion_buffer.h"
#include "twins/loop/rtl_slip_controller.h"
#include "twins/loop/rtl_warp_slice_table.h"
#include "twins/loop/sequenced_control.h"
#include "twins/loop/value_words.h"
#include "twins/verilated/mcb_twin.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const LaneMask kMask(0x1131);  // two cycles under scc

Schedule model() {
  return make_compactor(CompactionPolicy::Scc)->schedule(kMask, QuadGeometry(16, 4));
}

/// What RTL that is right has at its ports.
ControlAnswer right_answer() {
  const Schedule schedule = model();
  ControlAnswer answer;
  answer.cycles = schedule.cycles();
  for_each_lane(schedule.lanes(), [&](unsigned lane) {
    const Schedule::Place place = schedule.place(lane);
    const unsigned slot = place.cycle * 4 + place.position;
    answer.enabled.set(slot);
    answer.quad[slot] = static_cast<std::uint8_t>(lane / 4);
    answer.position[slot] = static_cast<std::uint8_t>(lane % 4);
  });
  return answer;
}

bool is_equal(const ControlAnswer& answer) { return equal(model(), answer, QuadGeometry(16, 4)); }

TEST(MaskComparison, SeesEveryDifference) {
  EXPECT_TRUE(is_equal(right_answer()));
  ControlAnswer more_cycles = right_answer();
  ++more_cycles.cycles;
  EXPECT_FALSE(is_equal(more_cycles));
  const unsigned slot = right_answer().enabled.lowest();
  ControlAnswer other_quad = right_answer();
  other_quad.quad[slot] ^= 1U;
  EXPECT_FALSE(is_equal(other_quad));
  ControlAnswer other_position = right_answer();
  other_position.position[slot] ^= 1U;
  EXPECT_FALSE(is_equal(other_position));
  ControlAnswer lost = right_answer();
  lost.enabled.reset(slot);
  EXPECT_FALSE(is_equal(lost));
  ControlAnswer late = right_answer();
  late.enabled.set(15);
  EXPECT_FALSE(is_equal(late));
  EXPECT_THAT(side_by_side(model(), late, QuadGeometry(16, 4)), HasSubstr("\n      3"));
}

TEST(MaskComparison, FindsTheRtlEqualUnderEveryPolicy) {
  for (const RtlShape& shape : rtl_shapes()) {
    for (const unsigned operand_bits : {16U, 32U, 64U}) {
      const QuadGeometry geometry(shape.lanes, shape.alu_width, operand_bits);
      for (const std::uint64_t bits : {0x0UL, 0x1UL, 0xaaUL, 0xf3UL}) {
        const MaskComparison comparison = compare_mask_with_rtl(LaneMask(bits), geometry);
        EXPECT_THAT(comparison.different, IsEmpty());
        for (const char* policy : {"none, ", "ivb, ", "bcc, ", "scc, ", "scc-fifo, "}) {
          EXPECT_THAT(comparison.text, HasSubstr(std::string("\n") + policy));
        }
        EXPECT_THAT(comparison.text, Not(HasSubstr("NOT")));
      }
    }
  }
}

TEST(MaskComparison, DrawsBothSides) {
  const std::string text = compare_mask_with_rtl(LaneMask(0xaaaa), QuadGeometry(16, 4)).text;
  EXPECT_THAT(text, HasSubstr("scc, scc_control.sv: model 2 cycles, RTL 2 cycles: equal\n"
                              "  cycle  model  P0      P1      P2      P3      |  RTL  P0      P1"
                              "      P2      P3\n"));
  EXPECT_THAT(text, HasSubstr("scc-fifo, scc_control.sv: "));
}

std::vector<SequencerTwin::Outputs> right_micro_ops() {
  const ControlAnswer answer = right_answer();
  std::vector<SequencerTwin::Outputs> micro_ops(answer.cycles);
  micro_ops.front().first = true;
  micro_ops.back().last = true;
  for_each_lane(answer.enabled, [&](unsigned slot) {
    SequencerTwin::Outputs& micro_op = micro_ops[slot / 4];
    micro_op.enable.set(slot % 4);
    micro_op.quad[slot % 4] = answer.quad[slot];
    micro_op.position[slot % 4] = answer.position[slot];
  });
  return micro_ops;
}

TEST(MicroOps, MakeASchedule) {
  const Schedule schedule = schedule_of(right_micro_ops(), kMask, QuadGeometry(16, 4));
  EXPECT_TRUE(equal(schedule, right_answer(), QuadGeometry(16, 4)));
  EXPECT_EQ(schedule_of({}, LaneMask(), QuadGeometry(16, 4)).cycles(), 0U);
}

TEST(MicroOps, ThatAreNoScheduleAreRefused) {
  using MicroOps = std::vector<SequencerTwin::Outputs>;
  const std::vector<std::function<void(MicroOps&)>> faults{
      [](MicroOps& ops) { ops.pop_back(); },
      [](MicroOps& ops) { ops.resize(5); },
      [](MicroOps& ops) { ops[0].first = false; },
      [](MicroOps& ops) { ops[0].last = true; },
      [](MicroOps& ops) { ops[1].last = false; },
      [](MicroOps& ops) { ops[1] = ops[0], ops[1].first = false, ops[1].last = true; },
      [](MicroOps& ops) { ops[0].enable.reset(ops[0].enable.lowest()); },
      [](MicroOps& ops) { ops[0].quad[ops[0].enable.lowest()] = 4; },
      [](MicroOps& ops) { ops[0].position[ops[0].enable.lowest()] = 3; },
      [](MicroOps& ops) { ops[0].enable.set(5); },
  };
  for (std::size_t i = 0; i < faults.size(); ++i) {
    MicroOps micro_ops = right_micro_ops();
    faults[i](micro_ops);
    EXPECT_THROW(schedule_of(micro_ops, kMask, QuadGeometry(16, 4)), Error) << "fault " << i;
  }
}

/// What the RTL of a slice, and of what divides warps, is made with.
class SliceRtl : public ::testing::Test {
 protected:
  CoreConfig config_;
  CoreGeometry geometry_{config_.warp_width, config_.alu_width};
  LaunchStatistics statistics_;
  CoreClock clock_{sc_core::sc_time(1, sc_core::SC_NS)};
  CoreContext core_{config_, geometry_, statistics_, 0, clock_};
  RtlWorld world_{std::make_shared<TwinSession>(), std::make_shared<RtlQuestions>()};
};

/// A block's answer to a request.
template <class Block, class Request>
Request answer_of(Block& block, Request request) {
  sc_core::sc_time delay;
  block.requests.get_base_export()->b_transport(request, delay);
  return request;
}

TEST_F(SliceRtl, TableIsFullAtAThirdPlace) {
  RtlMemoryDivergenceTable block("mdt", core_, world_);
  const auto change = [&](MdtRequest::Kind kind, const LeftBehind& left) {
    MdtRequest request;
    request.kind = kind;
    request.slot = 1;
    request.left = left;
    return answer_of(block, request).left;
  };
  const auto add = [&](const LeftBehind& left) { change(MdtRequest::Kind::Add, left); };
  add({0x100, 0, 0x104, 7, LaneMask(0x1), LaneMask()});
  add({0x200, 1, 0x204, 8, LaneMask(0x2), LaneMask(0x4)});
  add({0x100, 0, 0x104, 7, LaneMask(0x8), LaneMask()});
  EXPECT_THAT(
      [&] {
        add({0x200, 0, 0x204, 8, LaneMask(0x10), LaneMask()});
      },
      ::testing::ThrowsMessage<Error>(HasSubstr("mdt: full_o")));
  EXPECT_EQ(block.of_slot(1).lanes(), LaneMask(0xf));
  EXPECT_TRUE(block.of_slot(0).empty()) << "a table of its own";
  const LeftBehind first = change(MdtRequest::Kind::Take, {});
  EXPECT_EQ(first.next_pc, 0x104U);
  EXPECT_EQ(first.next_rank, 7U);
  EXPECT_EQ(first.waiting, LaneMask(0x9));
  ASSERT_EQ(block.of_slot(1).entries().size(), 1U);
  EXPECT_EQ(block.of_slot(1).entries()[0].next_pc, 0x204U);
  EXPECT_EQ(world_.questions->at("mdt"), 5U);
}

TEST_F(SliceRtl, BufferRefusesMoreLoadsThanItHolds) {
  using Kind = CompletionRequest::Kind;
  RtlMissCompletionBuffer block("mcb", core_, world_);
  const auto ask = [&](Kind kind, unsigned slot, unsigned entry, LaneMask lanes) {
    CompletionRequest request;
    request.kind = kind;
    request.slot = slot;
    request.entry = entry;
    request.lanes = lanes;
    return answer_of(block, request);
  };
  for (unsigned load = 0; load < mcb_entries(); ++load) {
    EXPECT_EQ(ask(Kind::Allocate, 1, 0, LaneMask(0x3)).entry, load);
  }
  EXPECT_THAT([&] { ask(Kind::Allocate, 1, 0, LaneMask(0x1)); },
              ::testing::ThrowsMessage<Error>(HasSubstr("more than 32 loads on their way")));
  EXPECT_EQ(ask(Kind::Allocate, 0, 0, LaneMask(0x1)).entry, 0U) << "a buffer of its own";
  EXPECT_EQ(ask(Kind::LineSent, 1, 5, LaneMask(0x6)).waiting, LaneMask(0x7));
  const CompletionRequest first = ask(Kind::LineArrived, 1, 5, LaneMask(0x3));
  EXPECT_EQ(first.complete, LaneMask(0x1));
  EXPECT_EQ(first.waiting, LaneMask(0x6));
  ask(Kind::Clear, 0, 0, LaneMask());
  EXPECT_EQ(ask(Kind::Allocate, 1, 0, LaneMask(0x1)).entry, 0U);
}

TEST_F(SliceRtl, ControllerLetsOnlyDecidedLanesProceed) {
  config_.on_miss = OnMiss::Slip;
  RtlSlipController block("slip_controller", core_, world_);
  SlipRequest decide;
  decide.kind = SlipRequest::Kind::Decide;
  decide.situation.lanes = LaneMask(0xff);
  decide.situation.missing = LaneMask(0x0f);
  decide.situation.room = true;
  decide.limit = 16;
  const auto pass = [&](LaneMask lanes) {
    SlipRequest request;
    request.kind = SlipRequest::Kind::Pass;
    request.lanes = lanes;
    request.considered = LaneMask(0xff);
    answer_of(block, request);
  };
  const auto most = [&](unsigned slot) {
    SlipRequest request;
    request.kind = SlipRequest::Kind::Most;
    request.slot = slot;
    return answer_of(block, request).most;
  };
  EXPECT_EQ(answer_of(block, decide).decision.proceed, LaneMask(0xf0));
  EXPECT_THAT([&] { pass(LaneMask(0xff)); },
              ::testing::ThrowsMessage<Error>(HasSubstr("lanes 0xff pass, but proceed_o is 0xf0")));
  EXPECT_EQ(most(0), 0U);
  answer_of(block, decide);
  pass(LaneMask(0xf0));
  EXPECT_EQ(most(0), 1U);
  EXPECT_EQ(most(1), 0U) << "counters of its own";
  answer_of(block, SlipRequest());
  EXPECT_EQ(most(0), 0U);
}

TEST_F(SliceRtl, TableOfMoreEntriesThanSlotsServesAllOperations) {
  config_.warps = 2;
  config_.simd = "8x4";  // four slots of eight entries
  RtlWarpSliceTable block("table", core_, world_);
  const SliceTable& table = block.table();
  const auto divide = [&](unsigned width) {
    SliceRequest request;
    request.width = width;
    answer_of(block, request);
  };
  const auto change = [&](SliceRequest::Kind kind, unsigned slot, LaneMask lanes, unsigned other) {
    return answer_of(block, SliceRequest{kind, 0, slot, lanes, other}).other;
  };
  divide(8);
  EXPECT_FALSE(table.room());
  EXPECT_EQ(table[3].lanes, LaneMask(0xff00));
  EXPECT_EQ(table[3].warp, 1U);
  change(SliceRequest::Kind::Merge, 0, LaneMask(), 1);
  EXPECT_EQ(table[0].lanes, LaneMask(0xffff));
  EXPECT_EQ(change(SliceRequest::Kind::SplitOff, 3, LaneMask(0x0100), 0), 1U);
  EXPECT_EQ(table.of_warp(1).bits(), 0b1110U);
  EXPECT_THAT([&] { change(SliceRequest::Kind::Merge, 0, LaneMask(), 1); },
              ::testing::ThrowsMessage<Error>(HasSubstr("warp_slice_table: it refuses op 4")));
  EXPECT_THAT([&] { divide(4); },
              ::testing::ThrowsMessage<Error>(HasSubstr("but the core has 4 slots")));
  EXPECT_EQ(world_.questions->at("warp_slice_table"), 5U);
}

TEST_F(SliceRtl, AsuRefusesAnIntervalThatItCannotCount) {
  config_.warps = 2;
  config_.slices = 8;
  config_.adaptation.strategy = AdaptationStrategy::Dwrep;
  RtlAdaptationStateUnit unit("adaptation_state_unit", core_, world_);
  const auto ask = [&](std::uint64_t cycles, std::uint64_t tasks) {
    AdaptationRequest request;
    request.kind = AdaptationRequest::Kind::Interval;
    request.result = {cycles, tasks};
    return answer_of(unit, request).simd.text();
  };
  EXPECT_EQ(ask(0xffff'ffff, 0xffff), "16x1");
  EXPECT_THAT([&] { ask(0x1'0000'0000, 1); },
              ::testing::ThrowsMessage<Error>(HasSubstr("up to 4294967295 and 65535")));
  EXPECT_THAT([&] { ask(1, 0x1'0000); },
              ::testing::ThrowsMessage<Error>(HasSubstr("longer than rtl/asu.sv counts")));
}

// ---- Power-up.

/// The waiting lanes of all entries of a buffer.
std::vector<std::uint64_t> waiting_in(McbTwin& twin) {
  std::vector<std::uint64_t> waiting;
  for (const McbTwin::Entry& entry : twin.settle({}).entries) {
    waiting.push_back(entry.waiting.bits());
  }
  return waiting;
}

TEST(PowerUp, LeavesAnythingInRegistersUntilTheReset) {
  const std::unique_ptr<McbTwin> twin = make_mcb_twin(16);
  const std::vector<std::uint64_t> before = waiting_in(*twin);
  const std::set<std::uint64_t> values(before.begin(), before.end());
  EXPECT_GT(values.size(), before.size() / 2) << "they are not random";
  twin->reset(0);
  EXPECT_THAT(waiting_in(*twin), ::testing::Each(0U));
  EXPECT_EQ(waiting_in(*make_mcb_twin(16)), before) << "a run has others than the one before";
}

TEST(ValueWords, PassInTwoHalvesWhereTheyAreWider) {
  const auto passes = [](std::array<std::uint64_t, 4> values, unsigned bits) {
    std::vector<unsigned> shifts;
    std::array<std::uint64_t, 4> whole{};
    pass_in_words(values, 3, QuadGeometry(16, 4, bits), [&](const auto& words, unsigned shift) {
      shifts.push_back(shift);
      for (unsigned i = 0; i < 3; ++i) put_word(whole[i], words[i], shift);
    });
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(whole[i], values[i]);
    return shifts;
  };
  using Shifts = std::vector<unsigned>;
  EXPECT_EQ(passes({1, 2, 0xffff'ffff, 0}, 32), (Shifts{0}));
  EXPECT_EQ(passes({1, 0xffff'ffff'3f80'0000, 2, 0}, 32), (Shifts{0, 32}));
  EXPECT_EQ(passes({1, 2, 3, ~std::uint64_t{0}}, 32), (Shifts{0})) << "beyond the last value";
  EXPECT_EQ(passes({1, 0xffff'ffff'3f80'0000, 2, 0}, 64), (Shifts{0}));
}

}  // namespace
}  // namespace lanefold
