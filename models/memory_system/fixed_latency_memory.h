// SPDX-License-Identifier: Apache-2.0
// Memory of fixed latency and limited bandwidth: a target of the TLM-2.0 base protocol.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <cstdint>
#include <iosfwd>
#include <systemc>

#include "lanefold/machine_config.h"
#include "memory/global_memory.h"

namespace lanefold {

/// Requests are served in the order of their calls, `lines_per_cycle` a cycle, and answered
/// `latency` cycles after they are served. Since the answer is known at once, a request completes
/// in its forward call with an annotated delay (IEEE 1666-2011, clause 15.2.3). Addresses are
/// global memory, constants of the program below it, and private memory from kPrivatePhysicalBase;
/// only global memory has content here.
class FixedLatencyMemory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<FixedLatencyMemory> socket{"socket"};

  FixedLatencyMemory(const sc_core::sc_module_name& name, const MemoryConfig& config,
                     const sc_core::sc_time& period, GlobalMemory& content);

  /// Lines served since the last reset.
  std::uint64_t lines() const { return lines_; }
  void reset();
  void describe(std::ostream& out) const;

 private:
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int id, tlm::tlm_generic_payload& payload);
  /// Time from now until the answer to a request that arrives after `delay`.
  sc_core::sc_time serve(const sc_core::sc_time& delay);
  bool has_content(const tlm::tlm_generic_payload& payload) const;
  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload);

  const MemoryConfig& config_;
  sc_core::sc_time period_;
  GlobalMemory& content_;
  std::uint64_t next_slot_ = 0;  ///< cycle x lines_per_cycle
  std::uint64_t lines_ = 0;
};

}  // namespace lanefold
