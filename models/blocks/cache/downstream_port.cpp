// SPDX-License-Identifier: Apache-2.0
// A cache's side of the link to the next level.
#include "blocks/cache/downstream_port.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "blocks/memory_link/debug_transport.h"

namespace lanefold {

DownstreamPort::DownstreamPort(const CacheSpec& spec, CacheSchedule& schedule, CacheBanks& banks,
                               Socket& socket, Requests::Event accepted)
    : spec_(spec),
      schedule_(schedule),
      banks_(banks),
      socket_(socket),
      pool_(spec.line_bytes),
      outgoing_(
          spec.clock, Sees::AtOnce,
          [this](DownRequest& request, Cycle cycle) { schedule_.response(request, cycle); },
          std::move(accepted)) {}

DownRequest& DownstreamPort::fetch(std::uint64_t line, std::uint32_t mshr) {
  DownRequest& request = pool_.take();
  request.start(DownRequest::Kind::Fetch, tlm::TLM_READ_COMMAND, line);
  std::fill_n(request.written(), spec_.line_bytes, TLM_BYTE_DISABLED);
  request.mshr = mshr;
  return request;
}

DownRequest& DownstreamPort::forward(CacheRequest& original, std::uint32_t mshr) {
  DownRequest& request = pool_.take();
  request.start(DownRequest::Kind::Forward, tlm::TLM_READ_COMMAND, original.line);
  request.copy_request(*original.payload);
  request.mshr = mshr;
  request.forwarded = &original;
  if (original.access == Access::Write) writes_.push_back(request);
  return request;
}

DownRequest& DownstreamPort::write_back(std::uint64_t line, const unsigned char* data,
                                        const unsigned char* written) {
  DownRequest& request = pool_.take();
  request.start(DownRequest::Kind::WriteBack, tlm::TLM_WRITE_COMMAND, line);
  request.write(data, written);
  writes_.push_back(request);
  request.flush = write_backs_.begin();
  ++banks_.counts(line).write_backs;
  return request;
}

DownRequest& DownstreamPort::notice(std::uint64_t line) {
  DownRequest& request = pool_.take();
  request.start(DownRequest::Kind::WriteBack, tlm::TLM_IGNORE_COMMAND, line);
  return request;
}

void DownstreamPort::send(DownRequest& request, Cycle cycle) {
  ++unanswered_;
  bytes_ += request.get_data_length();
  schedule_.send(request, cycle);
}

void DownstreamPort::send_ready() {
  outgoing_.send(*socket_.operator->(), spec_.clock.cycle_after());
  if (outgoing_.due() != kNever) schedule_.wake(outgoing_.due());
}

/// That a line is accepted may have made room for a stalled bank.
tlm::tlm_sync_enum DownstreamPort::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                   tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const tlm::tlm_sync_enum status =
      outgoing_.backward(static_cast<DownRequest&>(payload), phase, delay);
  if (banks_.retry() || outgoing_.due() != kNever) schedule_.wake(spec_.clock.cycle_after());
  schedule_.set_alarm();
  return status;
}

void DownstreamPort::answered(DownRequest& request) {
  --unanswered_;
  ++answers_;
  end_write(request);
  if (request.kind == DownRequest::Kind::WriteBack && request.is_write() &&
      request.is_response_error()) {
    SC_REPORT_ERROR("lanefold/cache", "the next level refuses a line that is written back");
  }
}

void DownstreamPort::finish(DownRequest& request) {
  if (request.kind == DownRequest::Kind::WriteBack && request.is_write()) {
    write_backs_.answered(request.flush);
  }
  request.release();
  write_backs_.finish();
}

void DownstreamPort::end_write(DownRequest& request) {
  if (request.WriteHook::is_linked()) writes_.erase(writes_.iterator_to(request));
}

void DownstreamPort::flush(std::function<void()> done) {
  write_backs_.flush(std::move(done));
  write_backs_.finish();
}

unsigned DownstreamPort::debug(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                               unsigned length) {
  return debug_transport(target(), command, address, data, length);
}

void DownstreamPort::describe(std::ostream& out) const {
  out << outgoing_.waiting() << " requests to be sent downstream"
      << (outgoing_.requesting() ? ", the latest is not accepted" : "");
}

}  // namespace lanefold
