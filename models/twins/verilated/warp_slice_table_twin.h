// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the warp-slice table, rtl/warp_slice_table.sv.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct WarpSliceTablePorts {
  /// lanefold_pkg::wst_op_t.
  enum class Op : std::uint8_t { Keep, Divide, Unite, Split, Merge };

  struct Inputs {
    Op op = Op::Keep;
    unsigned width = 0;
    unsigned entry = 0;
    unsigned other = 0;
    LaneMask lanes;
  };
  struct Entry {
    unsigned warp = 0;
    LaneMask lanes;
  };
  struct Outputs {
    bool legal = false;
    unsigned free = 0;
    std::uint64_t valid = 0;     ///< bit e for entry e
    std::vector<Entry> entries;  ///< all, valid or not
  };
};
using WarpSliceTableTwin = ClockedTwin<WarpSliceTablePorts>;

/// The twin for a core with so many warps. Throws Error(Configuration), naming what exists, when
/// rtl_slice_shapes(lanes) has no such shape, or no geometry of rtl/geometries.txt so many lanes.
std::unique_ptr<WarpSliceTableTwin> make_warp_slice_table_twin(unsigned lanes, unsigned warps,
                                                               unsigned entries,
                                                               const TwinPlace& place = {});

}  // namespace lanefold
