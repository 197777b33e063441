// SPDX-License-Identifier: Apache-2.0
// What a cache decides: places, victims, registers, what is due when.
#include "decisions/cache/cache_array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "base/timing_wheel.h"
#include "decisions/cache/mshr_file.h"
#include "decisions/cache/replacement.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// ---- Who makes way.

TEST(Lru, AgreesWithTheCycleOfEachUse) {
  for (const std::uint32_t ways : {1U, 2U, 5U, 64U}) {
    const auto lru = make_replacement(ReplacementPolicy::Lru);
    lru->reset(2, ways, 0);
    std::vector<std::uint64_t> used(ways, 0);
    std::mt19937_64 random(ways);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - ways);
    for (std::uint64_t use = 1; use < 2000; ++use) {
      const auto touched = static_cast<std::uint32_t>(random() % ways);
      lru->touch(1, touched);
      used[touched] = use;
      if (use < 10 * ways) continue;  // until every way was used
      const std::uint64_t candidates = std::max<std::uint64_t>(random() & all, 1);
      std::uint32_t oldest = static_cast<std::uint32_t>(__builtin_ctzll(candidates));
      for (std::uint32_t way = 0; way < ways; ++way) {
        if ((candidates >> way & 1) != 0 && used[way] < used[oldest]) oldest = way;
      }
      ASSERT_EQ(lru->victim(1, candidates), oldest) << ways << " ways, use " << use;
    }
    EXPECT_EQ(lru->victim(0, all), 0U) << "the other set";
  }
}

// ---- What is due when.

TEST(TimingWheel, TakesItemsByCycleAndThenInTheirOrder) {
  TimingWheel<int> wheel;
  EXPECT_EQ(wheel.next(), kNever);
  wheel.push(700, 5);  // beyond the slots
  wheel.push(7, 2);
  wheel.push(3, 1);
  wheel.push(7, 3);
  wheel.push(700, 6);
  EXPECT_EQ(wheel.next(), 3U);
  std::vector<int> taken;
  const auto take = [&](int item) {
    taken.push_back(item);
    if (item == 1) wheel.push(3, 11);  // in the cycle that is being taken
    if (item == 2) wheel.push(4, 12);  // a cycle that has passed
  };
  wheel.take_due(2, take);
  EXPECT_THAT(taken, IsEmpty());
  wheel.take_due(10, take);
  EXPECT_THAT(taken, ElementsAre(1, 11, 2, 3, 12));
  EXPECT_EQ(wheel.next(), 700U);
  wheel.take_due(300, take);
  wheel.push(700, 7);
  wheel.take_due(700, take);
  EXPECT_THAT(taken, ElementsAre(1, 11, 2, 3, 12, 5, 6, 7));
  EXPECT_TRUE(wheel.empty());
}

TEST(TimingWheel, AgreesWithASortedList) {
  TimingWheel<unsigned> wheel;
  std::multimap<std::uint64_t, unsigned> reference;
  std::mt19937 random(1);
  std::uint64_t now = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    const std::uint64_t cycle = now + random() % (i % 50 == 0 ? 5000 : 600);
    wheel.push(cycle, i);
    reference.emplace(cycle, i);
    if (i % 3 != 0) continue;
    now += random() % 20;
    wheel.take_due(now, [&](unsigned item) {
      ASSERT_EQ(item, reference.begin()->second);
      reference.erase(reference.begin());
    });
    ASSERT_EQ(wheel.next(), reference.empty() ? kNever : reference.begin()->first);
  }
}

// ---- Lines and victims.

CacheConfig small(std::uint32_t sets, std::uint32_t ways) {
  CacheConfig config;
  config.bytes = sets * ways * 64;
  config.ways = ways;
  return config;
}

/// Uses `line`, filling it if it is not there; the line that it replaces, or none.
std::optional<std::uint64_t> use(CacheArray& array, std::uint64_t line) {
  if (const auto place = array.find(line)) {
    array.touch(*place);
    return std::nullopt;
  }
  const auto place = array.place_for(line);
  EXPECT_TRUE(place.has_value());
  const bool replaces = array.state(*place) != LineState::Invalid;
  const std::uint64_t victim = array.line(*place);
  const std::vector<unsigned char> data(64, static_cast<unsigned char>(line));
  array.fill(*place, line, LineState::Exclusive, data.data());
  return replaces ? std::optional(victim) : std::nullopt;
}

TEST(CacheArray, ReplacesTheLeastRecentlyUsedLineOfASet) {
  CacheArray array(small(2, 2), 64);
  EXPECT_EQ(use(array, 0), std::nullopt);
  EXPECT_EQ(use(array, 2), std::nullopt);
  EXPECT_EQ(use(array, 1), std::nullopt);  // the other set
  EXPECT_EQ(use(array, 0), std::nullopt);
  EXPECT_EQ(use(array, 4), 2U);
  EXPECT_EQ(use(array, 2), 0U);
  EXPECT_EQ(use(array, 1), std::nullopt);
  EXPECT_EQ(*array.data(*array.find(4)), 4);
  array.set_state(*array.find(4), LineState::Invalid);
  EXPECT_EQ(array.find(4), std::nullopt);
  EXPECT_EQ(use(array, 6), std::nullopt) << "an invalid line makes way first";
}

/// Lines whose data are their numbers, as `use` fills them.
void read_line(std::uint64_t line, unsigned char* data) {
  std::fill(data, data + 64, static_cast<unsigned char>(line));
}

TEST(CacheArray, GoesOnFromAState) {
  for (const ReplacementPolicy policy : {ReplacementPolicy::Lru, ReplacementPolicy::Random}) {
    CacheConfig config = small(8, 4);
    config.replacement = policy;
    config.polluted_percent = 20;
    CacheArray one(config, 64);
    std::mt19937 random(3);
    const auto next = [&random] { return std::uint64_t{random() % 100}; };
    for (unsigned i = 0; i < 500; ++i) {
      use(one, next());
      if (i % 7 != 0) continue;
      if (const auto place = one.find(next())) one.set_state(*place, LineState::Invalid);
    }
    one.set_state(*one.find(one.state().lines.front().number), LineState::Modified);
    CacheArray other(config, 64);
    other.restore(one.state(), read_line);
    for (unsigned i = 0; i < 500; ++i) {
      const std::uint64_t line = next();
      ASSERT_EQ(use(other, line), use(one, line)) << i;
      ASSERT_EQ(other.state(*other.find(line)), one.state(*one.find(line))) << i;
      ASSERT_EQ(*other.data(*other.find(line)), line) << i;
    }
  }
}

TEST(CacheArray, KeepsTheLinesUsedLastOfAnotherShape) {
  CacheArray large(small(2, 4), 64);
  for (const std::uint64_t line : {0, 2, 4, 6, 1, 3, 2}) use(large, line);
  CacheArray narrow(small(2, 2), 64);
  narrow.restore(large.state(), read_line);
  for (const std::uint64_t line : {2, 6, 1, 3}) EXPECT_TRUE(narrow.find(line)) << line;
  CacheArray deep(small(8, 1), 64);
  deep.restore(large.state(), read_line);
  for (const std::uint64_t line : {0, 1, 2, 3, 4, 6}) EXPECT_TRUE(deep.find(line)) << line;
}

TEST(CacheArray, RefusesAStateThatNoCacheHas) {
  CacheArray array(small(2, 2), 64);
  CacheState state = array.state();
  state.lines = {{4, 0, 2}, {4, 1, 2}};
  EXPECT_THROW(array.restore(state, read_line), Error);
  state.lines = {{6, 0, 9}};
  EXPECT_THROW(array.restore(state, read_line), Error);
}

TEST(CacheArray, ReplacesRandomLinesTheSameWayEveryTime) {
  CacheConfig config = small(1, 4);
  config.replacement = ReplacementPolicy::Random;
  const auto victims = [&] {
    CacheArray array(config, 64);
    std::vector<std::uint64_t> result;
    for (std::uint64_t line = 0; line < 400; ++line) {
      if (const auto victim = use(array, line)) result.push_back(*victim % 4);
    }
    return result;
  };
  const std::vector<std::uint64_t> first = victims();
  EXPECT_EQ(first, victims());
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_GT(std::count(first.begin(), first.end(), i), 60);
  config.seed = 2;
  EXPECT_NE(first, victims());
}

TEST(CacheArray, DoesNotUsePollutedLines) {
  CacheConfig config = small(8, 4);
  config.polluted_percent = 50;
  CacheArray array(config, 64);
  unsigned polluted = 0;
  for (CacheArray::Place place = 0; place < 32; ++place) polluted += array.polluted(place) ? 1 : 0;
  EXPECT_EQ(polluted, 16U);
  for (std::uint64_t line = 0; line < 64; ++line) {
    if (array.place_for(line)) use(array, line);
  }
  unsigned valid = 0;
  array.for_each([&](CacheArray::Place place) {
    ++valid;
    EXPECT_FALSE(array.polluted(place));
  });
  EXPECT_EQ(valid, 16U);
  config.polluted_percent = 100;
  EXPECT_EQ(CacheArray(config, 64).place_for(3), std::nullopt);
}

TEST(CacheArray, RejectsImpossibleValues) {
  const auto message = [](auto change) -> std::string {
    CacheConfig config;
    change(config);
    try {
      validate_cache(config, "l1", 128);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Configuration);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](CacheConfig&) {}), "");
  EXPECT_EQ(message([](CacheConfig& c) { c.bytes = 64; }),
            "l1.bytes is 64 but must hold at least one line of memory.line_bytes, which is 128");
  EXPECT_THAT(message([](CacheConfig& c) { c.bytes = 3 * 512; }),
              HasSubstr("l1.bytes is 1536 but must be l1.ways x memory.line_bytes, which is 512"));
  EXPECT_THAT(message([](CacheConfig& c) { c.banks = 512; }),
              HasSubstr("l1.banks is 512 but must divide the number of lines, which is 256"));
  EXPECT_THAT(message([](CacheConfig& c) { c.banks = 3; }), HasSubstr("l1.banks is 3 but"));
  EXPECT_THAT(message([](CacheConfig& c) { c.mshrs = 0; }), HasSubstr("l1.mshrs is 0 but"));
  EXPECT_THAT(message([](CacheConfig& c) { c.ways = 65; }), HasSubstr("l1.ways is 65 but"));
}

// ---- Registers.

TEST(MshrFile, FindsLinesAndBoundsTheirTargets) {
  MshrFile<int> mshrs(3, 2);
  const auto a = mshrs.allocate(4);
  const auto b = mshrs.allocate(8);  // the same bucket
  EXPECT_EQ(mshrs.find(4), a);
  EXPECT_EQ(mshrs.find(8), b);
  EXPECT_EQ(mshrs.find(12), std::nullopt);
  mshrs.targets(a).push_back(1);
  EXPECT_TRUE(mshrs.can_merge(a));
  mshrs.targets(a).push_back(2);
  EXPECT_FALSE(mshrs.can_merge(a));
  mshrs.close(b);
  EXPECT_FALSE(mshrs.can_merge(b));
  const auto c = mshrs.reserve();
  EXPECT_TRUE(mshrs.full());
  mshrs.finish_fetch(a);
  EXPECT_EQ(mshrs.find(4), std::nullopt);
  EXPECT_EQ(mshrs.find(8), b);
  EXPECT_TRUE(mshrs.full()) << "the register is in use until it is released";
  mshrs.release(a);
  mshrs.release(c);
  EXPECT_EQ(mshrs.used(), 1U);
  EXPECT_TRUE(mshrs.can_merge(mshrs.allocate(4)));
}

}  // namespace
}  // namespace lanefold
