// SPDX-License-Identifier: Apache-2.0
// Where the RTL of a block stands: which scope of the waveform, which operand size, which time.
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <utility>

#include "execute/activity.h"
#include "tb/twins/twin_session.h"

namespace lanefold {

/// The place of a twin inside a block of a core: scope `core0_scc_control` for the block
/// `gpu.core0.compaction_control`.
inline TwinPlace place_in(const sc_core::sc_object& block, std::shared_ptr<TwinSession> session,
                          const std::string& twin) {
  const sc_core::sc_object* core = block.get_parent_object();
  const std::string scope = core == nullptr ? "" : std::string(core->basename()) + "_";
  return {std::move(session), scope + twin};
}

/// Lets the evaluations that follow stand at the current time of the simulation in the waveform;
/// SystemC counts picoseconds unless told otherwise.
inline void mark_time(TwinSession& session) { session.set_time(sc_core::sc_time_stamp().value()); }

/// RTL is built for one size of operands; a core computes with two.
template <class Circuit>
class ByOperandSize {
 public:
  /// `make(geometry, suffix)` makes the circuit of one size.
  template <class Make>
  ByOperandSize(const CoreGeometry& geometry, Make&& make)
      : bits_32_(make(geometry.bits_32, "_32")), bits_64_(make(geometry.bits_64, "_64")) {}

  Circuit& of(const QuadGeometry& geometry) const {
    return geometry.operand_bits() == 64 ? *bits_64_ : *bits_32_;
  }

 private:
  std::unique_ptr<Circuit> bits_32_;
  std::unique_ptr<Circuit> bits_64_;
};

}  // namespace lanefold
