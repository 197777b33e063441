// SPDX-License-Identifier: Apache-2.0
// A cache's side towards the next level: lines that come, and lines that leave.
#include <algorithm>
#include <utility>

#include "blocks/cache/cache.h"

namespace lanefold {

/// Asks for the line of a register.
void Cache::fetch(Mshrs::Index mshr, Cycle cycle) {
  DownRequest& request = down_pool_.take();
  request.start(DownRequest::Kind::Fetch, tlm::TLM_READ_COMMAND, mshrs_.line(mshr));
  std::fill_n(request.written(), line_bytes_, TLM_BYTE_DISABLED);
  request.mshr = mshr;
  if (coherent()) coherence_->ask(request);
  send_later(request, cycle);
}

void Cache::send_later(DownRequest& request, Cycle cycle) {
  ++unanswered_;
  bytes_below_ += request.get_data_length();
  wheel_.push(cycle, {Event::Kind::Send, nullptr, &request, nullptr});
}

/// In the order in which they became ready.
void Cache::send_down() {
  outgoing_.send(*down.operator->(), clock_.cycle_after());
  if (outgoing_.due() != kNever) wheel_.push(outgoing_.due(), {Event::Kind::Wake});
}

/// The next level has the request and its data.
void Cache::accepted(DownRequest& request) {
  if (request.kind != DownRequest::Kind::WriteBack || !request.mshr || coherent()) return;
  release(*request.mshr);
}

tlm::tlm_sync_enum Cache::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  const tlm::tlm_sync_enum status =
      outgoing_.backward(static_cast<DownRequest&>(payload), phase, delay);
  if (retry_ || outgoing_.due() != kNever) {
    wheel_.push(clock_.cycle_after(), {Event::Kind::Wake});
  }
  wake();
  return status;
}

void Cache::answered(DownRequest& request, Cycle now) {
  --unanswered_;
  ++answers_from_below_;
  end_write(request);
  switch (request.kind) {
    case DownRequest::Kind::Fetch:
      fill(request, now);
      break;
    case DownRequest::Kind::Forward:
      forwarded(request, now);
      break;
    case DownRequest::Kind::Probe:
      break;
    case DownRequest::Kind::WriteBack:
      if (request.is_write() && request.is_response_error()) {
        SC_REPORT_ERROR("lanefold/cache", "the next level refuses a line that is written back");
      }
      if (coherent()) put_answered(request);
      if (request.is_write()) write_backs_.answered(request.flush);
      break;
  }
  request.release();
  write_backs_.finish();
}

/// The line is there: its targets are served in their order, and it stays. If some want to write
/// what may only be read, the line is asked for again.
void Cache::fill(DownRequest& request, Cycle now) {
  const Mshrs::Index mshr = *request.mshr;
  const LineState state = serve_targets(request, now);
  // Only a copy to read is void if others have written since; forgotten lines are all void.
  const bool keep = !mshrs_.closed(mshr) || (coherent() && may_write(state));
  retry_ = !stalled_.empty();
  if (!mshrs_.targets(mshr).empty()) {
    mshrs_.open(mshr);
    coherence_->want(mshr, Access::Write);
    fetch(mshr, now);
    return;
  }
  mshrs_.finish_fetch(mshr);
  DownRequest* leaving = install(request, state, keep);
  if (leaving == nullptr) {
    release(mshr);
  } else {
    leaving->mshr = mshr;  // whose buffer the line is in until it is accepted
    send_later(*leaving, now);
  }
  if (!coherent()) return;
  for (CacheRequest* probe : coherence_->release(request.line)) probe_arrives(*probe, now);
}

/// The state in which the line is then; Invalid if it could not be had.
LineState Cache::serve_targets(DownRequest& request, Cycle now) {
  const bool failed = request.is_response_error();
  LineState state = request.coherence().granted;  // without a directory Exclusive
  std::vector<CacheRequest*>& targets = mshrs_.targets(*request.mshr);
  auto target = targets.begin();
  for (; target != targets.end() && (failed || permits(state, (*target)->access)); ++target) {
    CacheRequest& served = **target;
    served.payload->set_response_status(request.get_response_status());
    if (!failed) {
      perform(*served.payload, served.access, request.data(), request.get_address(),
              request.written());
      if (served.access != Access::Read) state = LineState::Modified;
    }
    answer_from(served, std::max(now, served.looked_up + config_.latency));
  }
  targets.erase(targets.begin(), target);
  return failed ? LineState::Invalid : state;
}

void Cache::answer_from(CacheRequest& request, Cycle cycle) {
  wheel_.push(cycle, {Event::Kind::Answer, &request, nullptr, nullptr});
}

/// The request that must go, if any, for the line that is replaced or, without a place, for this
/// one.
DownRequest* Cache::install(DownRequest& fetched, LineState state, bool keep) {
  if (state == LineState::Invalid) return nullptr;
  const std::uint64_t line = fetched.line;
  const unsigned char* written = marks_writes_ ? fetched.written() : nullptr;
  // A coherent cache may have it to be read; others fetch only what they do not have, and once.
  auto place = keep && coherent() ? array_.find(line) : std::nullopt;
  if (keep && !place) place = array_.place_for(line);
  if (!place) return leave(line, state, fetched.data(), written);
  DownRequest* leaving = nullptr;
  const std::uint64_t victim = array_.line(*place);
  if (array_.state(*place) != LineState::Invalid && victim != line) {
    ++bank_of(victim).statistics.evictions;
    leaving = leave(victim, array_.state(*place), array_.data(*place), array_.written(*place));
  }
  array_.fill(*place, line, state, fetched.data(), written);
  return leaving;
}

/// What the next level must hear about a line that is given up, if anything.
DownRequest* Cache::leave(std::uint64_t line, LineState state, const unsigned char* data,
                          const unsigned char* written) {
  if (coherent()) return put(line, state, data);
  return state == LineState::Modified ? &write_back(line, data, written) : nullptr;
}

/// Only what was written, if writes are marked: others may have written the rest of the line.
DownRequest& Cache::write_back(std::uint64_t line, const unsigned char* data,
                               const unsigned char* written) {
  DownRequest& request = down_pool_.take();
  request.start(DownRequest::Kind::WriteBack, tlm::TLM_WRITE_COMMAND, line);
  request.write(data, written);
  writes_.push_back(&request);
  request.flush = write_backs_.begin();
  ++bank_of(line).statistics.write_backs;
  return request;
}

/// What was passed on comes back.
void Cache::forwarded(DownRequest& request, Cycle now) {
  CacheRequest& original = *request.forwarded;
  original.payload->set_response_status(request.get_response_status());
  if (!request.is_write() && request.is_response_ok()) {
    copy_answer(*original.payload, request.data());
  }
  release(*request.mshr);
  answer_from(original, now);
}

void Cache::release(std::uint32_t mshr) {
  mshrs_.release(mshr);
  retry_ = !stalled_.empty() || retry_;
}

/// What is on its way is no longer newer than what is below.
void Cache::end_write(const DownRequest& request) {
  writes_.erase(std::remove(writes_.begin(), writes_.end(), &request), writes_.end());
}

void Cache::flush(std::function<void()> done) {
  if (!coherent()) mshrs_.close_all();
  array_.for_each([&](CacheArray::Place place) {
    DownRequest* request =
        leave(array_.line(place), array_.state(place), array_.data(place), array_.written(place));
    if (request != nullptr) send_later(*request, clock_.cycle_after());
    array_.set_state(place, LineState::Invalid);
  });
  wake();
  write_backs_.flush(std::move(done));
  write_backs_.finish();
}

}  // namespace lanefold
