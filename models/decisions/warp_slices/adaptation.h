// SPDX-License-Identifier: Apache-2.0
// How Robust SIMD looks for its width and depth: the decisions of the adaptation state unit (ASU),
// without time (IPDPS'12 section VI).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

/// What a sampling interval has shown. Cycles per task are the measure (section VI-C).
struct IntervalResult {
  std::uint64_t cycles = 0;
  std::uint64_t tasks = 1;

  /// Whether a task took fewer cycles, by more than `margin` per cent of the other's.
  bool better_than(const IntervalResult& other, unsigned margin = 0) const {
    return 100 * cycles * other.tasks < (100 - margin) * other.cycles * tasks;
  }
};

/// What the search may choose from.
struct AdaptationSpace {
  unsigned warps = 1;
  unsigned warp_width = 1;
  unsigned capacity = 1;  ///< slices that a core can have, at least `warps`

  unsigned slices(unsigned width) const { return slices_of(warps, warp_width, width); }
  /// Whether the width is 1 to `warp_width`, the table has room for its slices, and the depth is 1
  /// to their number.
  bool legal(const SimdConfiguration& simd) const;
};

/// Rules of the search that the paper leaves open.
struct AdaptationRules {
  /// Width and depth for kernels with too few tasks (section VI-C).
  SimdConfiguration small_launches{8, 2};
  /// A gain is more than this part of the cycles per task of the best so far: 0 to 50 per cent.
  unsigned margin = 0;
  WidthStep width_step = WidthStep::Depth;  ///< what a step in width keeps
};

/// Begins with whole warps, all of which run. Along one dimension it tries what is a stride above
/// and below, and goes on in the better direction as long as that gains; then along the next, until
/// neither gains. Then the stride is halved, until it was one. A configuration is only taken if its
/// tasks took fewer cycles than those of the best one before, by more than the margin. With a
/// margin it runs for a second interval first, which has to gain too; both together are its result.
/// So results only fall, and the search ends.
class Adaptation {
 public:
  enum class Dimension : std::uint8_t { Depth, Width };
  /// Steps of a comparison, in which rtl/asu.sv multiplies by a digit of the tasks each, and draws
  /// the conclusion.
  static constexpr unsigned kComparisonSteps = 4 + 1;

  /// `strategy` is not Off.
  Adaptation(const AdaptationSpace& space, AdaptationStrategy strategy,
             AdaptationConvergence convergence, const AdaptationRules& rules = {});

  /// Begins again, as at every launch.
  void start();
  /// For kernels with too few tasks: what these get, or what is nearest to that; there is no
  /// search.
  void settle_for_default();

  /// What runs next; for good, once there is nothing more to try.
  const SimdConfiguration& current() const { return current_; }
  bool converged() const { return phase_ == Phase::Converged; }
  /// An interval under current() is over. Not to be called once converged.
  void finish_interval(const IntervalResult& result);
  /// Steps in which the unit found out what runs after the latest interval: those of a comparison,
  /// one for each neighbour that it looked at, and one to go back to a neighbour above when the one
  /// below is no better.
  unsigned steps() const { return steps_; }

 private:
  enum class Phase : std::uint8_t { Begin, Above, Below, Onward, Confirm, Converged };

  void begin_dimension();
  void end_dimension();
  void choose_direction();
  void suggest(const IntervalResult& result);
  void confirm(const IntervalResult& result);
  void proceed();
  bool try_neighbour(Phase phase, int direction);
  SimdConfiguration offset(int direction) const;
  unsigned depth_of(const SimdConfiguration& from, unsigned width) const;
  bool gains(const IntervalResult& result) const {
    return result.better_than(best_result_, rules_.margin);
  }
  unsigned& stride_of(Dimension dimension) { return strides_[static_cast<std::size_t>(dimension)]; }
  void take(const SimdConfiguration& simd, const IntervalResult& result);

  const AdaptationSpace space_;
  const AdaptationRules rules_;
  const std::vector<Dimension> dimensions_;
  const bool all_slices_run_;  ///< the depth follows the width
  const bool annealed_;
  SimdConfiguration current_;
  SimdConfiguration best_;
  IntervalResult best_result_;
  std::optional<IntervalResult> above_;
  std::optional<IntervalResult> below_;
  IntervalResult first_result_;            ///< of what is being confirmed
  std::array<unsigned, 2> strides_{1, 1};  ///< by dimension
  std::size_t turn_ = 0;                   ///< which of dimensions_ it is
  std::size_t settled_ = 0;                ///< dimensions in a row that no longer gain
  bool moved_ = false;                     ///< along this dimension, at this turn
  int direction_ = 0;
  unsigned steps_ = 0;
  Phase phase_ = Phase::Begin;
};

}  // namespace lanefold
