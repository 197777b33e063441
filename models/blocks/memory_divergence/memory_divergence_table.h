// SPDX-License-Identifier: Apache-2.0
// The memory divergence table (MDT) of a core (SC'09 section 4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/call_sockets.h"
#include "blocks/pipeline/request_block.h"
#include "decisions/divergence/left_behind_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// A change of what the table holds for one slice, and the answer. LeftBehindChanges has what each
/// kind means.
struct MdtRequest {
  enum class Kind : std::uint8_t { Add, Arrive, TakeReady, Take, Clear };
  Kind kind = Kind::Clear;
  unsigned slot = 0;      ///< hardware thread
  LeftBehind left;        ///< Add: these; TakeReady: at its pc and depth; Take: the answer
  LaneMask lanes;         ///< Arrive: have their values; TakeReady: are allowed, and the answer
  std::size_t index = 0;  ///< Take: of the entry
};
struct MdtProtocol {
  using tlm_payload_type = MdtRequest;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What a core sees of the table. What LeftBehindTable promises and expects of one slice holds for
/// the requests of each slot.
class MdtBlock : public RequestBlock<MdtProtocol> {
 public:
  /// What it holds for the slice in a slot, as long as it lives.
  virtual const LeftBehindTable& of_slot(unsigned slot) const = 0;
  /// Whether it is still at work for the slot in this cycle: no load of it is decided then.
  virtual bool busy(unsigned /*slot*/) const { return false; }
};

/// A request is answered at once, and what it changes counts at once. But the table of a slot lets
/// lanes in or out once in a cycle: what is asked in one cycle, it carries out in as many as it
/// needs.
class MemoryDivergenceTable : public sc_core::sc_module, public MdtBlock {
 public:
  CallTarget<MemoryDivergenceTable, MdtProtocol> requests{"requests", this,
                                                          &MemoryDivergenceTable::take};

  /// For each slot of the core, without entries. The clock outlives it.
  MemoryDivergenceTable(const sc_core::sc_module_name& name, const CoreConfig& config,
                        const CoreClock& clock);

  CallSocket<MdtProtocol>& requests_socket() override { return requests; }
  const LeftBehindTable& of_slot(unsigned slot) const override { return slots_[slot]; }
  bool busy(unsigned slot) const override { return free_[slot] > clock_.now(); }

 protected:
  /// Carries a request out and answers it. Afterwards of_slot() is what the block then holds.
  virtual void carry_out(MdtRequest& request);
  /// For a class that overrides this: what of_slot() is.
  void assign(unsigned slot, std::vector<LeftBehind> entries) {
    slots_[slot].assign(std::move(entries));
  }

 private:
  void take(MdtRequest& request);

  const CoreClock& clock_;
  std::vector<LeftBehindTable> slots_;
  std::vector<Cycle> free_;  ///< by slot: from when it has nothing to do
};

/// The table as the slice in one slot changes it, by requests through a socket.
class MdtOfSlice final : public LeftBehindChanges {
 public:
  using Socket = CallInitiator<MdtProtocol, kMayBeUnbound>;
  /// The socket outlives it.
  MdtOfSlice(Socket& socket, unsigned slot) : socket_(socket), slot_(slot) {}

  void add(const LeftBehind& left) override;
  void arrive(LaneMask lanes) override;
  LaneMask take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) override;
  LeftBehind take(std::size_t index) override;
  void clear() override;

 private:
  MdtRequest request(MdtRequest::Kind kind) const;

  Socket& socket_;
  unsigned slot_;
};

}  // namespace lanefold
