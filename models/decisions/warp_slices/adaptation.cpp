// SPDX-License-Identifier: Apache-2.0
// How Robust SIMD looks for its width and depth.
#include "decisions/warp_slices/adaptation.h"

#include <algorithm>

namespace lanefold {
namespace {

constexpr int kUp = 1;
constexpr int kDown = -1;

std::vector<Adaptation::Dimension> dimensions_of(AdaptationStrategy strategy) {
  using Dimension = Adaptation::Dimension;
  if (strategy == AdaptationStrategy::WidthOnly) return {Dimension::Width};
  if (strategy == AdaptationStrategy::DepthOnly) return {Dimension::Depth};
  return {Dimension::Depth, Dimension::Width};
}

}  // namespace

bool AdaptationSpace::legal(const SimdConfiguration& simd) const {
  if (simd.width < 1 || simd.width > warp_width || slices(simd.width) > capacity) return false;
  return simd.depth >= 1 && simd.depth <= slices(simd.width);
}

Adaptation::Adaptation(const AdaptationSpace& space, AdaptationStrategy strategy,
                       AdaptationConvergence convergence, const AdaptationRules& rules)
    : space_(space),
      rules_(rules),
      dimensions_(dimensions_of(strategy)),
      all_slices_run_(strategy == AdaptationStrategy::WidthOnly),
      annealed_(convergence == AdaptationConvergence::Anneal) {
  start();
}

void Adaptation::start() {
  current_ = {space_.warp_width, space_.warps};
  strides_ = {1, 1};
  for (const Dimension dimension : dimensions_) {
    const unsigned all = dimension == Dimension::Depth ? space_.warps : space_.warp_width;
    if (annealed_) stride_of(dimension) = std::max(1U, all / 2);
  }
  turn_ = settled_ = 0;
  phase_ = Phase::Begin;
}

void Adaptation::settle_for_default() {
  current_.width = std::min(rules_.small_launches.width, space_.warp_width);
  while (space_.slices(current_.width) > space_.capacity) ++current_.width;
  current_.depth = std::min(rules_.small_launches.depth, space_.slices(current_.width));
  phase_ = Phase::Converged;
}

void Adaptation::finish_interval(const IntervalResult& result) {
  steps_ = kComparisonSteps;
  switch (phase_) {
    case Phase::Begin:
      take(current_, result);
      return begin_dimension();
    case Phase::Above:
      above_ = result;
      if (!try_neighbour(Phase::Below, kDown)) choose_direction();
      return;
    case Phase::Below:
      below_ = result;
      return choose_direction();
    case Phase::Onward:
      return gains(result) ? suggest(result) : end_dimension();
    case Phase::Confirm:
      return confirm(result);
    case Phase::Converged:
      return;
  }
}

void Adaptation::take(const SimdConfiguration& simd, const IntervalResult& result) {
  best_ = simd;
  best_result_ = result;
}

void Adaptation::begin_dimension() {
  above_.reset();
  below_.reset();
  moved_ = false;
  if (try_neighbour(Phase::Above, kUp) || try_neighbour(Phase::Below, kDown)) return;
  end_dimension();
}

/// The next interval runs what is a stride away from the best. False if there is no such thing.
bool Adaptation::try_neighbour(Phase phase, int direction) {
  ++steps_;
  const SimdConfiguration neighbour = offset(direction);
  if (!space_.legal(neighbour)) return false;
  current_ = neighbour;
  phase_ = phase;
  return true;
}

/// The best configuration moved a stride along the dimension whose turn it is; may not be legal.
SimdConfiguration Adaptation::offset(int direction) const {
  const Dimension dimension = dimensions_[turn_];
  const unsigned stride = strides_[static_cast<std::size_t>(dimension)];
  const auto moved = [&](unsigned from) {
    if (direction > 0) return from + stride;
    return from > stride ? from - stride : 0;
  };
  SimdConfiguration simd = best_;
  if (dimension == Dimension::Depth) {
    simd.depth = moved(simd.depth);
    return simd;
  }
  simd.width = moved(simd.width);
  if (simd.width == 0) return simd;
  simd.depth = depth_of(best_, simd.width);
  return simd;
}

/// With another width, how many slices run.
unsigned Adaptation::depth_of(const SimdConfiguration& from, unsigned width) const {
  const unsigned slices = space_.slices(width);
  if (all_slices_run_) return slices;
  if (rules_.width_step == WidthStep::Depth) return std::min(from.depth, slices);
  const unsigned nearest = (2 * from.width * from.depth + width) / (2 * width);
  return std::clamp(nearest, 1U, slices);
}

void Adaptation::choose_direction() {
  const bool above = above_ && gains(*above_);
  const bool below = below_ && gains(*below_);
  if (!above && !below) return end_dimension();
  const bool up = above && !(below && below_->better_than(*above_));
  direction_ = up ? kUp : kDown;
  if (up && phase_ != Phase::Above) ++steps_;
  current_ = offset(direction_);
  suggest(up ? *above_ : *below_);
}

/// current() has gained once.
void Adaptation::suggest(const IntervalResult& result) {
  if (rules_.margin == 0) {
    take(current_, result);
    return proceed();
  }
  first_result_ = result;
  phase_ = Phase::Confirm;
}

/// If current() has not gained twice, the other direction may.
void Adaptation::confirm(const IntervalResult& result) {
  if (gains(result)) {
    take(current_, {first_result_.cycles + result.cycles, first_result_.tasks + result.tasks});
    return proceed();
  }
  (direction_ > 0 ? above_ : below_).reset();
  choose_direction();
}

void Adaptation::proceed() {
  moved_ = true;
  above_.reset();
  below_.reset();
  if (!try_neighbour(Phase::Onward, direction_)) end_dimension();
}

/// The other dimension comes next, if it has not been looked at since the best last changed.
void Adaptation::end_dimension() {
  settled_ = moved_ ? 1 : settled_ + 1;
  if (settled_ >= dimensions_.size()) {
    if (std::all_of(strides_.begin(), strides_.end(),
                    [](unsigned stride) { return stride == 1; })) {
      current_ = best_;
      phase_ = Phase::Converged;
      return;
    }
    for (unsigned& stride : strides_) stride = std::max(1U, stride / 2);
    settled_ = 0;
  }
  turn_ = (turn_ + 1) % dimensions_.size();
  begin_dimension();
}

}  // namespace lanefold
