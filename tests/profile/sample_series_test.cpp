// SPDX-License-Identifier: Apache-2.0
// Samples that are merged when they are too many.
#include "decisions/profile/sample_series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lanefold {
namespace {

using Begins = std::vector<std::uint64_t>;

Begins begins_of(const SampleSeries& series) {
  Begins begins;
  for (const CountedSample& sample : series.samples()) begins.push_back(sample.begin);
  return begins;
}

std::uint64_t sum_of(const SampleSeries& series) {
  std::uint64_t sum = 0;
  for (const CountedSample& sample : series.samples()) sum += sample.counts.at(0);
  return sum;
}

void expect_no_gap(const SampleSeries& series) {
  std::uint64_t end = 0;
  for (const CountedSample& sample : series.samples()) {
    EXPECT_EQ(sample.begin, end);
    end = sample.begin + sample.cycles;
  }
}

TEST(SampleSeries, KeepsSamplesOfDifferentIntervals) {
  SampleSeries series(10, 4);
  series.add({0, 12, {1}});
  series.add({12, 8, {2}});
  series.add({20, 10, {3}});
  EXPECT_EQ(begins_of(series), (Begins{0, 12, 20}));
  EXPECT_EQ(series.next_begin(20), 30U);
  EXPECT_EQ(series.next_begin(29), 30U);
}

TEST(SampleSeries, MergesWhatBeginsInTheSameInterval) {
  SampleSeries series(10, 4);
  series.add({0, 4, {1, 10}});
  series.add({4, 6, {2, 20}});
  ASSERT_EQ(series.samples().size(), 1U);
  EXPECT_EQ(series.samples()[0].cycles, 10U);
  EXPECT_EQ(series.samples()[0].counts, (std::vector<std::uint64_t>{3, 30}));
}

TEST(SampleSeries, MergesASampleWithoutCycles) {
  SampleSeries series(10, 4);
  series.add({0, 10, {1}});
  series.add({10, 0, {2}});
  ASSERT_EQ(series.samples().size(), 1U);
  EXPECT_EQ(series.samples()[0].counts[0], 3U);
}

TEST(SampleSeries, DoublesItsIntervalWhenSamplesAreTooMany) {
  SampleSeries series(10, 4);
  for (std::uint64_t i = 0; i < 5; ++i) series.add({10 * i, 10, {1U << i}});
  EXPECT_EQ(series.interval(), 20U);
  EXPECT_EQ(begins_of(series), (Begins{0, 20, 40}));
  EXPECT_EQ(series.samples()[0].counts[0], 1U + 2);
  EXPECT_EQ(series.samples()[1].counts[0], 4U + 8);
  EXPECT_EQ(series.samples()[2].counts[0], 16U);
}

// Between half and all of the most, however many there have been.
TEST(SampleSeries, KeepsItsResolutionAndItsSum) {
  SampleSeries series(1, 64);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    series.add({3 * i, 3, {i}});
    EXPECT_LE(series.samples().size(), 64U);
    EXPECT_GE(series.samples().size(), std::min<std::size_t>(i + 1, 32));
  }
  EXPECT_EQ(sum_of(series), 10'000U * 9'999 / 2);
  expect_no_gap(series);
}

TEST(SampleSeries, TakesALaterSeriesWhoseIntervalIsLonger) {
  SampleSeries series(10, 8);
  for (std::uint64_t i = 0; i < 7; ++i) series.add({10 * i, 10, {1}});
  SampleSeries later(10, 8);
  for (std::uint64_t i = 7; i < 40; ++i) later.add({10 * i, 10, {1}});
  const std::uint64_t interval = later.interval();
  EXPECT_GT(interval, 10U);
  series.add(later);
  EXPECT_GE(series.interval(), interval);
  EXPECT_LE(series.samples().size(), 8U);
  EXPECT_EQ(sum_of(series), 40U);
  expect_no_gap(series);
}

}  // namespace
}  // namespace lanefold
