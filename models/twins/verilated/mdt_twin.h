// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the memory divergence table, rtl/mdt.sv.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct MdtPorts {
  /// lanefold_pkg::mdt_op_t.
  enum class Op : std::uint8_t { Keep, Leave, Meet, Take, Clear };

  struct Inputs {
    Op op = Op::Keep;
    std::uint64_t place = 0;  ///< the pc of a load, above it the depth of calls
    LaneMask waiting;
    LaneMask lanes;
    unsigned index = 0;
    LaneMask arrived;
  };
  struct Entry {
    std::uint64_t place = 0;
    LaneMask waiting;
    LaneMask ready;
  };
  struct Outputs {
    bool full = false;
    LaneMask waiting;
    LaneMask ready;
    std::uint64_t valid = 0;     ///< bit e for entry e
    std::vector<Entry> entries;  ///< all, valid or not
  };
};
using MdtTwin = ClockedTwin<MdtPorts>;

/// A place in the table: the pc of a load, and above it the depth of calls.
inline std::uint64_t mdt_place(std::uint32_t pc, std::uint32_t depth) {
  return std::uint64_t{depth} << 32 | pc;
}
inline std::uint32_t mdt_pc(std::uint64_t place) { return static_cast<std::uint32_t>(place); }
inline std::uint32_t mdt_depth(std::uint64_t place) {
  return static_cast<std::uint32_t>(place >> 32);
}

/// How many entries a table can have.
const std::vector<unsigned>& mdt_entry_counts();

/// Throws Error(Configuration), naming what exists, when no geometry of rtl/geometries.txt has so
/// many lanes, or `entries` is not in mdt_entry_counts().
std::unique_ptr<MdtTwin> make_mdt_twin(unsigned lanes, unsigned entries,
                                       const TwinPlace& place = {});

}  // namespace lanefold
