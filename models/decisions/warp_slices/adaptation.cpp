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
                       AdaptationConvergence convergence, SimdConfiguration small_launches)
    : space_(space),
      small_launches_(small_launches),
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
  current_.width = std::min(small_launches_.width, space_.warp_width);
  while (space_.slices(current_.width) > space_.capacity) ++current_.width;
  current_.depth = std::min(small_launches_.depth, space_.slices(current_.width));
  phase_ = Phase::Converged;
}

void Adaptation::finish_interval(const IntervalResult& result) {
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
      if (!result.better_than(best_result_)) return end_dimension();
      take(current_, result);
      return proceed();
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
  const unsigned slices = space_.slices(simd.width);
  simd.depth = all_slices_run_ ? slices : std::min(simd.depth, slices);
  return simd;
}

void Adaptation::choose_direction() {
  const auto gains = [&](const std::optional<IntervalResult>& result) {
    return result && result->better_than(best_result_);
  };
  const bool up = gains(above_) && !(gains(below_) && below_->better_than(*above_));
  if (!up && !gains(below_)) return end_dimension();
  direction_ = up ? kUp : kDown;
  take(offset(direction_), up ? *above_ : *below_);
  proceed();
}

void Adaptation::proceed() {
  moved_ = true;
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
