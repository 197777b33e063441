// SPDX-License-Identifier: Apache-2.0
// The slip controller of a core: which lanes proceed after a load, and how far lanes are ahead of
// one another (SC'09 sections 4.1 and 5.1).
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "blocks/pipeline/call_sockets.h"
#include "blocks/pipeline/request_block.h"
#include "decisions/memory_divergence/slip_counting.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// A question of one slice, or a change of its counters, and the answer. SliceSlip has what each
/// kind means.
struct SlipRequest {
  enum class Kind : std::uint8_t { Decide, Pass, Reset, Most };
  Kind kind = Kind::Reset;
  unsigned slot = 0;        ///< hardware thread
  MissSituation situation;  ///< Decide
  LaneMask behind;          ///< Decide
  unsigned limit = 0;       ///< Decide: 0 to 255
  MissDecision decision;    ///< Decide: the answer
  LaneMask lanes;           ///< Pass
  LaneMask considered;      ///< Pass
  unsigned most = 0;        ///< Pass and Most: the answer
};
struct SlipProtocol {
  using tlm_payload_type = SlipRequest;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What a core sees of the controller.
using SlipBlock = RequestBlock<SlipProtocol>;

/// What SlipCounting promises and expects of one slice holds for the requests of each slot. Their
/// time is the asker's.
class SlipController : public sc_core::sc_module, public SlipBlock {
 public:
  CallTarget<SlipController, SlipProtocol> requests{"requests", this, &SlipController::carry_out};

  SlipController(const sc_core::sc_module_name& name, const CoreConfig& config);

  CallSocket<SlipProtocol>& requests_socket() override { return requests; }

 protected:
  /// Carries a request out and answers it.
  virtual void carry_out(SlipRequest& request);

 private:
  std::vector<SlipCounting> slots_;
};

/// The controller as the slice in one slot asks it, by requests through a socket.
class SlipOfSlice final : public SliceSlip {
 public:
  using Socket = CallInitiator<SlipProtocol, kMayBeUnbound>;
  /// The socket outlives it.
  SlipOfSlice(Socket& socket, unsigned slot) : socket_(socket), slot_(slot) {}

  MissDecision decide(const MissSituation& situation, LaneMask behind, unsigned limit) override;
  unsigned pass(LaneMask lanes, LaneMask considered) override;
  void reset() override;
  unsigned most() const override;

 private:
  SlipRequest request(SlipRequest::Kind kind) const;

  Socket& socket_;
  unsigned slot_;
};

}  // namespace lanefold
