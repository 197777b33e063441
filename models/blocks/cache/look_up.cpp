// SPDX-License-Identifier: Apache-2.0
// What becomes of a request that a cache looks up: a hit, a miss, or one that is passed on.
#include "blocks/cache/look_up.h"

#include "blocks/memory_link/line_request.h"

namespace lanefold {
namespace {

/// Tells the load/store unit, if the request is its own. A line that came while the look-up waited
/// was missed nevertheless.
void tell(const CacheRequest& request, bool hit) {
  if (request.lanes != nullptr) request.lanes->hit = hit && !request.missed;
}

}  // namespace

LookUp::LookUp(const CacheSpec& spec, CacheSchedule& schedule, CacheArray& array, CacheBanks& banks,
               UpstreamResponses& responses, DownstreamPort& downstream, MissHandler& misses)
    : spec_(spec),
      schedule_(schedule),
      array_(array),
      banks_(banks),
      responses_(responses),
      downstream_(downstream),
      misses_(misses),
      line_buffer_(spec.line_bytes) {}

bool LookUp::look_up(CacheRequest& request, Cycle now) {
  request.looked_up = now;
  if (try_hit(request)) {
    answer(request, now);
    return true;
  }
  const bool ends = passes_on(request) ? pass_on(request, now) : miss(request, now);
  if (!ends && request.stalled == now && !array_.find(request.line)) request.missed = true;
  return ends;
}

bool LookUp::try_hit(const CacheRequest& request) {
  if (spec_.config.perfect) {
    hit_perfectly(request);
  } else if (passes_on(request) || !hit_line(request)) {
    return false;
  }
  request.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  CacheStatistics& statistics = banks_.counts(request.line);
  ++statistics.accesses;
  ++statistics.hits;
  tell(request, true);
  return true;
}

/// Whether a request goes to the next level even if the line is here.
bool LookUp::passes_on(const CacheRequest& request) const {
  return (request.access == Access::Write && spec_.writes_through) ||
         (request.access == Access::Atomic && spec_.role == CacheRole::Private);
}

bool LookUp::hit_line(const CacheRequest& request) {
  const auto place = array_.find(request.line);
  if (!place || !permits(array_.state(*place), request.access)) return false;
  array_.touch(*place);
  perform(*request.payload, request.access, array_.data(*place), spec_.address_of(request.line),
          array_.written(*place));
  if (request.access != Access::Read) array_.set_state(*place, LineState::Modified);
  return true;
}

void LookUp::hit_perfectly(const CacheRequest& request) {
  const std::uint64_t address = spec_.address_of(request.line);
  downstream_.debug(tlm::TLM_READ_COMMAND, address, line_buffer_.data(), spec_.line_bytes);
  perform(*request.payload, request.access, line_buffer_.data(), address);
  if (request.access == Access::Read) return;
  downstream_.debug(tlm::TLM_WRITE_COMMAND, address, line_buffer_.data(), spec_.line_bytes);
}

bool LookUp::miss(CacheRequest& request, Cycle now) {
  const auto mshr = misses_.find_register(request, now + spec_.config.latency);
  if (!mshr) return drop(request, now);
  ++banks_.counts(request.line).accesses;
  report_miss(request);
  misses_.wait(*mshr, request);
  return true;
}

/// Ends a droppable miss that finds no room, or whose line is leaving, without fetching the line.
/// Returns whether the request has ended.
bool LookUp::drop(CacheRequest& request, Cycle now) {
  if (request.lanes == nullptr || !request.lanes->droppable) return false;
  CacheStatistics& statistics = banks_.counts(request.line);
  ++statistics.accesses;
  ++statistics.dropped_snoops;
  report_miss(request);
  request.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  answer(request, now);
  return true;
}

bool LookUp::pass_on(CacheRequest& request, Cycle now) {
  if (!misses_.can_pass_on(request.line)) return false;
  const auto place = array_.find(request.line);
  CacheStatistics& statistics = banks_.counts(request.line);
  ++statistics.accesses;
  ++(place ? statistics.hits : statistics.misses);
  ++statistics.forwards;
  tell(request, place.has_value());
  if (place && request.access == Access::Write) {
    perform(*request.payload, Access::Write, array_.data(*place), spec_.address_of(request.line));
    array_.touch(*place);
  } else if (place) {
    misses_.give_up(*place, now);
  }
  misses_.pass_on(request, now + spec_.config.latency);
  return true;
}

/// At once, if the load/store unit wants to hear of it early.
void LookUp::report_miss(const CacheRequest& request) {
  tell(request, false);
  if (request.lanes != nullptr && request.lanes->needs_look_up) responses_.report_miss(request);
}

}  // namespace lanefold
