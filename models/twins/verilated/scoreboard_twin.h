// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the scoreboard, rtl/scoreboard.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct ScoreboardPorts {
  static constexpr unsigned kGroups = 3;
  static constexpr unsigned kGroupRegisters = 64;
  using Registers = std::array<std::uint64_t, kGroups>;  ///< a bit for each

  struct Inputs {
    bool valid = false;
    Registers needs{};
    Registers writes{};
    bool memory = false;
    bool release = false;
    Registers release_writes{};
    bool release_memory = false;
  };
  struct Outputs {
    bool moves = false;
    bool waits_for_memory = false;
  };
};
using ScoreboardTwin = ClockedTwin<ScoreboardPorts>;

/// That of one thread.
std::unique_ptr<ScoreboardTwin> make_scoreboard_twin(const TwinPlace& place = {});

}  // namespace lanefold
