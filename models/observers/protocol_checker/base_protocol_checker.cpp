// SPDX-License-Identifier: Apache-2.0
// Watches one link of the TLM-2.0 base protocol.
#include "observers/protocol_checker/base_protocol_checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanefold {
namespace {

bool known(const tlm::tlm_phase& phase) {
  return phase == tlm::BEGIN_REQ || phase == tlm::END_REQ || phase == tlm::BEGIN_RESP ||
         phase == tlm::END_RESP;
}

const char* command_name(tlm::tlm_command command) {
  return command == tlm::TLM_READ_COMMAND    ? "read"
         : command == tlm::TLM_WRITE_COMMAND ? "write"
                                             : "ignored command";
}

std::vector<unsigned char> copy(const unsigned char* bytes, unsigned length) {
  return bytes == nullptr ? std::vector<unsigned char>()
                          : std::vector<unsigned char>(bytes, bytes + length);
}

}  // namespace

BaseProtocolChecker::Attributes::Attributes(const Payload& payload)
    : command(payload.get_command()),
      data(payload.get_data_ptr()),
      length(payload.get_data_length()),
      enables(payload.get_byte_enable_ptr()),
      enable_length(payload.get_byte_enable_length()),
      streaming_width(payload.get_streaming_width()),
      enabled(copy(enables, enable_length)) {
  if (payload.is_write()) written = copy(data, length);
}

const char* BaseProtocolChecker::Attributes::difference(const Payload& payload) const {
  if (payload.get_command() != command) return "command";
  if (payload.get_data_ptr() != data) return "data pointer";
  if (payload.get_data_length() != length) return "data length";
  if (payload.get_byte_enable_ptr() != enables) return "byte-enable pointer";
  if (payload.get_byte_enable_length() != enable_length) return "byte-enable length";
  if (payload.get_streaming_width() != streaming_width) return "streaming width";
  if (!std::equal(enabled.begin(), enabled.end(), enables)) return "byte enables";
  if (!std::equal(written.begin(), written.end(), data)) return "data of a write";
  return nullptr;
}

BaseProtocolChecker::BaseProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
  from.register_nb_transport_fw(this, &BaseProtocolChecker::forward);
  from.register_b_transport(this, &BaseProtocolChecker::blocking);
  from.register_transport_dbg(this, &BaseProtocolChecker::debug);
  from.register_get_direct_mem_ptr(this, &BaseProtocolChecker::direct);
  to.register_nb_transport_bw(this, &BaseProtocolChecker::backward);
  to.register_invalidate_direct_mem_ptr(this, &BaseProtocolChecker::invalidate);
}

void BaseProtocolChecker::expect(bool holds, const Payload& payload, std::string_view broken) {
  if (holds || !violation_.empty()) return;
  violation_ =
      fmt::format("{}: at {}, the {} of {} bytes at {:#x}: {}", name(),
                  sc_core::sc_time_stamp().to_string(), command_name(payload.get_command()),
                  payload.get_data_length(), payload.get_address(), broken);
  if (on_violation) on_violation(violation_);
}

// ---- Calls from the initiator.

tlm::tlm_sync_enum BaseProtocolChecker::forward(Payload& payload, tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  const tlm::tlm_phase sent = phase;
  if (!known(sent)) return to->nb_transport_fw(payload, phase, delay);
  if (sent == tlm::BEGIN_REQ) {
    begin_request(payload, delay);
  } else if (sent == tlm::END_RESP) {
    end_response(payload, delay);
  } else {
    expect(false, payload, "the initiator sends a phase that only targets send");
  }
  const sc_core::sc_time before = delay;
  const tlm::tlm_sync_enum status = to->nb_transport_fw(payload, phase, delay);
  expect(status != tlm::TLM_ACCEPTED || (phase == sent && delay == before), payload,
         "the target changes phase or delay although it returns TLM_ACCEPTED");
  if (sent == tlm::BEGIN_REQ) {
    request_returned(payload, phase, status, delay);
  } else {
    expect(status != tlm::TLM_UPDATED, payload, "the target answers END_RESP by another phase");
  }
  return status;
}

void BaseProtocolChecker::check_request(const Payload& payload) {
  expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, payload,
         "the request begins with a response status other than incomplete");
  expect(!payload.is_dmi_allowed(), payload, "the request begins with the DMI hint set");
  if (payload.get_command() != tlm::TLM_IGNORE_COMMAND) {
    expect(payload.get_data_ptr() != nullptr, payload, "the request has no data pointer");
    expect(payload.get_data_length() > 0, payload, "the request has no data length");
  }
  expect(payload.get_streaming_width() > 0, payload, "the request has no streaming width");
  expect(payload.get_byte_enable_ptr() == nullptr || payload.get_byte_enable_length() > 0, payload,
         "the request has byte enables of no length");
}

void BaseProtocolChecker::begin_request(const Payload& payload, const sc_core::sc_time& delay) {
  ++begun_;
  expect(payload.has_mm(), payload, "a non-blocking request has no memory manager");
  expect(!payload.has_mm() || payload.get_ref_count() > 0, payload,
         "the request begins without a reference to its payload");
  check_request(payload);
  expect(requesting_ == nullptr, payload,
         "a request begins before the one ahead of it has ended (request exclusion)");
  expect(sc_core::sc_time_stamp() + delay >= request_ends_, payload,
         "a request begins before the annotated end of the one ahead of it (request exclusion)");
  requesting_ = &payload;
  const bool is_new = open_.emplace(&payload, Attributes(payload)).second;
  expect(is_new, payload, "a request begins with a payload whose transaction has not ended");
}

/// What the target did within the forward call, which may have completed the transaction by
/// backward calls already.
void BaseProtocolChecker::request_returned(const Payload& payload, const tlm::tlm_phase& phase,
                                           tlm::tlm_sync_enum status,
                                           const sc_core::sc_time& delay) {
  if (status == tlm::TLM_ACCEPTED) return;
  if (!check_open(payload, "the target returns")) return;
  if (status == tlm::TLM_COMPLETED) {
    check_result(payload);
    finish(payload);
  } else if (phase == tlm::END_REQ) {
    end_request(payload, delay);
  } else if (phase == tlm::BEGIN_RESP) {
    begin_response(payload, delay);
  } else {
    expect(!known(phase), payload, "the target answers BEGIN_REQ by a phase of the initiator");
  }
}

void BaseProtocolChecker::end_response(const Payload& payload, const sc_core::sc_time& delay) {
  if (!check_open(payload, "END_RESP comes")) return;
  expect(responding_ == &payload, payload, "a response ends that has not begun");
  response_ends_ = sc_core::sc_time_stamp() + delay;
  finish(payload);
}

// ---- Calls from the target.

tlm::tlm_sync_enum BaseProtocolChecker::backward(Payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  const tlm::tlm_phase sent = phase;
  if (!known(sent)) return from->nb_transport_bw(payload, phase, delay);
  if (sent == tlm::END_REQ || sent == tlm::BEGIN_RESP) {
    const bool open = check_open(payload, "the target calls");
    if (open && sent == tlm::END_REQ) end_request(payload, delay);
    if (open && sent == tlm::BEGIN_RESP) begin_response(payload, delay);
  } else {
    expect(false, payload, "the target sends a phase that only initiators send");
  }
  const sc_core::sc_time before = delay;
  const tlm::tlm_sync_enum status = from->nb_transport_bw(payload, phase, delay);
  expect(status != tlm::TLM_ACCEPTED || (phase == sent && delay == before), payload,
         "the initiator changes phase or delay although it returns TLM_ACCEPTED");
  if (sent == tlm::BEGIN_RESP) {
    response_returned(payload, phase, status, delay);
  } else {
    expect(status == tlm::TLM_ACCEPTED || !known(phase), payload,
           "the initiator answers END_REQ by another phase or completion");
  }
  return status;
}

void BaseProtocolChecker::end_request(const Payload& payload, const sc_core::sc_time& delay) {
  expect(requesting_ == &payload, payload, "a request ends twice");
  if (requesting_ == &payload) requesting_ = nullptr;
  request_ends_ = sc_core::sc_time_stamp() + delay;
}

void BaseProtocolChecker::begin_response(const Payload& payload, const sc_core::sc_time& delay) {
  if (requesting_ == &payload) end_request(payload, delay);  // BEGIN_RESP implies END_REQ
  expect(responding_ != &payload, payload, "a response begins twice");
  expect(responding_ == nullptr || responding_ == &payload, payload,
         "a response begins before the one ahead of it has ended (response exclusion)");
  expect(sc_core::sc_time_stamp() + delay >= response_ends_, payload,
         "a response begins before the annotated end of the one ahead of it (response exclusion)");
  responding_ = &payload;
  check_result(payload);
}

void BaseProtocolChecker::response_returned(const Payload& payload, const tlm::tlm_phase& phase,
                                            tlm::tlm_sync_enum status,
                                            const sc_core::sc_time& delay) {
  const bool ends =
      status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  expect(ends || status == tlm::TLM_ACCEPTED || !known(phase), payload,
         "the initiator answers BEGIN_RESP by a phase other than END_RESP");
  if (!ends || responding_ != &payload) return;
  response_ends_ = sc_core::sc_time_stamp() + delay;
  finish(payload);
}

// ---- What both have in common.

/// Whether the transaction has begun, and its payload is still referred to.
bool BaseProtocolChecker::check_open(const Payload& payload, const char* what) {
  const bool open = open_.count(&payload) != 0;
  if (!open) {
    expect(false, payload, fmt::format("{} for a payload without an open transaction", what));
  } else if (payload.get_ref_count() <= 0) {
    expect(false, payload, fmt::format("{} for a payload that has been released", what));
  }
  return open;
}

void BaseProtocolChecker::check_result(const Payload& payload) {
  expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, payload,
         "the response has no status");
  const auto found = open_.find(&payload);
  const char* changed = found == open_.end() ? nullptr : found->second.difference(payload);
  if (changed != nullptr) {
    expect(false, payload, fmt::format("the {} has changed since the request", changed));
  }
}

void BaseProtocolChecker::finish(const Payload& payload) {
  if (requesting_ == &payload) requesting_ = nullptr;
  if (responding_ == &payload) responding_ = nullptr;
  open_.erase(&payload);
  ++completed_;
}

// ---- The other interfaces.

void BaseProtocolChecker::blocking(Payload& payload, sc_core::sc_time& delay) {
  ++begun_;
  check_request(payload);
  const Attributes before(payload);
  to->b_transport(payload, delay);
  expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, payload,
         "b_transport returns without a response status");
  const char* changed = before.difference(payload);
  if (changed != nullptr) {
    expect(false, payload, fmt::format("b_transport has changed the {}", changed));
  }
  ++completed_;
}

unsigned BaseProtocolChecker::debug(Payload& payload) { return to->transport_dbg(payload); }

bool BaseProtocolChecker::direct(Payload& payload, tlm::tlm_dmi& dmi) {
  return to->get_direct_mem_ptr(payload, dmi);
}

void BaseProtocolChecker::invalidate(sc_dt::uint64 begin, sc_dt::uint64 end) {
  from->invalidate_direct_mem_ptr(begin, end);
}

}  // namespace lanefold
