// SPDX-License-Identifier: Apache-2.0
// The directory's sides towards caches and memory.
#include "blocks/directory/directory.h"

#include <algorithm>
#include <ostream>

#include "blocks/memory_link/debug_transport.h"
#include "lanefold/error.h"

namespace lanefold {

Directory::Directory(const sc_core::sc_module_name& name, const DirectoryConfig& config,
                     std::uint32_t line_bytes, ClockDomain& domain)
    : sc_module(name),
      config_(config),
      line_bytes_(line_bytes),
      clock_(domain.clock()),
      requests_(line_bytes),
      memory_(clock_, Sees::AtOnce,
              [this](DownRequest& request, Cycle cycle) {
                wheel_.push(cycle, {Event::Kind::Answered, nullptr, &request});
              }),
      wake_(domain, [this] { run(); }) {
  up.register_nb_transport_fw(this, &Directory::nb_transport_fw);
  up.register_b_transport(this, &Directory::b_transport);
  up.register_transport_dbg(this, &Directory::transport_dbg);
  down.register_nb_transport_bw(this, &Directory::nb_transport_bw);
  probes.register_nb_transport_bw(this, &Directory::probe_bw);
}

void Directory::end_of_elaboration() {
  if (probes.size() > kMostCaches) {
    throw Error(ErrorKind::Configuration,
                std::string(name()) + " keeps at most " + std::to_string(kMostCaches) +
                    " caches coherent, not " + std::to_string(probes.size()));
  }
  for (unsigned cache = 0; cache < probes.size(); ++cache) {
    probing_.emplace_back(clock_, Sees::AtOnce, [this](DownRequest& probe, Cycle cycle) {
      wheel_.push(cycle, {Event::Kind::ProbeAnswered, nullptr, &probe});
    });
  }
}

void Directory::wake() { wake_.set(wheel_.next()); }

void Directory::wake_now() {
  wheel_.push(clock_.cycle_after(), {});
  wake();
}

/// Carries out what is due: first all state changes, then the calls that tell other modules.
void Directory::run() {
  const Cycle now = clock_.cycle_after();
  do {
    wheel_.take_due(now, [&](Event& event) { take(event, now); });
    end_requests();
    if (answers_due_) send_answers(now);
    memory_.send(*down.operator->(), now);
    if (memory_.due() != kNever) wheel_.push(memory_.due(), {});
    for (const unsigned cache : to_probe_) send_probes(cache, now);
  } while (!wheel_.empty() && wheel_.next() <= now);
  wake();
}

void Directory::send_probes(unsigned cache, Cycle now) {
  Requests& probing = probing_[cache];
  probing.send(*probes[static_cast<int>(cache)], now);
  if (probing.due() != kNever) wheel_.push(probing.due(), {});
  if (probing.waiting() == 0) to_probe_.reset(cache);
}

void Directory::take(Event& event, Cycle now) {
  switch (event.kind) {
    case Event::Kind::Wake:
      return;
    case Event::Kind::Arrive:
      return arrive(*event.transaction, now);
    case Event::Kind::Finish:
      return finish(*event.transaction, now);
    case Event::Kind::Probe:
      to_probe_.set(event.request->probe().cache);
      return probing_[event.request->probe().cache].push(*event.request);
    case Event::Kind::ProbeAnswered:
      return probe_answered(*event.request, now);
    case Event::Kind::Answered:
      return memory_answered(*event.request, now);
  }
}

Directory::Transaction& Directory::make(tlm::tlm_generic_payload& payload) {
  Transaction& made = transactions_.take();
  std::vector<unsigned char> data = std::move(made.data);  // whose memory is used again
  made = {};
  made.data = std::move(data);
  static_cast<CacheRequest&>(made) = make_request(payload, line_bytes_);
  made.request = made.access == Access::Read ? DirectoryRequest::Read : DirectoryRequest::Write;
  if (const auto* coherence = payload.get_extension<CoherenceExtension>()) {
    made.cache = coherence->cache;
    switch (coherence->request) {
      case CoherenceRequest::GetShared:
        made.request = DirectoryRequest::GetShared;
        break;
      case CoherenceRequest::GetModified:
        made.request = DirectoryRequest::GetModified;
        break;
      case CoherenceRequest::PutExclusive:
        made.request = DirectoryRequest::PutExclusive;
        break;
      case CoherenceRequest::PutModified:
        made.request = DirectoryRequest::PutModified;
        break;
    }
  }
  ++open_;
  return made;
}

tlm::tlm_sync_enum Directory::nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    Answers& answers = answers_.at(port);
    answers.end(delay,
                [this](CacheRequest& request) { forget(static_cast<Transaction&>(request)); });
    send_answers_in(answers.due());
    wake();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  if (!has_work(payload)) return tlm::TLM_COMPLETED;
  payload.acquire();
  Transaction& transaction = make(payload);
  transaction.port = port;
  wheel_.push(clock_.cycle_after(delay), {Event::Kind::Arrive, &transaction, nullptr});
  wake();
  return tlm::TLM_ACCEPTED;
}

/// Whether anything is to be done; otherwise the payload has its response.
bool Directory::has_work(tlm::tlm_generic_payload& payload) const {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND &&
      payload.get_extension<CoherenceExtension>() == nullptr) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return false;
  }
  return admit(payload, line_bytes_);
}

void Directory::b_transport(int /*port*/, tlm::tlm_generic_payload& payload,
                            sc_core::sc_time& delay) {
  if (!has_work(payload)) return;
  sc_core::sc_event done;
  Transaction& transaction = make(payload);
  transaction.blocking = &done;
  transaction.accepted = true;
  wheel_.push(clock_.cycle_after(delay), {Event::Kind::Arrive, &transaction, nullptr});
  wake();
  delay = sc_core::SC_ZERO_TIME;
  sc_core::wait(done);
}

/// A request that finds no place keeps its initiator from sending another.
void Directory::arrive(Transaction& transaction, Cycle now) {
  transaction.arrived = now;
  held_.push_back(&transaction);
  admit_held(now);
}

void Directory::admit_held(Cycle now) {
  while (!held_.empty() && active_ < config_.transactions) {
    Transaction& transaction = *held_.front();
    held_.pop_front();
    ++active_;
    if (!transaction.accepted) to_accept_.push_back(&transaction);
    Entry& entry = lines_[transaction.line];
    transaction.entry = &entry;
    if (entry.active != nullptr) {
      ++statistics_.waits;
      entry.last->next = &transaction;
      entry.last = &transaction;
    } else {
      entry.active = entry.last = &transaction;
      begin(transaction, now);
    }
  }
}

void Directory::end_requests() {
  while (!to_accept_.empty()) {
    Transaction& transaction = *to_accept_.front();
    to_accept_.pop_front();
    transaction.accepted = true;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    up[transaction.port]->nb_transport_bw(*transaction.payload, phase, delay);
  }
}

void Directory::send_answers(Cycle now) {
  answers_due_ = false;
  send_answers_in(answers_.send(
      up, now, [this](CacheRequest& request) { forget(static_cast<Transaction&>(request)); }));
}

void Directory::send_answers_in(Cycle cycle) {
  if (cycle == kNever) return;
  answers_due_ = true;
  wheel_.push(std::max(cycle, clock_.cycle_after()), {});
}

void Directory::forget(Transaction& transaction) {
  last_answer_ = std::max(last_answer_, clock_.cycle_after());
  if (transaction.blocking != nullptr) {
    transaction.blocking->notify(sc_core::SC_ZERO_TIME);
  } else {
    transaction.payload->release();
  }
  transactions_.give_back(transaction);
  --open_;
}

void Directory::send(DownRequest& request) {
  ++unanswered_;
  memory_.push(request);
}

tlm::tlm_sync_enum Directory::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const tlm::tlm_sync_enum status =
      memory_.backward(static_cast<DownRequest&>(payload), phase, delay);
  wake_now();
  return status;
}

tlm::tlm_sync_enum Directory::probe_bw(int cache, tlm::tlm_generic_payload& payload,
                                       tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const tlm::tlm_sync_enum status = probing_[static_cast<std::size_t>(cache)].backward(
      static_cast<DownRequest&>(payload), phase, delay);
  wake_now();
  return status;
}

/// Memory first, then whatever caches have that is newer, line by line.
unsigned Directory::transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  const tlm::tlm_command command = payload.get_command();
  return debug_above(*down.operator->(), payload, line_bytes_,
                     [&](std::uint64_t address, unsigned char* data, unsigned length) {
                       unsigned moved = 0;
                       for (unsigned cache = 0; cache < probes.size(); ++cache) {
                         auto& probed = *probes[static_cast<int>(cache)];
                         moved = std::max(moved,
                                          debug_transport(probed, command, address, data, length));
                       }
                       return moved;
                     });
}

DirectoryLine Directory::line(std::uint64_t line) const {
  const auto found = lines_.find(line);
  return found == lines_.end() ? DirectoryLine{} : found->second.line;
}

std::vector<DirectoryLineState> Directory::state() const {
  std::vector<DirectoryLineState> state;
  for (const auto& [number, entry] : lines_) {
    const bool owned = entry.line.state == DirectoryLine::State::Owned;
    state.push_back({number, entry.line.caches.bits(), owned});
  }
  std::sort(state.begin(), state.end(),
            [](const auto& one, const auto& other) { return one.number < other.number; });
  return state;
}

void Directory::restore(const std::vector<DirectoryLineState>& lines) {
  for (const DirectoryLineState& line : lines) {
    const IndexSet caches(line.caches);
    const bool known =
        caches.any() && (IndexSet::first(probes.size()) | caches) == IndexSet::first(probes.size());
    if (!known || (line.owned && caches.count() != 1)) {
      throw Error(ErrorKind::File, "a directory knows a line in a way that it cannot");
    }
    const auto state = line.owned ? DirectoryLine::State::Owned : DirectoryLine::State::Shared;
    lines_[line.number].line = {state, caches};
  }
}

void Directory::describe(std::ostream& out) const {
  out << name() << ": " << active_ << " of " << config_.transactions << " transactions, "
      << held_.size() << " requests held back\n";
  for (const auto& [line, entry] : lines_) {
    if (entry.active == nullptr) continue;
    unsigned waiting = 0;
    for (const auto* next = entry.active->next; next != nullptr; next = next->next) ++waiting;
    out << name() << ": line " << line * line_bytes_ << " waits for " << entry.active->probes
        << " probes" << (entry.active->waits_for_memory ? " and memory" : "") << ", " << waiting
        << " requests behind it\n";
  }
}

}  // namespace lanefold
