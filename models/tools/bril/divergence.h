// SPDX-License-Identifier: Apache-2.0
// Divergence analysis: which vectors have the same value in every lane ("SIMD Divergence
// Optimizations", section Divergence Analysis).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/bril/ssa.h"

namespace lanefold::bril {

/// Every vector is assumed to be convergent, until one of these holds:
/// - it comes from `s2v` of different values, `vload`, `load`, a call or the caller;
/// - something that it is made from is divergent, where values meet in a phi, too: branches of Bril
///   are taken by all lanes, so none of them makes a value divergent;
/// - some lanes are left out by a divergent predicate, and that can be told from the result.
class Divergence {
 public:
  explicit Divergence(const SsaFunction& ssa);

  /// Whether a vector or predicate is divergent.
  bool divergent(unsigned variable) const { return divergent_[variable]; }
  /// Whether an instruction may run in all lanes although it has a predicate: no instruction reads
  /// the other lanes of its result, it stores nothing, and cannot fail there.
  bool predicate_is_idle(const Instruction& instruction) const;
  /// The value that a scalar always has, if that is known.
  std::optional<std::int64_t> constant(unsigned variable) const;

 private:
  void find_uses(const Instruction& instruction);
  bool looks_only_at(const Instruction& use, unsigned variable, const Predicate& lanes) const;
  bool makes_divergent(const Instruction& instruction) const;
  bool same(const Instruction& pack) const;
  unsigned root(unsigned variable) const;

  const Function& function_;
  std::vector<bool> divergent_;
  std::vector<const Instruction*> definition_;         ///< by variable; none for parameters
  std::vector<std::vector<const Instruction*>> uses_;  ///< by variable
};

}  // namespace lanefold::bril
