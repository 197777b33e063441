// SPDX-License-Identifier: Apache-2.0
// A cache's side towards the next level: lines that come, and lines that leave.
#include <algorithm>

#include "memory_system/cache/cache.h"

namespace lanefold {

/// Asks for the line of a register.
void Cache::fetch(Mshrs::Index mshr, std::uint64_t cycle) {
  DownRequest& request = down_pool_.take();
  request.start(DownRequest::Kind::Fetch, tlm::TLM_READ_COMMAND, mshrs_.line(mshr));
  request.mshr = mshr;
  send_later(request, cycle);
}

void Cache::send_later(DownRequest& request, std::uint64_t cycle) {
  ++unanswered_;
  wheel_.push(cycle, {Event::Kind::Send, nullptr, &request, nullptr});
}

/// In the order in which they became ready.
void Cache::send_down() {
  outgoing_.send(*down.operator->(), clock_.cycle_after());
  if (outgoing_.due() != outgoing_.kNever) wheel_.push(outgoing_.due(), {Event::Kind::Wake});
}

/// The next level has the request and its data.
void Cache::accepted(DownRequest& request) {
  if (request.kind == DownRequest::Kind::WriteBack && request.mshr) release(*request.mshr);
}

tlm::tlm_sync_enum Cache::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  const tlm::tlm_sync_enum status =
      outgoing_.backward(static_cast<DownRequest&>(payload), phase, delay);
  if (retry_ || outgoing_.due() != outgoing_.kNever) {
    wheel_.push(clock_.cycle_after(), {Event::Kind::Wake});
  }
  wake();
  return status;
}

void Cache::answered(DownRequest& request, std::uint64_t now) {
  --unanswered_;
  if (request.is_write()) writes_.erase(std::find(writes_.begin(), writes_.end(), &request));
  switch (request.kind) {
    case DownRequest::Kind::Fetch:
      fill(request, now);
      break;
    case DownRequest::Kind::Forward:
      forwarded(request, now);
      break;
    case DownRequest::Kind::WriteBack:
      if (request.is_response_error()) {
        SC_REPORT_ERROR("lanefold/cache", "the next level refuses a line that is written back");
      }
      break;
  }
  request.release();
}

/// The line is there: its targets are served in their order, and it stays.
void Cache::fill(DownRequest& request, std::uint64_t now) {
  const Mshrs::Index mshr = *request.mshr;
  const bool keep = !mshrs_.closed(mshr);
  const LineState state = serve_targets(request, now);
  mshrs_.finish_fetch(mshr);
  retry_ = !stalled_.empty();
  DownRequest* leaving = install(request.line, state, request.data(), keep);
  if (leaving == nullptr) {
    release(mshr);
    return;
  }
  leaving->mshr = mshr;  // whose buffer the line is in until it is accepted
  send_later(*leaving, now);
}

/// The state in which the line is then; Invalid if it could not be had.
LineState Cache::serve_targets(DownRequest& request, std::uint64_t now) {
  const bool failed = request.is_response_error();
  LineState state = failed ? LineState::Invalid : LineState::Exclusive;
  for (CacheRequest* target : mshrs_.targets(*request.mshr)) {
    target->payload->set_response_status(request.get_response_status());
    if (!failed) {
      perform(*target->payload, target->access, request.data(), request.get_address());
      if (target->access != Access::Read) state = LineState::Modified;
    }
    answer_from(*target, std::max(now, target->looked_up + config_.latency));
  }
  return state;
}

void Cache::answer_from(CacheRequest& request, std::uint64_t cycle) {
  wheel_.push(cycle, {Event::Kind::Answer, &request, nullptr, nullptr});
}

/// The line that must leave, if any: the one that was replaced, or this one if there is no place.
DownRequest* Cache::install(std::uint64_t line, LineState state, unsigned char* data, bool keep) {
  if (state == LineState::Invalid) return nullptr;
  const auto place = keep ? array_.place_for(line) : std::nullopt;
  if (!place) return state == LineState::Modified ? &write_back(line, data) : nullptr;
  DownRequest* leaving = nullptr;
  if (array_.state(*place) != LineState::Invalid) {
    const std::uint64_t victim = array_.line(*place);
    ++bank_of(victim).statistics.evictions;
    if (array_.state(*place) == LineState::Modified) {
      leaving = &write_back(victim, array_.data(*place));
    }
  }
  array_.fill(*place, line, state, data);
  return leaving;
}

DownRequest& Cache::write_back(std::uint64_t line, const unsigned char* data) {
  DownRequest& request = down_pool_.take();
  request.start(DownRequest::Kind::WriteBack, tlm::TLM_WRITE_COMMAND, line);
  std::copy_n(data, line_bytes_, request.data());
  writes_.push_back(&request);
  ++bank_of(line).statistics.write_backs;
  return request;
}

/// What was passed on comes back.
void Cache::forwarded(DownRequest& request, std::uint64_t now) {
  CacheRequest& original = *request.forwarded;
  original.payload->set_response_status(request.get_response_status());
  if (!request.is_write() && request.is_response_ok()) {
    unsigned char* data = original.payload->get_data_ptr();
    for (unsigned i = 0; i < original.payload->get_data_length(); ++i) {
      if (byte_enabled(*original.payload, i)) data[i] = request.data()[i];
    }
  }
  release(*request.mshr);
  answer_from(original, now);
}

void Cache::release(Mshrs::Index mshr) {
  mshrs_.release(mshr);
  retry_ = !stalled_.empty() || retry_;
}

void Cache::flush() {
  mshrs_.close_all();
  array_.for_each([&](CacheArray::Place place) {
    if (array_.state(place) == LineState::Modified) {
      send_later(write_back(array_.line(place), array_.data(place)), clock_.cycle_after());
    }
    array_.set_state(place, LineState::Invalid);
  });
  wake();
}

}  // namespace lanefold
