// SPDX-License-Identifier: Apache-2.0
// How much of what ran was the same in all lanes, how much of that the analysis knew, and why it
// did not know the rest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "decisions/execute/execution_observer.h"
#include "observers/uniformity_check/launched_kernels.h"

namespace lanefold {

/// Executions of one instruction. An execution is uniform if all active lanes have the same
/// operands and get the same result.
struct AuditCounts {
  std::uint64_t executed = 0;
  std::uint64_t one_lane = 0;  ///< with one active lane: uniform, but that says nothing
  std::uint64_t uniform = 0;   ///< with several, and uniform

  AuditCounts& operator+=(const AuditCounts& other);
  /// The uniform executions if there were no others with several lanes, else 0: what is said of an
  /// instruction before it runs has to hold for all of them.
  std::uint64_t bound() const { return uniform + one_lane == executed ? uniform : 0; }
};

/// What the analysis could not know of a place where divergence seems to begin.
struct AuditOrigin {
  DivergenceRule rule = DivergenceRule::Unknown;
  std::string line;          ///< of the source; empty if not known
  std::uint64_t missed = 0;  ///< uniform executions of what comes from there
  std::uint64_t bound = 0;   ///< of these, those that AuditResult::bound counts
};

struct AuditResult {
  AuditCounts all;
  std::uint64_t known = 0;   ///< uniform executions with several lanes that the analysis knew
  std::uint64_t linear = 0;  ///< those that it took for affine, with a stride that was 0
  std::uint64_t bound = 0;   ///< uniform executions that any analysis can know at most
  std::array<std::uint64_t, kDivergenceRules> missed{};        ///< the others, by rule
  std::array<std::uint64_t, kDivergenceRules> missed_bound{};  ///< of these, those in `bound`
  std::vector<AuditOrigin> origins;  ///< of `missed`, the most frequent first
};

class UniformityAudit final : public InstructionWatcher {
 public:
  explicit UniformityAudit(LaunchedKernels::ShapeOf shape_of) : kernels_(std::move(shape_of)) {}

  void begins(const Warp& warp, const Instruction& instruction, LaneMask active) override;
  void ended(const Warp& warp, const Instruction& instruction, LaneMask active) override;

  AuditResult result() const;

 private:
  LaunchedKernels kernels_;
  std::vector<std::vector<AuditCounts>> counts_;  ///< by kernel and index in the code
  bool equal_ = false;                            ///< operands of the instruction that has begun
};

}  // namespace lanefold
