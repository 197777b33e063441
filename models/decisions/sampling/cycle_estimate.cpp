// SPDX-License-Identifier: Apache-2.0
// Cycles of launches that were not timed, from those of the same kernel that were.
#include "decisions/sampling/cycle_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanefold {
namespace {

/// Samples that differ by less say nothing of how the time grows.
constexpr double kLeastDifference = 0.02;

/// The first sample is not, if there is another.
bool is_usable(const std::vector<TimedSample>& samples, std::size_t i, std::size_t without) {
  const std::size_t others = samples.size() - (without < samples.size() ? 1 : 0);
  return i != without && (i != 0 || others == 1);
}

/// The index of the nearest sample, among those that `allowed` lets pass, the latest of several;
/// samples.size() if none.
template <class Allowed>
std::size_t nearest(const std::vector<TimedSample>& samples, const LaunchFeatures& launch,
                    Allowed&& allowed) {
  std::size_t best = samples.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = samples.size(); i-- > 0;) {
    if (!allowed(i)) continue;
    const double apart = distance(samples[i].features, launch);
    if (apart >= least) continue;
    best = i;
    least = apart;
  }
  return best;
}

double log_cycles(const TimedSample& sample) {
  return std::log(static_cast<double>(sample.cycles));
}

double growth(const TimedSample& a, const TimedSample& b) {
  const double slope = (log_cycles(a) - log_cycles(b)) / (a.features.work() - b.features.work());
  return std::clamp(slope, 0.0, 1.0);
}

/// Samples that are not farther apart are alike.
constexpr double kClose = 0.005;

/// A weighted mean.
class MeanError {
 public:
  void add(double error, double weight) {
    errors_ += error;
    weights_ += weight;
  }
  bool empty() const { return weights_ == 0; }
  double value() const { return weights_ == 0 ? 0 : errors_ / weights_; }

 private:
  double errors_ = 0;
  double weights_ = 0;
};

/// Relative to its cycles, of the sample that is nearest: what it has of its own, if only its
/// beginning was timed.
double nearest_error(const std::vector<TimedSample>& samples, const LaunchFeatures& launch) {
  const std::size_t none = samples.size();
  const std::size_t first =
      nearest(samples, launch, [&](std::size_t i) { return is_usable(samples, i, none); });
  if (first == none) return 0;
  return samples[first].error.value_or(0) / static_cast<double>(samples[first].cycles);
}

}  // namespace

std::optional<double> predicted_cycles(const std::vector<TimedSample>& samples,
                                       const LaunchFeatures& launch, std::size_t without) {
  const auto usable = [&](std::size_t i) { return is_usable(samples, i, without); };
  const std::size_t first = nearest(samples, launch, usable);
  if (first == samples.size()) return {};
  const TimedSample& base = samples[first];
  const std::size_t second = nearest(samples, launch, [&](std::size_t i) {
    return usable(i) &&
           std::abs(samples[i].features.work() - base.features.work()) >= kLeastDifference;
  });
  const double exponent = second == samples.size() ? 1 : growth(base, samples[second]);
  return static_cast<double>(base.cycles) *
         std::exp(exponent * (launch.work() - base.features.work()));
}

double relative_error(double predicted, std::uint64_t cycles) {
  const auto counted = static_cast<double>(cycles);
  return std::abs(predicted - counted) / counted;
}

double distance_to(const std::vector<TimedSample>& samples, const LaunchFeatures& launch,
                   std::size_t without) {
  const std::size_t first =
      nearest(samples, launch, [&](std::size_t i) { return is_usable(samples, i, without); });
  if (first == samples.size()) return std::numeric_limits<double>::infinity();
  return distance(samples[first].features, launch);
}

std::optional<PredictionError> prediction_error(const std::vector<TimedSample>& samples) {
  if (samples.size() < 2) return {};
  MeanError close;
  MeanError farther;
  for (std::size_t i = samples.size() > 2 ? 1 : 0; i < samples.size(); ++i) {
    const auto cycles = static_cast<double>(samples[i].cycles);
    const double predicted = *predicted_cycles(samples, samples[i].features, i);
    const double apart = distance_to(samples, samples[i].features, i);
    if (apart < kClose) {
      close.add(std::abs(predicted - cycles), cycles);
    } else {
      farther.add(std::abs(predicted - cycles), apart * cycles);
    }
  }
  PredictionError error{close.value(), {}};
  if (!farther.empty()) error.farther = farther.value();
  return error;
}

double PredictionError::bound(double distance) const {
  constexpr double kMargin = 2;
  constexpr double kLeast = 0.02;
  const double more = farther ? kMargin * *farther * distance : std::expm1(distance);
  return std::max(kLeast, kMargin * close + more);
}

KernelEstimate estimate_of(const std::string& kernel, const std::vector<TimedSample>& samples,
                           const std::vector<LaunchFeatures>& others) {
  KernelEstimate estimate;
  estimate.kernel = kernel;
  estimate.launches = samples.size() + others.size();
  std::uint64_t begun = 0;
  double rest = 0;
  double bound = 0;
  for (const TimedSample& sample : samples) {
    ++(sample.error ? estimate.partly_timed : estimate.timed);
    (sample.error ? begun : estimate.timed_cycles) += sample.cycles;
    bound += sample.error.value_or(0);
  }
  if (samples.empty() && !others.empty()) return estimate;
  const std::optional<PredictionError> error = prediction_error(samples);
  for (const LaunchFeatures& launch : others) {
    const double cycles = *predicted_cycles(samples, launch);
    rest += cycles;
    if (!error) continue;
    bound += cycles * (error->bound(distance_to(samples, launch)) + nearest_error(samples, launch));
  }
  estimate.cycles = static_cast<double>(estimate.timed_cycles + begun) + rest;
  if (others.empty() || error) estimate.error = bound;
  return estimate;
}

KernelEstimate total_of(const std::vector<KernelEstimate>& kernels) {
  KernelEstimate total;
  total.kernel = "total";
  total.cycles = total.error = 0;
  for (const KernelEstimate& kernel : kernels) {
    total.launches += kernel.launches;
    total.timed += kernel.timed;
    total.partly_timed += kernel.partly_timed;
    total.timed_cycles += kernel.timed_cycles;
    if (!kernel.cycles) total.cycles.reset();
    if (!kernel.error) total.error.reset();
    if (total.cycles) *total.cycles += *kernel.cycles;
    if (total.error) *total.error += *kernel.error;
  }
  return total;
}

}  // namespace lanefold
