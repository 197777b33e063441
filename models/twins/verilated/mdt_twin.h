// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the memory divergence table, rtl/mdt.sv.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

class MdtTwin : public Twin {
 public:
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

  /// Holds the reset for some clock cycles.
  virtual void reset() = 0;
  /// Drives the inputs in the middle of a clock cycle and waits until the outputs have settled;
  /// valid until the next call. May be called several times in a cycle.
  virtual const Outputs& settle(const Inputs& inputs) = 0;
  /// The rising clock edge that ends the cycle, with the inputs of the last settle().
  virtual void clock() = 0;

 protected:
  using Twin::Twin;
};

/// How many entries a table can have.
const std::vector<unsigned>& mdt_entry_counts();

/// Throws Error(Configuration), naming what exists, when no geometry of rtl/geometries.txt has so
/// many lanes, or `entries` is not in mdt_entry_counts().
std::unique_ptr<MdtTwin> make_mdt_twin(unsigned lanes, unsigned entries,
                                       const TwinPlace& place = {});

}  // namespace lanefold
