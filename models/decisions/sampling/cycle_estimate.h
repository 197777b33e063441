// SPDX-License-Identifier: Apache-2.0
// Cycles of launches that were not timed, from those of the same kernel that were: decisions
// without state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decisions/sampling/launch_features.h"
#include "lanefold/kernel_estimate.h"

namespace lanefold {

struct TimedSample {
  LaunchFeatures features;
  std::uint64_t cycles = 0;  ///< not 0
  /// Bound, in cycles, if only the beginning was timed.
  std::optional<double> error{};
};

/// What the sample that is nearest says, brought to another number of instructions by the exponent
/// that it and the next nearest one show, from 0 (the time does not grow) to 1 (it grows as they
/// do). The first sample of a kernel found caches cold: it is used only if there is no other.
/// `without` is a sample to leave out. Nothing without samples.
std::optional<double> predicted_cycles(const std::vector<TimedSample>& samples,
                                       const LaunchFeatures& launch,
                                       std::size_t without = SIZE_MAX);

/// Of a prediction, relative to the cycles.
double relative_error(double predicted, std::uint64_t cycles);

/// The distance to the sample that is nearest, without the one to leave out; infinite if there is
/// none.
double distance_to(const std::vector<TimedSample>& samples, const LaunchFeatures& launch,
                   std::size_t without = SIZE_MAX);

/// How far off predictions are, relative to the cycles.
struct PredictionError {
  double close = 0;               ///< of a launch that is like a sample
  std::optional<double> farther;  ///< more for each unit of the distance to the nearest sample;
                                  ///< nothing if all samples are alike

  /// Of a launch at that distance: twice the error, since it is a mean, and at least 2 %, with
  /// which the sampler is content.
  /// Where all samples are alike, whatever the exponent may be.
  double bound(double distance) const;
};

/// By what the samples say of one another: each is predicted by the others. The first one, which
/// found caches cold, is left out if there are three. Nothing for less than two samples.
std::optional<PredictionError> prediction_error(const std::vector<TimedSample>& samples);

/// `others` are the launches that were not timed. The bound takes all errors for those that
/// the samples show, and for all of one sign.
KernelEstimate estimate_of(const std::string& kernel, const std::vector<TimedSample>& samples,
                           const std::vector<LaunchFeatures>& others);

/// Of all kernels together; the bounds add up.
KernelEstimate total_of(const std::vector<KernelEstimate>& kernels);

}  // namespace lanefold
