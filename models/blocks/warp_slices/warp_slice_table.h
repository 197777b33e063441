// SPDX-License-Identifier: Apache-2.0
// The warp-slice table (WST) of a core (IPDPS'12 section IV-A).
#pragma once

#include <cstdint>
#include <systemc>

#include "blocks/pipeline/call_sockets.h"
#include "blocks/pipeline/request_block.h"
#include "decisions/warp_slices/slice_table.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// A change of the table, and the answer.
struct SliceRequest {
  enum class Kind : std::uint8_t {
    Divide,    ///< all warps, into slices of `width` lanes
    SplitOff,  ///< `lanes` from the slice in `slot`
    Merge,     ///< the lanes of `other` into the slice in `slot`
  };
  Kind kind = Kind::Divide;
  unsigned width = 0;
  unsigned slot = 0;  ///< hardware thread
  LaneMask lanes;
  unsigned other = 0;  ///< answer to SplitOff: the slot of the new slice
};
struct SliceProtocol {
  using tlm_payload_type = SliceRequest;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What a core sees of the table. What SliceTable promises and expects holds for requests too.
class SliceTableBlock : public RequestBlock<SliceProtocol> {
 public:
  /// What it holds, as long as it lives.
  virtual const SliceTable& table() const = 0;
};

/// The time of requests is the asker's.
class WarpSliceTable : public sc_core::sc_module, public SliceTableBlock {
 public:
  CallTarget<WarpSliceTable, SliceProtocol> requests{"requests", this, &WarpSliceTable::carry_out};

  /// An entry for each slot of the core; each warp is one slice.
  WarpSliceTable(const sc_core::sc_module_name& name, const CoreConfig& config);

  CallSocket<SliceProtocol>& requests_socket() override { return requests; }
  const SliceTable& table() const override { return table_; }

 protected:
  /// Carries a request out and answers it. Afterwards table() is what the block then holds.
  virtual void carry_out(SliceRequest& request);
  /// For a class that overrides this: an entry of table().
  void put(unsigned entry, const SliceEntry& slice) { table_.put(entry, slice); }

 private:
  SliceTable table_;
};

/// The socket of a block that changes the table.
class SliceInitiator : public CallInitiator<SliceProtocol> {
 public:
  using CallInitiator::CallInitiator;

  void divide(unsigned width);
  /// Returns the slot of the new slice.
  unsigned split_off(unsigned slot, LaneMask lanes);
  void merge(unsigned slot, unsigned other);
};

}  // namespace lanefold
