// SPDX-License-Identifier: Apache-2.0
// Chooses which launches of an application are timed, as they come, and estimates the others.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "decisions/sampling/cycle_estimate.h"
#include "decisions/sampling/steady_rate.h"
#include "decisions/sampling/timed_launches.h"
#include "lanefold/device.h"

namespace lanefold {

/// With `auto`, a launch is left out if a sample of its kernel is near. How near that must be
/// follows from how well samples predict the launches that are timed all the same; launches that
/// matter little for the whole may be farther away. Before that, three of each kernel are timed,
/// and later one of many that could be left out.
class LaunchSampler {
 public:
  explicit LaunchSampler(TimedLaunches launches) : launches_(std::move(launches)) {}

  /// The next launch begins; whether it may be timed. If it ends, wants() follows. Kernels of
  /// different programs are different ones, whatever their names.
  bool begin(std::size_t program, std::string_view kernel, const NDRange& range);
  /// Whether the launch is to be timed, which has run functionally. If so, and if that does not
  /// fail, add() follows.
  bool wants(const LaunchFeatures& launch);
  /// Whether it is enough if the beginning of that launch is timed.
  bool may_time_partly() const { return !named_ && !kernels_[kernel_].verifies; }
  /// The launch took so many cycles.
  void add(const LaunchFeatures& launch, std::uint64_t cycles) { add(TimedSample{launch, cycles}); }
  /// Its beginning says so.
  void add(const LaunchFeatures& launch, const LaunchEstimate& estimate);

  /// By kernel, in the order of their first launches that ended.
  std::vector<KernelEstimate> estimates() const;

 private:
  struct Kernel {
    Kernel(std::size_t program, std::string_view name);

    std::size_t program;
    std::string name;
    std::vector<TimedSample> samples;
    std::vector<LaunchFeatures> others;
    double reach;                ///< of samples: launches that are not farther away are left out
    std::uint64_t period;        ///< so many are left out one after the other, then one is timed
    std::uint64_t left_out = 0;  ///< since the last sample
    bool verifies = false;       ///< the launch that has begun is timed for that
  };
  using Shape = std::tuple<std::size_t, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>>;

  void add(TimedSample sample);
  std::size_t kernel_of(std::size_t program, std::string_view name);
  bool can_do_without(const Kernel& kernel, const LaunchFeatures& launch) const;

  const TimedLaunches launches_;
  std::uint64_t number_ = 0;  ///< of the next launch
  bool named_ = false;        ///< the one that has begun is, whatever it does
  std::size_t kernel_ = 0;    ///< of that launch
  std::vector<Kernel> kernels_;
  std::map<Shape, std::uint64_t> shapes_;  ///< launches of each kernel and index space
  double cycles_ = 0;                      ///< counted or predicted
};

}  // namespace lanefold
