// SPDX-License-Identifier: Apache-2.0
// A cache: what it is made of, and its side towards those who ask.
#include "blocks/cache/cache.h"

#include <algorithm>
#include <ostream>

#include "blocks/memory_link/line_request.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

const CacheConfig& validated(const CacheConfig& config, const std::string& section,
                             std::uint32_t line_bytes) {
  validate_cache(config, section, line_bytes);
  return config;
}

/// Whether there is anything to be done; otherwise the payload has its response.
bool has_work(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes) {
  if (payload.get_command() != tlm::TLM_IGNORE_COMMAND) return admit(payload, line_bytes);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return false;
}

void refuse_write_through(const CacheConfig& config, const std::string& section) {
  if (config.write == "back") return;
  throw Error(ErrorKind::Configuration,
              section + ".write is '" + config.write +
                  "' but a cache that is kept coherent writes back; valid: back");
}

}  // namespace

Cache::Cache(const sc_core::sc_module_name& name, const CacheConfig& config,
             const std::string& section, std::uint32_t line_bytes, ClockDomain& domain,
             CacheRole role, unsigned id)
    : sc_module(name),
      config_(validated(config, section, line_bytes)),
      line_bytes_(line_bytes),
      clock_(domain.clock()),
      hit_time_(domain.period() * static_cast<double>(config.latency)),
      role_(role),
      writes_through_(config.write == "through"),
      marks_writes_(role == CacheRole::Private && !writes_through_),
      line_shift_(static_cast<unsigned>(__builtin_ctz(line_bytes))),
      array_(config, section, line_bytes, marks_writes_),
      mshrs_(config.mshrs, config.mshr_targets),
      banks_(config.banks),
      down_pool_(line_bytes),
      wake_(domain, [this] { run(); }),
      outgoing_(
          clock_, Sees::AtOnce,
          [this](DownRequest& request, Cycle cycle) {
            wheel_.push(cycle, {Event::Kind::Fill, nullptr, &request, nullptr});
          },
          [this](DownRequest& request, Cycle /*cycle*/) { accepted(request); }),
      line_buffer_(line_bytes) {
  if (role == CacheRole::Coherent) {
    refuse_write_through(config, section);
    coherence_ =
        std::make_unique<CoherencePort>(this->name(), clock_, array_, mshrs_, config.mshrs, id);
  }
  up.register_nb_transport_fw(this, &Cache::nb_transport_fw);
  up.register_b_transport(this, &Cache::b_transport);
  up.register_transport_dbg(this, &Cache::transport_dbg);
  down.register_nb_transport_bw(this, &Cache::nb_transport_bw);
  probes.register_nb_transport_fw(this, &Cache::probe_fw);
  probes.register_transport_dbg(this, &Cache::probe_dbg);
}

void Cache::wake() { wake_.set(wheel_.next()); }

/// What is due: first everything changes, then everybody is told.
void Cache::run() {
  const Cycle now = clock_.cycle_after();
  do {
    wheel_.take_due(now, [&](Event& event) { take(event, now); });
    if (retry_) retry_stalled(now);
    end_requests();
    if (answers_due_) send_answers(now);
    send_down();
  } while (retry_ || (!wheel_.empty() && wheel_.next() <= now));
  wake();
}

void Cache::take(Event& event, Cycle now) {
  switch (event.kind) {
    case Event::Kind::Arrive:
      return enqueue(*event.request, now);
    case Event::Kind::LookUp:
      event.bank->due = false;
      return serve(*event.bank, now);
    case Event::Kind::Answer:
      return answer(*event.request);
    case Event::Kind::Send:
      return outgoing_.push(*event.down);
    case Event::Kind::Fill:
      return answered(*event.down, now);
    case Event::Kind::Probe:
      return probe_arrives(*event.request, now);
    case Event::Kind::Wake:
      return;
  }
}

CacheRequest& Cache::remember(const CacheRequest& request) {
  CacheRequest& remembered = request_pool_.take();
  remembered = request;
  ++requests_;
  return remembered;
}

void Cache::answer_at_once(const CacheRequest& request, Cycle now) {
  bank_of(request.line).free_at = now + holds_bank(request);
  last_answer_ = std::max(last_answer_, now + config_.latency);
}

tlm::tlm_sync_enum Cache::nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                          tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(port, payload, phase, delay);
  if (phase == tlm::END_RESP) {
    end_response(answers_.at(port), delay);
    return tlm::TLM_COMPLETED;
  }
  return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
}

/// A hit in an idle bank is answered at once: no event, nothing to remember.
tlm::tlm_sync_enum Cache::begin_request(int port, tlm::tlm_generic_payload& payload,
                                        tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (!has_work(payload, line_bytes_)) return tlm::TLM_COMPLETED;
  const Cycle arrival = clock_.cycle_after(delay);
  CacheRequest request = make_request(payload, line_bytes_);
  request.port = port;
  const bool here = arrival == clock_.now();
  Bank& bank = bank_of(request.line);
  if (here && idle(bank, arrival) && try_hit(request)) {
    answer_at_once(request, arrival);
    delay = hit_time_;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  CacheRequest& remembered = remember(request);
  if (!here) {
    wheel_.push(arrival, {Event::Kind::Arrive, &remembered, nullptr, nullptr});
    wake();
    return tlm::TLM_ACCEPTED;
  }
  enqueue(remembered, arrival);
  wake();
  if (!remembered.accepted) return tlm::TLM_ACCEPTED;
  to_accept_.pop_back();
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Cache::b_transport(int /*port*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!has_work(payload, line_bytes_)) return;
  const Cycle arrival = clock_.cycle_after(delay);
  sc_core::wait(clock_.until(arrival));
  delay = sc_core::SC_ZERO_TIME;
  CacheRequest request = make_request(payload, line_bytes_);
  Bank& bank = bank_of(request.line);
  if (idle(bank, arrival) && try_hit(request)) {
    answer_at_once(request, arrival);
    delay = hit_time_;
    return;
  }
  sc_core::sc_event done;
  request.blocking = &done;
  request.accepted = true;
  enqueue(remember(request), arrival);
  wake();
  sc_core::wait(done);
}

void Cache::end_requests() {
  while (!to_accept_.empty()) {
    CacheRequest& request = *to_accept_.front();
    to_accept_.pop_front();
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    up[request.port]->nb_transport_bw(*request.payload, phase, delay);
  }
}

/// The request's data and status are final.
void Cache::answer(CacheRequest& request) {
  if (request.blocking != nullptr) {
    request.blocking->notify(sc_core::SC_ZERO_TIME);
    finish(request);
    return;
  }
  (request.probe ? coherence_->answers() : answers_.at(request.port)).push(request);
  answers_due_ = true;
}

void Cache::send_answers(Cycle now) {
  const auto finished = [this](CacheRequest& request) { finish(request); };
  answers_due_ = false;
  if (coherent() && !coherence_->answers().empty()) {
    coherence_->answers().send(*probes[0], now, finished);
  }
  const Cycle next = answers_.send(up, now, finished);
  send_answers_in(coherent() ? std::min(coherence_->answers().due(), next) : next);
}

void Cache::send_answers_in(Cycle cycle) {
  if (cycle == kNever) return;
  answers_due_ = true;
  wheel_.push(std::max(cycle, clock_.cycle_after()), {Event::Kind::Wake});
}

/// The initiator takes its next response.
void Cache::end_response(Answers& answers, const sc_core::sc_time& delay) {
  answers.end(delay, [this](CacheRequest& request) { finish(request); });
  send_answers_in(answers.due());
  wake();
}

void Cache::finish(CacheRequest& request) {
  last_answer_ = std::max(last_answer_, clock_.cycle_after());
  if (request.blocking == nullptr) request.payload->release();
  request_pool_.give_back(request);
  --requests_;
}

CacheStatistics Cache::statistics() const {
  CacheStatistics total;
  for (const Bank& bank : banks_) total.add(bank.statistics);
  return total;
}

void Cache::reset_statistics() {
  bytes_below_ = 0;
  for (Bank& bank : banks_) bank.statistics = {};
}

void Cache::describe(std::ostream& out) const {
  out << name() << ": " << requests_ << " requests, " << mshrs_.used() << " of " << config_.mshrs
      << " registers in use, " << outgoing_.waiting() << " requests to be sent downstream"
      << (outgoing_.requesting() ? ", the latest is not accepted" : "") << '\n';
  for (std::size_t i = 0; i < banks_.size(); ++i) {
    if (banks_[i].waiting.empty()) continue;
    out << name() << ": " << banks_[i].waiting.size() << " requests wait at bank " << i
        << (banks_[i].stalled ? ", which is stalled" : "") << '\n';
  }
}

}  // namespace lanefold
