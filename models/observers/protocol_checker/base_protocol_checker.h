// SPDX-License-Identifier: Apache-2.0
// Watches one link of the TLM-2.0 base protocol and says which rule is broken first.
#pragma once

#include <tlm.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <systemc>
#include <unordered_map>
#include <vector>

namespace lanefold {

/// Stands between an initiator and a target and passes everything on as it is. Checks the order of
/// phases and the exclusion rules (IEEE 1666-2011, clause 15.2.6), who may change what of a payload
/// (14.7), response status (14.17) and references to payloads under memory management (14.5).
/// Nothing is checked of phases that it does not know.
class BaseProtocolChecker : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<BaseProtocolChecker> from{"from"};
  tlm_utils::simple_initiator_socket<BaseProtocolChecker> to{"to"};
  /// Called with the first violation, if set.
  std::function<void(const std::string&)> on_violation;

  explicit BaseProtocolChecker(const sc_core::sc_module_name& name);

  /// The first rule that was broken, as a sentence; empty when none was.
  const std::string& violation() const { return violation_; }
  /// Whether every transaction that began has ended.
  bool idle() const { return open_.empty(); }
  std::uint64_t begun() const { return begun_; }
  std::uint64_t completed() const { return completed_; }

 private:
  using Payload = tlm::tlm_generic_payload;

  /// Attributes that neither the target nor an interconnect component may change.
  struct Attributes {
    explicit Attributes(const Payload& payload);
    /// The name of the first attribute that differs in `payload`, or nullptr.
    const char* difference(const Payload& payload) const;

    tlm::tlm_command command;
    const unsigned char* data;
    unsigned length;
    const unsigned char* enables;
    unsigned enable_length;
    unsigned streaming_width;
    std::vector<unsigned char> written;
    std::vector<unsigned char> enabled;
  };

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void blocking(Payload& payload, sc_core::sc_time& delay);

  unsigned debug(Payload& payload);
  bool direct(Payload& payload, tlm::tlm_dmi& dmi);
  void invalidate(sc_dt::uint64 begin, sc_dt::uint64 end);

  void check_request(const Payload& payload);
  void begin_request(const Payload& payload, const sc_core::sc_time& delay);
  void request_returned(const Payload& payload, const tlm::tlm_phase& phase,
                        tlm::tlm_sync_enum status, const sc_core::sc_time& delay);
  void end_request(const Payload& payload, const sc_core::sc_time& delay);
  void begin_response(const Payload& payload, const sc_core::sc_time& delay);
  void response_returned(const Payload& payload, const tlm::tlm_phase& phase,
                         tlm::tlm_sync_enum status, const sc_core::sc_time& delay);
  void end_response(const Payload& payload, const sc_core::sc_time& delay);
  bool check_open(const Payload& payload, const char* what);
  void check_result(const Payload& payload);
  void finish(const Payload& payload);
  void expect(bool holds, const Payload& payload, std::string_view broken);

  std::unordered_map<const Payload*, Attributes> open_;
  const Payload* requesting_ = nullptr;
  const Payload* responding_ = nullptr;
  sc_core::sc_time request_ends_;   ///< of the latest that has ended, with its annotated delay
  sc_core::sc_time response_ends_;  ///< likewise
  std::string violation_;
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
};

}  // namespace lanefold
