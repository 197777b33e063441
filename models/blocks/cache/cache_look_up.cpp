// SPDX-License-Identifier: Apache-2.0
// A cache's banks: one look-up each a cycle, in the order of arrival; as many as come of a
// load/store unit that has scheduled its lanes.
#include <algorithm>

#include "blocks/cache/cache.h"
#include "blocks/memory_link/line_request.h"
#include "blocks/memory_link/look_up_phase.h"

namespace lanefold {
namespace {

/// Tells the load/store unit, if the request is its own. A line that came while the look-up waited
/// was missed nevertheless. Returns whether it wants to hear of a miss early.
bool tell(const CacheRequest& request, bool hit) {
  if (request.lanes == nullptr) return false;
  request.lanes->hit = hit && !request.missed;
  return request.lanes->needs_look_up && !request.lanes->hit;
}

}  // namespace

/// Cycles for which a look-up holds its bank: the lanes of a load/store unit have passed banks of
/// words before.
std::uint64_t Cache::holds_bank(const CacheRequest& request) {
  return request.lanes != nullptr && request.lanes->scheduled ? 0 : 1;
}

bool Cache::idle(const Bank& bank, Cycle now) const {
  return bank.free_at <= now && bank.waiting.empty();
}

void Cache::enqueue(CacheRequest& request, Cycle now) {
  Bank& bank = bank_of(request.line);
  if (!idle(bank, now)) ++bank.statistics.conflicts;
  request.arrived = now;
  bank.waiting.push_back(&request);
  if (!bank.due && !bank.stalled) serve(bank, now);
  accept_waiting(bank);
}

/// Looks up the first requests, if the bank can in this cycle.
void Cache::serve(Bank& bank, Cycle now) {
  while (!bank.waiting.empty() && !bank.stalled && !bank.due) {
    if (bank.free_at > now) {
      bank.due = true;
      wheel_.push(bank.free_at, {Event::Kind::LookUp, nullptr, nullptr, &bank});
      return;
    }
    CacheRequest& request = *bank.waiting.front();
    if (!request.started) {
      request.started = true;
      request.stalled = now;
      bank.statistics.wait_cycles += now - request.arrived;
      accept(request);
      accept_waiting(bank);
    }
    if (!look_up(request, now)) {
      bank.stalled = true;
      stalled_.push_back(&bank);
      return;
    }
    bank.statistics.stall_cycles += now - request.stalled;
    bank.waiting.pop_front();
    bank.free_at = now + holds_bank(request);
  }
}

/// Beyond the one that is looked up, as many requests as the queue holds end their request phase.
/// Each request that comes or is looked up makes room for one.
void Cache::accept_waiting(Bank& bank) {
  const std::size_t first = !bank.waiting.empty() && bank.waiting.front()->started ? 1 : 0;
  const std::size_t end = std::min<std::size_t>(bank.waiting.size(), first + config_.queue);
  if (end > first) accept(*bank.waiting[end - 1]);
}

void Cache::accept(CacheRequest& request) {
  if (request.accepted) return;
  request.accepted = true;
  to_accept_.push_back(&request);
}

void Cache::retry_stalled(Cycle now) {
  retry_ = false;
  std::vector<Bank*> banks;
  banks.swap(stalled_);
  for (Bank* bank : banks) bank->stalled = false;
  for (Bank* bank : banks) serve(*bank, now);
}

/// Of a miss that finds no room, or whose line is leaving: whether it comes to an end without its
/// line, which is not fetched for it.
bool Cache::drop(CacheRequest& request, Cycle now) {
  if (request.lanes == nullptr || !request.lanes->droppable) return false;
  CacheStatistics& statistics = bank_of(request.line).statistics;
  ++statistics.accesses;
  ++statistics.dropped_snoops;
  if (tell(request, false)) report_miss(request);
  request.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  wheel_.push(now + config_.latency, {Event::Kind::Answer, &request, nullptr, nullptr});
  return true;
}

/// Whether the look-up comes to an end; otherwise it waits.
bool Cache::look_up(CacheRequest& request, Cycle now) {
  request.looked_up = now;
  if (try_hit(request)) {
    wheel_.push(now + config_.latency, {Event::Kind::Answer, &request, nullptr, nullptr});
    return true;
  }
  const bool ends = passes_on(request) ? pass_on(request, now) : miss(request, now);
  if (!ends && request.stalled == now && !array_.find(request.line)) request.missed = true;
  return ends;
}

/// Whether a request goes to the next level even if the line is here.
bool Cache::passes_on(const CacheRequest& request) const {
  return (request.access == Access::Write && writes_through_) ||
         (request.access == Access::Atomic && role_ == CacheRole::Private);
}

bool Cache::try_hit(const CacheRequest& request) {
  CacheStatistics& statistics = bank_of(request.line).statistics;
  if (config_.perfect) {
    hit_perfectly(request);
  } else {
    if (passes_on(request)) return false;
    const auto place = array_.find(request.line);
    if (!place || !permits(array_.state(*place), request.access)) return false;
    array_.touch(*place);
    perform(*request.payload, request.access, array_.data(*place), request.line << line_shift_,
            array_.written(*place));
    if (request.access != Access::Read) array_.set_state(*place, LineState::Modified);
  }
  request.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  ++statistics.accesses;
  ++statistics.hits;
  tell(request, true);
  return true;
}

void Cache::hit_perfectly(const CacheRequest& request) {
  const std::uint64_t address = request.line << line_shift_;
  debug_down(tlm::TLM_READ_COMMAND, address, line_buffer_.data(), line_bytes_);
  perform(*request.payload, request.access, line_buffer_.data(), address);
  if (request.access == Access::Read) return;
  debug_down(tlm::TLM_WRITE_COMMAND, address, line_buffer_.data(), line_bytes_);
}

bool Cache::miss(CacheRequest& request, Cycle now) {
  CacheStatistics& statistics = bank_of(request.line).statistics;
  auto mshr = mshrs_.find(request.line);
  if (mshr) {
    if (!mshrs_.can_merge(*mshr)) return drop(request, now);
    ++statistics.merges;
  } else {
    if (mshrs_.full() || (coherent() && coherence_->leaving(request.line))) {
      return drop(request, now);
    }
    mshr = mshrs_.allocate(request.line);
    ++statistics.misses;
    if (coherent()) {
      // Only here a line that misses may be held, to be read.
      if (array_.find(request.line)) ++statistics.upgrades;
      coherence_->want(*mshr, request.access);
    }
    fetch(*mshr, now + config_.latency);
  }
  ++statistics.accesses;
  if (tell(request, false)) report_miss(request);
  mshrs_.targets(*mshr).push_back(&request);
  return true;
}

/// When a hit would be answered.
void Cache::report_miss(const CacheRequest& request) {
  if (request.blocking != nullptr) return;
  tlm::tlm_phase phase = LOOK_UP_MISSED;
  sc_core::sc_time delay = hit_time_;
  up[request.port]->nb_transport_bw(*request.payload, phase, delay);
}

/// A line that is on its way here must arrive first, or it would be older than the request.
bool Cache::pass_on(CacheRequest& request, Cycle now) {
  if (mshrs_.full() || mshrs_.find(request.line)) return false;
  const auto place = array_.find(request.line);
  CacheStatistics& statistics = bank_of(request.line).statistics;
  ++statistics.accesses;
  ++(place ? statistics.hits : statistics.misses);
  ++statistics.forwards;
  tell(request, place.has_value());
  if (place && request.access == Access::Write) {
    perform(*request.payload, Access::Write, array_.data(*place), request.line << line_shift_);
    array_.touch(*place);
  } else if (place) {
    if (array_.state(*place) == LineState::Modified) {
      send_later(write_back(request.line, array_.data(*place), array_.written(*place)), now);
    }
    array_.set_state(*place, LineState::Invalid);
  }
  DownRequest& down_request = down_pool_.take();
  down_request.start(DownRequest::Kind::Forward, tlm::TLM_READ_COMMAND, request.line);
  down_request.copy_request(*request.payload);
  down_request.mshr = mshrs_.reserve();
  down_request.forwarded = &request;
  if (request.access == Access::Write) writes_.push_back(&down_request);
  send_later(down_request, now + config_.latency);
  return true;
}

}  // namespace lanefold
