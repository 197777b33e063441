// SPDX-License-Identifier: Apache-2.0
// Banked memories that lanes access at once: shared local memory, and first-level caches with a
// bank per lane. No SystemC.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/load_store/coalescer.h"

namespace lanefold {

/// Words of 4 bytes lie in neighbouring banks; a bank gives one word a cycle, to all lanes that
/// want it.
constexpr std::uint32_t kBankWordBytes = 4;
/// As many banks as `local_memory.banks` may name.
constexpr unsigned kMaxBanks = 1024;

/// What an access asks of banks; nothing without lanes.
struct BankUse {
  unsigned cycles = 0;  ///< the most words that any bank gives
  unsigned words = 0;   ///< that all banks read and write
};

/// Use of the banks of local memory. Lanes that load or store the same word share it; atomics do
/// not, since each lane's reads and writes the word, both in one cycle.
BankUse use_of_local_memory(const LaneAccess& access, unsigned banks);

/// When lanes and lines get through to a cache whose banks are interleaved by word (IPDPS'12
/// section V-A: as many banks as lanes, a cycle for every conflict).
struct BankSchedule {
  std::array<std::uint16_t, 64> lane{};   ///< by lane: cycle in which all of its words are through
  std::array<std::uint16_t, 128> line{};  ///< by line: cycle in which all of its lanes are through
  unsigned cycles = 0;                    ///< of the whole access; one more than the last of them
};

/// Words pass in the order of lanes, the lowest first; an instruction without conflicts takes cycle
/// 0. Interleaved private words are in the bank of their lane, all others in that of their address.
/// `lines` are those of `coalesce` for `access`: each request is sent in its line's cycle.
void schedule_banks(const LaneAccess& access, const LineAccesses& lines,
                    const PrivatePlacement& placement, unsigned banks, BankSchedule& result);

}  // namespace lanefold
