// SPDX-License-Identifier: Apache-2.0
// The requests that a cache sends downstream, and what requests do to a line.
#include "blocks/cache/cache_request.h"

#include <algorithm>
#include <cstring>

namespace lanefold {

DownRequest::DownRequest(tlm::tlm_mm_interface* pool, std::uint32_t line_bytes)
    : tlm::tlm_generic_payload(pool),
      line_bytes_(line_bytes),
      data_(line_bytes),
      enables_(line_bytes) {
  set_extension(&journey_);
}

DownRequest::~DownRequest() {
  clear_extension(&atomic_);
  clear_extension(&coherence_);
  clear_extension(&probe_);
  clear_extension(&journey_);
}

void DownRequest::start(Kind what, tlm::tlm_command command, std::uint64_t line_number) {
  kind = what;
  line = line_number;
  mshr.reset();
  forwarded = nullptr;
  set_command(command);
  set_address(line * line_bytes_);
  set_data_ptr(data_.data());
  set_data_length(line_bytes_);
  set_streaming_width(line_bytes_);
  set_byte_enable_ptr(nullptr);
  set_byte_enable_length(0);
  set_dmi_allowed(false);
  set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  clear_extension(&atomic_);
  clear_extension(&coherence_);
  clear_extension(&probe_);
  journey_.begin(0);
}

void DownRequest::write(const unsigned char* line_data, const unsigned char* written) {
  std::copy_n(line_data, line_bytes_, data_.data());
  const auto enabled = [](unsigned char enable) { return enable == TLM_BYTE_ENABLED; };
  if (written == nullptr || std::all_of(written, written + line_bytes_, enabled)) return;
  std::copy_n(written, line_bytes_, enables_.data());
  set_byte_enable_ptr(enables_.data());
  set_byte_enable_length(line_bytes_);
}

void DownRequest::ask(CoherenceRequest request, unsigned cache) {
  coherence_ = {};
  coherence_.request = request;
  coherence_.cache = cache;
  set_extension(&coherence_);
}

void DownRequest::probe(ProbeKind kind, unsigned cache) {
  probe_ = {};
  probe_.kind = kind;
  probe_.cache = cache;
  set_extension(&probe_);
}

void DownRequest::copy_request(const tlm::tlm_generic_payload& request) {
  const unsigned length = request.get_data_length();
  set_command(request.get_command());
  set_address(request.get_address());
  set_data_length(length);
  set_streaming_width(length);
  std::memcpy(data_.data(), request.get_data_ptr(), length);
  if (request.get_byte_enable_ptr() != nullptr) {
    for (unsigned i = 0; i < length; ++i) {
      enables_[i] = byte_enabled(request, i) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    set_byte_enable_ptr(enables_.data());
    set_byte_enable_length(length);
  }
  if (const auto* atomic = request.get_extension<AtomicExtension>()) {
    atomic_ = *atomic;
    set_extension(&atomic_);
  }
}

bool admit(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes) {
  const unsigned length = payload.get_data_length();
  const std::uint64_t offset = payload.get_address() & (line_bytes - 1);
  const auto* atomic = payload.get_extension<AtomicExtension>();
  if (length == 0 || offset + length > line_bytes || payload.get_streaming_width() < length ||
      (atomic != nullptr && (atomic->address < payload.get_address() ||
                             atomic->address + atomic->bytes > payload.get_address() + length))) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return false;
  }
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return false;
  }
  return true;
}

CacheRequest make_request(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes) {
  CacheRequest request;
  request.payload = &payload;
  request.lanes = payload.get_extension<LaneExtension>();
  request.journey = payload.get_extension<Journey>();
  request.line = payload.get_address() >> __builtin_ctz(line_bytes);
  if (payload.is_write()) {
    request.access = Access::Write;
  } else if (payload.get_extension<AtomicExtension>() != nullptr) {
    request.access = Access::Atomic;
  }
  return request;
}

namespace {

/// The bytes that `payload` enables, `from` one place `to` another.
void copy_enabled(const tlm::tlm_generic_payload& payload, const unsigned char* __restrict from,
                  unsigned char* __restrict to) {
  const unsigned length = payload.get_data_length();
  const unsigned char* __restrict enables = payload.get_byte_enable_ptr();
  if (enables == nullptr) {
    std::memcpy(to, from, length);
  } else if (payload.get_byte_enable_length() >= length) {  // usual; each enable is 0x00 or 0xff
    for (unsigned i = 0; i < length; ++i) to[i] ^= (to[i] ^ from[i]) & enables[i];
  } else {
    for (unsigned i = 0; i < length; ++i) {
      if (byte_enabled(payload, i)) to[i] = from[i];
    }
  }
}

}  // namespace

void copy_answer(tlm::tlm_generic_payload& payload, const unsigned char* data) {
  copy_enabled(payload, data, payload.get_data_ptr());
}

void perform(tlm::tlm_generic_payload& payload, Access access, unsigned char* line_data,
             std::uint64_t line_address, unsigned char* written) {
  const std::uint64_t offset = payload.get_address() - line_address;
  unsigned char* memory = line_data + offset;
  unsigned char* data = payload.get_data_ptr();
  const unsigned length = payload.get_data_length();
  const bool writes = access == Access::Write;
  copy_enabled(payload, writes ? data : memory, writes ? memory : data);
  if (writes && written != nullptr) {
    for (unsigned i = 0; i < length; ++i) {
      if (byte_enabled(payload, i)) written[offset + i] = TLM_BYTE_ENABLED;
    }
  }
  if (access == Access::Atomic) {
    payload.get_extension<AtomicExtension>()->apply(line_data, line_address);
  }
}

}  // namespace lanefold
