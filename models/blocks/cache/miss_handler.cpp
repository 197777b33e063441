// SPDX-License-Identifier: Apache-2.0
// Lines that come and go: what a cache asks of the next level, and what it makes of the answers.
#include "blocks/cache/miss_handler.h"

#include <algorithm>
#include <utility>

namespace lanefold {

std::optional<CacheMshrs::Index> MissHandler::find_register(CacheRequest& request, Cycle ask) {
  CacheStatistics& statistics = banks_.counts(request.line);
  request.needs_register = false;
  if (const auto mshr = mshrs_.find(request.line)) {
    if (!mshrs_.can_merge(*mshr)) return std::nullopt;
    ++statistics.merges;
    return mshr;
  }
  request.needs_register = mshrs_.full();
  if (request.needs_register) return std::nullopt;
  if (spec_.coherent() && coherence_.lines().leaving(request.line)) return std::nullopt;
  const CacheMshrs::Index mshr = mshrs_.allocate(request.line);
  ++statistics.misses;
  if (spec_.coherent()) {
    // Only here a line that misses may be held, to be read.
    if (array_.find(request.line)) ++statistics.upgrades;
    coherence_.lines().want(mshr, request.access);
  }
  fetch(mshr, ask);
  return mshr;
}

/// Asks for the line of a register.
void MissHandler::fetch(std::uint32_t mshr, Cycle cycle) {
  DownRequest& request = downstream_.fetch(mshrs_.line(mshr), mshr);
  if (spec_.coherent()) coherence_.lines().ask(request);
  downstream_.send(request, cycle);
}

void MissHandler::pass_on(CacheRequest& request, Cycle cycle) {
  downstream_.send(downstream_.forward(request, mshrs_.reserve()), cycle);
}

void MissHandler::give_up(CacheArray::Place place, Cycle cycle) {
  DownRequest* request =
      leave(array_.line(place), array_.state(place), array_.data(place), array_.written(place));
  if (request != nullptr) downstream_.send(*request, cycle);
  array_.set_state(place, LineState::Invalid);
}

void MissHandler::flush(std::function<void()> done) {
  if (!spec_.coherent()) mshrs_.close_all();
  array_.for_each([&](CacheArray::Place place) { give_up(place, spec_.clock.cycle_after()); });
  schedule_.set_alarm();
  downstream_.flush(std::move(done));
}

/// The buffer of a register that holds a line which leaves is free, unless the directory may still
/// ask for the line.
void MissHandler::accepted(DownRequest& request) {
  if (request.kind != DownRequest::Kind::WriteBack || !request.mshr || spec_.coherent()) return;
  release(*request.mshr);
}

void MissHandler::answered(DownRequest& request, Cycle now) {
  downstream_.answered(request);
  switch (request.kind) {
    case DownRequest::Kind::Fetch:
      fill(request, now);
      break;
    case DownRequest::Kind::Forward:
      passed_on(request, now);
      break;
    case DownRequest::Kind::WriteBack:
      if (spec_.coherent()) put_answered(request);
      break;
    case DownRequest::Kind::Probe:
      break;
  }
  downstream_.finish(request);
}

/// The line is there: its targets are served in their order, and it stays. If some want to write
/// what may only be read, the line is asked for again.
void MissHandler::fill(DownRequest& request, Cycle now) {
  const CacheMshrs::Index mshr = *request.mshr;
  const LineState state = serve_targets(request, now);
  // Only a copy to read is void if others have written since; forgotten lines are all void.
  const bool keep = !mshrs_.closed(mshr) || (spec_.coherent() && may_write(state));
  banks_.room_made();
  if (!mshrs_.targets(mshr).empty()) {
    mshrs_.open(mshr);
    coherence_.lines().want(mshr, Access::Write);
    fetch(mshr, now);
    return;
  }
  mshrs_.finish_fetch(mshr);
  DownRequest* leaving = install(request, state, keep);
  if (leaving == nullptr) {
    release(mshr);
  } else {
    leaving->mshr = mshr;  // whose buffer the line is in until it is accepted
    downstream_.send(*leaving, now);
  }
  if (spec_.coherent()) coherence_.line_arrived(request.line, now);
}

/// The state in which the line is then; Invalid if it could not be had.
LineState MissHandler::serve_targets(DownRequest& request, Cycle now) {
  const bool failed = request.is_response_error();
  LineState state = request.coherence().granted;  // without a directory Exclusive
  std::vector<CacheRequest*>& targets = mshrs_.targets(*request.mshr);
  auto target = targets.begin();
  for (; target != targets.end() && (failed || permits(state, (*target)->access)); ++target) {
    CacheRequest& served = **target;
    served.payload->set_response_status(request.get_response_status());
    if (served.journey != nullptr) {
      served.journey->take_over(request.journey(), now - served.arrived);
    }
    if (!failed) {
      perform(*served.payload, served.access, request.data(), request.get_address(),
              request.written());
      if (served.access != Access::Read) state = LineState::Modified;
    }
    schedule_.answer(served, std::max(now, served.looked_up + spec_.config.latency));
  }
  targets.erase(targets.begin(), target);
  return failed ? LineState::Invalid : state;
}

/// The request that must go, if any, for the line that is replaced or, without a place, for this
/// one.
DownRequest* MissHandler::install(DownRequest& fetched, LineState state, bool keep) {
  if (state == LineState::Invalid) return nullptr;
  const std::uint64_t line = fetched.line;
  const unsigned char* written = spec_.marks_writes ? fetched.written() : nullptr;
  // A coherent cache may have it to be read; others fetch only what they do not have, and once.
  auto place = keep && spec_.coherent() ? array_.find(line) : std::nullopt;
  if (keep && !place) place = array_.place_for(line);
  if (!place) return leave(line, state, fetched.data(), written);
  DownRequest* leaving = nullptr;
  const std::uint64_t victim = array_.line(*place);
  if (array_.state(*place) != LineState::Invalid && victim != line) {
    ++banks_.counts(victim).evictions;
    leaving = leave(victim, array_.state(*place), array_.data(*place), array_.written(*place));
  }
  array_.fill(*place, line, state, fetched.data(), written);
  return leaving;
}

/// What the next level must hear about a line that is given up, if anything. If writes are marked,
/// only what was written: others may have written the rest of the line.
DownRequest* MissHandler::leave(std::uint64_t line, LineState state, const unsigned char* data,
                                const unsigned char* written) {
  if (spec_.coherent()) return put(line, state, data);
  return state == LineState::Modified ? &downstream_.write_back(line, data, written) : nullptr;
}

/// Copies to read are dropped silently; the owner tells, so that the directory never asks in vain.
DownRequest* MissHandler::put(std::uint64_t line, LineState state, const unsigned char* data) {
  if (!may_write(state)) return nullptr;
  const bool modified = state == LineState::Modified;
  DownRequest& request =
      modified ? downstream_.write_back(line, data, nullptr) : downstream_.notice(line);
  coherence_.lines().give_up(request, modified);
  return &request;
}

/// The directory knows that a line has left, which may be fetched again.
void MissHandler::put_answered(DownRequest& request) {
  coherence_.lines().gone(request.line);
  if (request.mshr) release(*request.mshr);
  banks_.room_made();
}

/// What was passed on comes back.
void MissHandler::passed_on(DownRequest& request, Cycle now) {
  CacheRequest& original = *request.forwarded;
  original.payload->set_response_status(request.get_response_status());
  if (original.journey != nullptr) {
    original.journey->take_over(request.journey(), now - original.arrived);
  }
  if (!request.is_write() && request.is_response_ok()) {
    copy_answer(*original.payload, request.data());
  }
  release(*request.mshr);
  schedule_.answer(original, now);
}

void MissHandler::release(std::uint32_t mshr) {
  mshrs_.release(mshr);
  banks_.room_made();
}

}  // namespace lanefold
