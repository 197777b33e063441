// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer (MCB) of a core, in which loads that miss are completed (SC'09
// section 3.2).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "blocks/pipeline/call_sockets.h"
#include "blocks/pipeline/request_block.h"
#include "decisions/load_store/coalescing_entry.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// What happens to an entry of one slice, and the answer.
struct CompletionRequest {
  enum class Kind : std::uint8_t {
    Allocate,     ///< a load sends its first line, which serves `lanes`
    LineSent,     ///< it sends another
    LineArrived,  ///< a line that serves `lanes` has come
    Clear,        ///< all entries of all slices: no load is on its way
  };
  Kind kind = Kind::Clear;
  unsigned slot = 0;   ///< hardware thread
  unsigned entry = 0;  ///< of this slot; the answer to Allocate
  LaneMask lanes;
  bool release = false;  ///< LineArrived: it is the load's last line, and the entry is free then
  Cycle cycle = 0;       ///< LineArrived: in which it comes, this one or later
  LaneMask complete;     ///< answer to LineArrived: of `lanes`, those that have all of their lines
  LaneMask waiting;      ///< answer to these three: lanes with a line on its way
};
struct CompletionProtocol {
  using tlm_payload_type = CompletionRequest;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What a core sees of the buffer.
class CompletionBlock : public RequestBlock<CompletionProtocol> {
 public:
  virtual void describe(std::ostream& /*out*/) const {}
};

/// For each slot, an entry for each load on its way, which says of each lane whether it is invalid,
/// waits for a line, or is ready: as soon as a line comes, values are taken out of it. In the model
/// they go to the lanes' registers at once (or have gone there at issue), so an entry has none.
/// Time is the asker's.
class MissCompletionBuffer : public sc_core::sc_module, public CompletionBlock {
 public:
  CallTarget<MissCompletionBuffer, CompletionProtocol> requests{"requests", this,
                                                                &MissCompletionBuffer::carry_out};

  /// For each slot of the core, without entries.
  MissCompletionBuffer(const sc_core::sc_module_name& name, const CoreConfig& config);

  CallSocket<CompletionProtocol>& requests_socket() override { return requests; }
  /// Which lanes wait, and which are ready.
  void describe(std::ostream& out) const override;

 protected:
  /// Carries a request out and answers it.
  virtual void carry_out(CompletionRequest& request);
  /// A line for a load whose lanes wait; nothing for others.
  void describe_load(std::ostream& out, std::size_t slot, LaneMask waiting, LaneMask ready) const;

 private:
  std::vector<CoalescingEntries> slots_;
};

/// The socket of the block that sends the lines.
class CompletionInitiator : public CallInitiator<CompletionProtocol, kMayBeUnbound> {
 public:
  using CallInitiator::CallInitiator;

  /// For the first line of a load. Returns the number of the entry; its lanes wait.
  unsigned allocate(unsigned slot, LaneMask lanes);
  /// For each other line. Returns the lanes with a line on its way.
  LaneMask line_sent(unsigned slot, unsigned entry, LaneMask lanes);
  struct Arrival {
    LaneMask complete;  ///< lanes that have all of their lines
    LaneMask waiting;   ///< lanes with a line on its way
  };
  /// In this cycle or a later one. With the last line of a load its entry is to be released.
  Arrival line_arrived(unsigned slot, unsigned entry, LaneMask lanes, bool release, Cycle cycle);
  void clear();
};

}  // namespace lanefold
