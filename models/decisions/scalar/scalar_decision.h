// SPDX-License-Identifier: Apache-2.0
// What is done once for all lanes of one instruction, and where its registers are: the decision of
// ScalarControl.
#pragma once

#include "decisions/scalar/scalar_knowledge.h"

namespace lanefold {

struct ScalarDecision {
  ScalarWork work;
  unsigned comparisons = 0;  ///< of lanes, by what knows
};

/// Decides for an instruction whose registers are free. Moves the register that it writes to its
/// scalar row or from it.
ScalarDecision decide_scalar_work(const WarpInstruction& instruction,
                                  const ScalarKnowledge& knowledge);

}  // namespace lanefold
