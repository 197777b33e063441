// SPDX-License-Identifier: Apache-2.0
// Chooses which launches of an application are timed, and estimates the others.
#include "decisions/sampling/launch_sampler.h"

#include <algorithm>
#include <cmath>

namespace lanefold {
namespace {

/// Of a kernel, before a launch is left out.
constexpr std::size_t kFirstSamples = 3;
/// One of so many that may be left out is timed, at first; after each of these that was predicted
/// well, one of twice as many.
constexpr std::uint64_t kFirstPeriod = 16;
constexpr std::uint64_t kLongestPeriod = 256;

constexpr double kFirstReach = 0.1;

/// Predictions that are not farther off let samples reach farther, and those that are twice as far
/// off less far.
constexpr double kGoodError = 0.02;
constexpr double kFarthestReach = 1;
constexpr double kLeastReach = 0.025;

/// A launch that takes less of the whole does not matter much; samples reach up to so many times as
/// far for it.
constexpr double kSmallPart = 0.005;
constexpr double kFarthestForSmall = 8;

double new_reach(double reach, double distance, double error) {
  if (error <= kGoodError) return std::min(kFarthestReach, std::max(1.5 * reach, 2 * distance));
  if (error <= 2 * kGoodError) return reach;
  return std::max(kLeastReach, std::min(reach, distance) / 2);
}

/// By how much farther samples reach for a launch of `cycles` out of `whole`.
double stretch(double cycles, double whole) {
  const double part = cycles / whole;
  return part >= kSmallPart ? 1 : std::min(kFarthestForSmall, std::sqrt(kSmallPart / part));
}

}  // namespace

LaunchSampler::Kernel::Kernel(std::size_t of, std::string_view called)
    : program(of), name(called), reach(kFirstReach), period(kFirstPeriod) {}

std::size_t LaunchSampler::kernel_of(std::size_t program, std::string_view name) {
  const auto known = std::find_if(kernels_.begin(), kernels_.end(), [&](const Kernel& kernel) {
    return kernel.program == program && kernel.name == name;
  });
  if (known != kernels_.end()) return static_cast<std::size_t>(known - kernels_.begin());
  kernels_.emplace_back(program, name);
  return kernels_.size() - 1;
}

bool LaunchSampler::begin(std::size_t program, std::string_view kernel, const NDRange& range) {
  named_ = launches_.names(number_++, kernel);
  kernel_ = kernel_of(program, kernel);
  if (launches_.per_shape != 0) {
    std::uint64_t& before = shapes_[{kernel_, range.global, range.local}];
    named_ |= before++ % launches_.per_shape == 0;
  }
  return named_ || launches_.automatic;
}

bool LaunchSampler::wants(const LaunchFeatures& launch) {
  Kernel& kernel = kernels_[kernel_];
  const bool dispensable = !named_ && (!launches_.automatic || can_do_without(kernel, launch));
  kernel.verifies = dispensable && launches_.automatic && kernel.left_out + 1 >= kernel.period;
  if (!dispensable || kernel.verifies) return true;
  cycles_ += predicted_cycles(kernel.samples, launch).value_or(0);
  kernel.others.push_back(launch);
  ++kernel.left_out;
  return false;
}

bool LaunchSampler::can_do_without(const Kernel& kernel, const LaunchFeatures& launch) const {
  if (kernel.samples.size() < kFirstSamples) return false;
  const double cycles = *predicted_cycles(kernel.samples, launch);
  return distance_to(kernel.samples, launch) <= kernel.reach * stretch(cycles, cycles_);
}

void LaunchSampler::add(const LaunchFeatures& launch, const LaunchEstimate& estimate) {
  add(TimedSample{launch, static_cast<std::uint64_t>(std::llround(estimate.cycles)),
                  estimate.error});
}

void LaunchSampler::add(TimedSample sample) {
  sample.cycles = std::max<std::uint64_t>(sample.cycles, 1);
  const LaunchFeatures& launch = sample.features;
  Kernel& kernel = kernels_[kernel_];
  if (kernel.samples.size() >= kFirstSamples) {
    const double error = relative_error(*predicted_cycles(kernel.samples, launch), sample.cycles);
    kernel.reach = new_reach(kernel.reach, distance_to(kernel.samples, launch), error);
    if (error > kGoodError) {
      kernel.period = kFirstPeriod;
    } else if (kernel.verifies) {
      kernel.period = std::min(kLongestPeriod, 2 * kernel.period);
    }
  }
  kernel.left_out = 0;
  cycles_ += static_cast<double>(sample.cycles);
  kernel.samples.push_back(sample);
}

std::vector<KernelEstimate> LaunchSampler::estimates() const {
  std::vector<KernelEstimate> estimates;
  for (const Kernel& kernel : kernels_) {
    if (kernel.samples.empty() && kernel.others.empty()) continue;
    estimates.push_back(estimate_of(kernel.name, kernel.samples, kernel.others));
  }
  return estimates;
}

}  // namespace lanefold
