// SPDX-License-Identifier: Apache-2.0
// Registers of the dependence check as the ports of rtl/scoreboard.sv have them.
#pragma once

#include "decisions/isa/register_set.h"
#include "twins/verilated/scoreboard_twin.h"

namespace lanefold {

inline ScoreboardPorts::Registers registers_of(const RegisterSet& set) {
  static_assert(RegisterSet::kWords == ScoreboardPorts::kGroups);
  return {set.word(0), set.word(1), set.word(2)};
}

}  // namespace lanefold
