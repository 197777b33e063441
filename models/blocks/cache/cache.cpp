// SPDX-License-Identifier: Apache-2.0
// A cache: its parts, how they are wired, and what it does in a cycle.
#include "blocks/cache/cache.h"

#include <ostream>
#include <utility>

namespace lanefold {

Cache::Cache(const sc_core::sc_module_name& name, const CacheConfig& config,
             const std::string& section, std::uint32_t line_bytes, ClockDomain& domain,
             CacheRole role, unsigned id)
    : sc_module(name),
      spec_(config, section, line_bytes, domain, role),
      schedule_(domain, [this] { run(); }),
      array_(config, line_bytes, spec_.marks_writes),
      mshrs_(config.mshrs, config.mshr_targets),
      banks_(config.banks, config.queue),
      responses_(spec_, schedule_, up, probes),
      downstream_(spec_, schedule_, banks_, down,
                  [this](DownRequest& request, Cycle /*cycle*/) { misses_.accepted(request); }),
      debug_(spec_, array_, downstream_),
      coherence_(spec_, schedule_, banks_, responses_, downstream_, debug_,
                 CoherentLines(this->name(), array_, mshrs_, config.mshrs, id)),
      misses_(spec_, schedule_, array_, mshrs_, banks_, downstream_, coherence_),
      look_up_(spec_, schedule_, array_, banks_, responses_, downstream_, misses_),
      scheduler_(schedule_, banks_, responses_, look_up_, misses_),
      requests_(spec_, schedule_, scheduler_, responses_, debug_) {
  up.register_nb_transport_fw(&requests_, &UpstreamRequests::nb_transport_fw);
  up.register_b_transport(&requests_, &UpstreamRequests::b_transport);
  up.register_transport_dbg(&requests_, &UpstreamRequests::transport_dbg);
  down.register_nb_transport_bw(&downstream_, &DownstreamPort::nb_transport_bw);
  probes.register_nb_transport_fw(&coherence_, &CoherencePort::nb_transport_fw);
  probes.register_transport_dbg(&coherence_, &CoherencePort::transport_dbg);
}

/// Carries out what is due: first all state changes, then the calls that tell other modules.
void Cache::run() {
  const Cycle now = spec_.clock.cycle_after();
  do {
    schedule_.take_due(now, [&](const CacheEvent& event) { take(event, now); });
    if (banks_.retry()) scheduler_.retry_stalled(now);
    responses_.send(now);
    downstream_.send_ready();
  } while (banks_.retry() || schedule_.due(now));
  schedule_.set_alarm();
}

void Cache::take(const CacheEvent& event, Cycle now) {
  switch (event.kind) {
    case CacheEvent::Kind::Arrive:
      return scheduler_.enqueue(*event.request, now);
    case CacheEvent::Kind::LookUp:
      return scheduler_.serve_due(*event.bank, now);
    case CacheEvent::Kind::Answer:
      return responses_.answer(*event.request);
    case CacheEvent::Kind::Send:
      return downstream_.ready(*event.down);
    case CacheEvent::Kind::Response:
      return misses_.answered(*event.down, now);
    case CacheEvent::Kind::Probe:
      return coherence_.arrive(*event.request, now);
    case CacheEvent::Kind::Wake:
      return;
  }
}

void Cache::flush(std::function<void()> done) { misses_.flush(std::move(done)); }

CacheState Cache::state() const {
  CacheState state = array_.state();
  state.name = basename();
  return state;
}

void Cache::restore(const CacheState& state) {
  if (state.line_bytes != spec_.line_bytes) return;
  array_.restore(state, [this](std::uint64_t line, unsigned char* data) {
    downstream_.debug(tlm::TLM_READ_COMMAND, spec_.address_of(line), data, spec_.line_bytes);
  });
}

void Cache::reset_statistics() {
  downstream_.reset_bytes();
  banks_.reset_statistics();
}

void Cache::describe(std::ostream& out) const {
  out << name() << ": " << responses_.open() << " requests, " << mshrs_.used() << " of "
      << spec_.config.mshrs << " registers in use, ";
  downstream_.describe(out);
  out << '\n';
  banks_.describe(out, name());
}

}  // namespace lanefold
