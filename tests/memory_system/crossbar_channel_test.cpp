// SPDX-License-Identifier: Apache-2.0
// What the interconnect is made of: links, its clock, and one direction.
#include "memory_system/interconnect/crossbar_channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory_system/interconnect/link.h"
#include "memory_system/interconnect/switch_clock.h"

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
  for (unsigned i = 0; i < count; ++i) channel.push(input, Message{nullptr, output, 1, 1, 0, 0});
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
  for (unsigned i = 0; i < 2; ++i) channel.push(2, Message{nullptr, 0, 1, 0, 0, 0});
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
  channel.push(0, Message{nullptr, 0, 1, 1, 9, 0});
  channel.push(0, Message{nullptr, 0, 2, 1, 5, 0});
  EXPECT_EQ(channel.next_pass(0), 5U);
  channel.pass(5);
  EXPECT_EQ(channel.at(0).front().bytes, 2U);
  EXPECT_EQ(channel.at(0).front().there, 6U);
}

}  // namespace
}  // namespace lanefold
