// SPDX-License-Identifier: Apache-2.0
// When the beginning of a launch says how long the rest will take.
#include "decisions/sampling/steady_rate.h"

#include <algorithm>
#include <numeric>

namespace lanefold {
namespace {

/// Windows that are not compared, since they are the first ones.
constexpr std::uint64_t kColdWindows = 2;
constexpr std::size_t kComparedWindows = 3;
/// Of a launch, so that at least two thirds need not be timed.
constexpr std::uint64_t kFewestWindows = 3 * (kColdWindows + kComparedWindows);
/// What refreshes and rounds of arbiters do is then in every window.
constexpr std::uint64_t kShortestWindow = 2'000;
/// A window ends late by one of so many parts, at most.
constexpr std::uint64_t kLooksPerWindow = 16;

/// Windows are equally fast if the slowest takes so much more than the fastest, at most.
constexpr double kEqual = 0.02;
/// The rest may be slower or faster by so much more than the windows show.
constexpr double kMargin = 2;
constexpr double kLeastError = 0.04;

}  // namespace

SteadyRate::SteadyRate(std::uint64_t instructions, std::uint64_t warps, std::uint64_t resident)
    : instructions_(instructions),
      window_(warps <= resident ? instructions
                                : static_cast<std::uint64_t>(static_cast<double>(instructions) *
                                                             static_cast<double>(resident) /
                                                             static_cast<double>(warps))) {}

bool SteadyRate::is_long() const { return instructions_ >= kFewestWindows * window_; }

bool SteadyRate::add(std::uint64_t cycle, std::uint64_t instructions) {
  const std::uint64_t cycles = cycle - begin_cycle_, executed = instructions - begin_instructions_;
  if (executed < std::max<std::uint64_t>(window_, 1) || cycles < kShortestWindow) return false;
  begin_cycle_ = cycle;
  begin_instructions_ = instructions;
  if (++closed_ <= kColdWindows) return false;
  windows_.push_back(static_cast<double>(cycles) / static_cast<double>(executed));
  if (windows_.size() > kComparedWindows) windows_.pop_front();
  if (windows_.size() < kComparedWindows) return false;
  const Costs found = costs();
  return found.most <= (1 + kEqual) * found.least;
}

std::uint64_t SteadyRate::interval() const {
  if (windows_.empty()) return kShortestWindow / kLooksPerWindow;
  const double window = windows_.back() * static_cast<double>(window_);
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(window), kShortestWindow) /
         kLooksPerWindow;
}

LaunchEstimate SteadyRate::estimate() const {
  const Costs found = costs();
  const double rest =
      found.mean *
      static_cast<double>(instructions_ - std::min(instructions_, begin_instructions_));
  const double error =
      std::max(kLeastError, kMargin * (found.most - found.least) / found.mean) * rest;
  return {static_cast<double>(begin_cycle_) + rest, error};
}

SteadyRate::Costs SteadyRate::costs() const {
  const auto [least, most] = std::minmax_element(windows_.begin(), windows_.end());
  const double sum = std::accumulate(windows_.begin(), windows_.end(), 0.0);
  return {*least, sum / static_cast<double>(windows_.size()), *most};
}

}  // namespace lanefold
