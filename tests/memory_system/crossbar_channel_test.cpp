// SPDX-License-Identifier: Apache-2.0
// What the interconnect is made of: links, its clock, and one direction.
#include "decisions/interconnect/crossbar_channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "decisions/interconnect/interleave.h"
#include "decisions/interconnect/link.h"
#include "decisions/interconnect/switch_clock.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

// ---- The link.

TEST(Link, PassesWholeUnitsACycle) {
  Link link(Rate::of(2, 1));
  EXPECT_EQ(link.pass(5, 1).ends, 6U);
  EXPECT_TRUE(link.free(5));
  EXPECT_EQ(link.pass(5, 1).ends, 6U);
  EXPECT_FALSE(link.free(5));
  EXPECT_EQ(link.pass(5, 1).begins, 6U);
}

TEST(Link, PassesFractionsOfUnitsExactly) {
  Link link(Rate::of(57000, 1000));  // 57 bytes a cycle
  std::uint64_t last = 0;
  for (unsigned i = 0; i < 57; ++i) last = link.pass(0, 128).ends;
  EXPECT_EQ(last, 128U) << "57 x 128 bytes";
  link.reset();
  EXPECT_EQ(link.pass(0, 128).ends, 3U);  // 2.2 cycles
  EXPECT_TRUE(link.free(2));
  EXPECT_EQ(link.pass(0, 128).ends, 5U);  // 4.5
}

TEST(Link, IsAlwaysFreeWithoutALimit) {
  Link link;
  EXPECT_EQ(link.pass(7, 1000).ends, 7U);
  EXPECT_TRUE(link.free(7));
}

// ---- Targets in turn.

TEST(Interleave, InterleavesBlocksOverAnyNumberOfTargets) {
  std::mt19937_64 random(1);
  for (const std::uint32_t bytes : {8U, 24U, 64U, 1U << 20}) {
    for (const std::uint32_t targets : {1U, 2U, 3U, 16U}) {
      const Interleave interleave(bytes, targets);
      for (unsigned i = 0; i < 100; ++i) {
        const std::uint64_t address = random() % (std::uint64_t{1} << 40);
        const std::uint64_t length = random() % (2 * bytes);
        const std::uint64_t last = address + (length == 0 ? 0 : length - 1);
        EXPECT_EQ(interleave.target(address), address / bytes % targets);
        EXPECT_EQ(interleave.together(address, length),
                  targets == 1 || address / bytes == last / bytes)
            << address << " + " << length << ", blocks of " << bytes;
      }
    }
  }
}

// ---- The switch's clock.

TEST(SwitchClock, IsSeenInTheNextCoreCycle) {
  const SwitchClock clock(300, 1000);
  EXPECT_EQ(clock.core_cycle(0), 0U);
  EXPECT_EQ(clock.core_cycle(1), 4U);  // 3.33
  EXPECT_EQ(clock.core_cycle(2), 7U);  // 6.67
  EXPECT_EQ(clock.core_cycle(3), 10U);
  for (std::uint64_t cycle = 0; cycle < 100; ++cycle) {
    const std::uint64_t from = clock.edge_from(cycle);
    EXPECT_GE(clock.core_cycle(from), cycle);
    EXPECT_TRUE(from == 0 || clock.core_cycle(from - 1) < cycle) << cycle;
    const std::uint64_t by = clock.edge_by(cycle);
    EXPECT_LE(clock.core_cycle(by), cycle);
    EXPECT_GT(clock.core_cycle(by + 1), cycle);
  }
}

TEST(SwitchClock, IsTheCoresWithoutItsOwn) {
  SwitchClock clock(0, 1000);
  clock.start(50);
  EXPECT_EQ(clock.core_cycle(7), 57U);
  EXPECT_EQ(clock.edge_from(57), 7U);
  EXPECT_EQ(clock.edge_by(57), 7U);
  EXPECT_EQ(clock.edge_from(20), 0U);
}

// ---- One direction.

using Message = CrossbarChannel::Message;

/// Messages for `output` that wait at `input` from cycle 0 on.
void fill(CrossbarChannel& channel, unsigned input, unsigned output, unsigned count) {
  for (unsigned i = 0; i < count; ++i) channel.push(input, Message{nullptr, output, 1, 1, 0});
}

std::vector<std::size_t> waiting(const CrossbarChannel& channel, unsigned inputs) {
  std::vector<std::size_t> counts;
  for (unsigned input = 0; input < inputs; ++input) counts.push_back(channel.waiting(input));
  return counts;
}

TEST(CrossbarChannel, LetsInputsTakeTurnsAtAnOutput) {
  CrossbarChannel channel(3, 1, Rate::of(1, 1), {}, 100);
  for (unsigned input = 0; input < 3; ++input) fill(channel, input, 0, 3);
  channel.pass(0);
  EXPECT_THAT(waiting(channel, 3), ElementsAre(2, 3, 3));
  channel.pass(1);
  EXPECT_THAT(waiting(channel, 3), ElementsAre(2, 2, 3));
  channel.pass(2);
  channel.pass(3);
  EXPECT_THAT(waiting(channel, 3), ElementsAre(1, 2, 2));
}

TEST(CrossbarChannel, ServesAllOutputsAtOnce) {
  CrossbarChannel channel(2, 2, Rate::of(1, 1), {}, 100);
  fill(channel, 0, 1, 2);
  fill(channel, 1, 0, 2);
  channel.pass(0);
  EXPECT_THAT(waiting(channel, 2), ElementsAre(1, 1));
}

TEST(CrossbarChannel, LetsOutputsTakeTurnsAtTheTotal) {
  CrossbarChannel channel(2, 2, {}, Rate::of(1, 1), 100);
  fill(channel, 0, 0, 4);
  fill(channel, 1, 1, 4);
  for (std::uint64_t cycle = 0; cycle < 4; ++cycle) channel.pass(cycle);
  EXPECT_THAT(waiting(channel, 2), ElementsAre(2, 2));
  EXPECT_EQ(channel.next_pass(4), 4U);
}

// Answers of writes are such messages.
TEST(CrossbarChannel, PassesMessagesWithoutLinesBesideTheTotal) {
  CrossbarChannel channel(3, 1, {}, Rate::of(1, 1), 100);
  fill(channel, 0, 0, 2);
  fill(channel, 1, 0, 2);
  for (unsigned i = 0; i < 2; ++i) channel.push(2, Message{nullptr, 0, 1, 0, 0});
  channel.pass(0);
  EXPECT_THAT(waiting(channel, 3), ElementsAre(1, 2, 0));
}

TEST(CrossbarChannel, WaitsForAPlaceAtTheOutput) {
  CrossbarChannel channel(1, 1, {}, {}, 2);
  fill(channel, 0, 0, 3);
  channel.pass(0);
  EXPECT_EQ(channel.waiting(0), 1U);
  EXPECT_EQ(channel.next_pass(1), kNever);
  channel.take(0);
  EXPECT_EQ(channel.next_pass(1), 1U);
}

TEST(CrossbarChannel, KeepsMessagesInTheOrderOfTheirTimes) {
  CrossbarChannel channel(1, 1, {}, {}, 4);
  channel.push(0, Message{nullptr, 0, 1, 1, 9});
  channel.push(0, Message{nullptr, 0, 2, 1, 5});
  EXPECT_EQ(channel.next_pass(0), 5U);
  channel.pass(5);
  EXPECT_EQ(channel.at(0).front().bytes, 2U);
  EXPECT_EQ(channel.at(0).front().arrives, 6U);
}

// ---- What it remembers of its ports.

/// The rules, with a look at everything in every cycle.
class Reference {
 public:
  Reference(unsigned inputs, unsigned outputs, Rate port, Rate total, unsigned queue)
      : queue_(queue),
        inputs_(inputs),
        outputs_(outputs),
        input_links_(inputs, Link(port)),
        output_links_(outputs, Link(port)),
        total_(total),
        next_input_(outputs) {}

  void push(unsigned input, const Message& message) {
    auto place = inputs_[input].end();
    while (place != inputs_[input].begin() && std::prev(place)->arrives > message.arrives) --place;
    inputs_[input].insert(place, message);
  }
  bool can_pass(unsigned input, std::uint64_t cycle) const {
    if (inputs_[input].empty()) return false;
    const Message& head = inputs_[input].front();
    return head.arrives <= cycle && input_links_[input].free(cycle) &&
           outputs_[head.output] < queue_ && output_links_[head.output].free(cycle) &&
           (head.lines == 0 || total_.free(cycle));
  }
  bool can_pass(std::uint64_t cycle) const {
    for (unsigned input = 0; input < inputs_.size(); ++input) {
      if (can_pass(input, cycle)) return true;
    }
    return false;
  }
  void pass(std::uint64_t cycle) {
    while (pass_one(cycle)) {
    }
  }
  void take(unsigned output) { --outputs_[output]; }
  unsigned at(unsigned output) const { return outputs_[output]; }
  std::vector<std::size_t> waiting() const {
    std::vector<std::size_t> counts;
    for (const auto& input : inputs_) counts.push_back(input.size());
    return counts;
  }

 private:
  bool pass_one(std::uint64_t cycle) {
    for (unsigned i = 0; i < outputs_.size(); ++i) {
      const unsigned output = (next_output_ + i) % outputs_.size();
      for (unsigned k = 0; k < inputs_.size(); ++k) {
        const unsigned input = (next_input_[output] + k) % inputs_.size();
        if (!can_pass(input, cycle) || inputs_[input].front().output != output) continue;
        const Message head = inputs_[input].front();
        inputs_[input].pop_front();
        input_links_[input].pass(cycle, head.bytes);
        output_links_[output].pass(cycle, head.bytes);
        if (head.lines != 0) total_.pass(cycle, head.lines);
        ++outputs_[output];
        next_input_[output] = (input + 1) % inputs_.size();
        next_output_ = (output + 1) % outputs_.size();
        return true;
      }
    }
    return false;
  }

  unsigned queue_;
  std::vector<std::deque<Message>> inputs_;
  std::vector<unsigned> outputs_;
  std::vector<Link> input_links_;
  std::vector<Link> output_links_;
  Link total_;
  std::vector<unsigned> next_input_;
  unsigned next_output_ = 0;
};

struct Shape {
  unsigned inputs, outputs;
  Rate port, total;
  unsigned queue;
};

class CrossbarChannelRandom : public ::testing::TestWithParam<Shape> {};

TEST_P(CrossbarChannelRandom, MatchesAnExhaustiveSearch) {
  const auto [inputs, outputs, port, total, queue] = GetParam();
  std::mt19937 random(1);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  CrossbarChannel channel(inputs, outputs, port, total, queue);
  for (unsigned launch = 0; launch < 3; ++launch) {
    Reference reference(inputs, outputs, port, total, queue);
    for (std::uint64_t cycle = 0; cycle < 3000; ++cycle) {
      const bool pushes = cycle % 300 < 200;  // and then it runs empty
      for (unsigned i = below(3); pushes && i-- > 0;) {
        const unsigned input = below(inputs);
        const Message message{nullptr, below(outputs), 1 + below(4), below(2), cycle + below(5)};
        channel.push(input, message);
        reference.push(input, message);
      }
      if (reference.can_pass(cycle)) {
        ASSERT_EQ(channel.next_pass(cycle), cycle) << "it would sleep";
      }
      channel.pass(cycle);
      reference.pass(cycle);
      ASSERT_EQ(waiting(channel, inputs), reference.waiting()) << cycle;
      for (unsigned output = 0; output < outputs; ++output) {
        ASSERT_EQ(channel.at(output).size(), reference.at(output)) << cycle;
        if (reference.at(output) == 0 || (pushes && below(3) == 0)) continue;
        channel.take(output);
        reference.take(output);
      }
    }
    for (std::uint64_t cycle = 3000; channel.next_pass(cycle) != kNever; ++cycle) {
      channel.pass(cycle);
      for (unsigned output = 0; output < outputs; ++output) {
        while (!channel.at(output).empty()) channel.take(output);
      }
    }
    EXPECT_EQ(waiting(channel, inputs), std::vector<std::size_t>(inputs, 0));
    channel.restart();
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, CrossbarChannelRandom,
                         ::testing::Values(Shape{6, 1, {}, Rate::of(1, 1), 4},
                                           Shape{6, 4, Rate::of(2, 1), Rate::of(1, 1), 2},
                                           Shape{1, 6, {}, Rate::of(2, 1), 1},
                                           Shape{3, 3, Rate::of(3, 2), {}, 3},
                                           Shape{70, 2, Rate::of(1, 1), Rate::of(1, 2), 2}));

}  // namespace
}  // namespace lanefold
