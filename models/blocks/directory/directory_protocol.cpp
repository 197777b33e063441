// SPDX-License-Identifier: Apache-2.0
// What the directory does with a request: probes, memory, answer.
#include <algorithm>

#include "blocks/directory/directory.h"

namespace lanefold {
namespace {

bool gets(DirectoryRequest request) {
  return request == DirectoryRequest::GetShared || request == DirectoryRequest::GetModified;
}

}  // namespace

/// Begins a transaction; no other transaction works on the line.
void Directory::begin(Transaction& transaction, Cycle now) {
  statistics_.wait_cycles += now - transaction.arrived;
  const DirectoryPlan planned =
      plan(transaction.entry->line, transaction.request, transaction.cache);
  switch (transaction.request) {
    case DirectoryRequest::GetShared:
      ++statistics_.gets_shared;
      break;
    case DirectoryRequest::GetModified:
      ++statistics_.gets_modified;
      break;
    case DirectoryRequest::PutExclusive:
    case DirectoryRequest::PutModified:
      return take_back(transaction, planned, now);
    case DirectoryRequest::Read:
    case DirectoryRequest::Write:
      ++statistics_.uncached;
      break;
  }
  probe_caches(transaction, planned, now);
  // Memory is read beside the probes, unless the owner may have something newer.
  if (gets(transaction.request) && planned.probe == ProbeKind::Invalidate) {
    read_memory(transaction);
  }
  proceed(transaction, now);
}

/// What is given up goes to memory. The answer need not wait for that: requests for the line follow
/// it there.
void Directory::take_back(Transaction& transaction, const DirectoryPlan& planned, Cycle now) {
  ++statistics_.puts;
  if (planned.stale) {
    ++statistics_.stale_puts;
  } else {
    transaction.entry->line = {};
    if (transaction.request == DirectoryRequest::PutModified) {
      write_memory(transaction.line, transaction.payload->get_data_ptr());
    }
  }
  transaction.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  wheel_.push(now + config_.latency, {Event::Kind::Finish, &transaction, nullptr});
}

void Directory::probe_caches(Transaction& transaction, const DirectoryPlan& planned, Cycle now) {
  const bool invalidates = planned.probe == ProbeKind::Invalidate;
  for (const unsigned cache : planned.probed) {
    DownRequest& probe = requests_.take();
    probe.start(DownRequest::Kind::Probe, tlm::TLM_READ_COMMAND, transaction.line);
    probe.probe(planned.probe, cache);
    probe.forwarded = &transaction;
    ++transaction.probes;
    ++unanswered_;
    ++(invalidates ? statistics_.invalidations : statistics_.fetches);
    wheel_.push(now + config_.latency, {Event::Kind::Probe, nullptr, &probe});
  }
}

void Directory::probe_answered(DownRequest& probe, Cycle now) {
  --unanswered_;
  auto& transaction = static_cast<Transaction&>(*probe.forwarded);
  const ProbeExtension& answer = probe.probe();
  DirectoryLine& line = transaction.entry->line;
  line = after_probe(line, answer.kind, answer.cache, answer.kept);
  if (answer.modified) {
    ++statistics_.transfers;
    transaction.data.assign(probe.data(), probe.data() + line_bytes_);
    transaction.has_data = true;
    // Who wants to write owns what memory does not have.
    if (transaction.request != DirectoryRequest::GetModified) {
      write_memory(transaction.line, probe.data());
    }
  }
  --transaction.probes;
  probe.release();
  proceed(transaction, now);
}

/// Does what is left to be done, or answers.
void Directory::proceed(Transaction& transaction, Cycle now) {
  if (transaction.probes != 0 || transaction.waits_for_memory) return;
  if (!transaction.asked_memory && !gets(transaction.request)) return pass_on(transaction);
  if (!transaction.asked_memory && !transaction.has_data) return read_memory(transaction);
  if (gets(transaction.request) && transaction.has_data) grant_line(transaction);
  finish(transaction, now);
}

void Directory::read_memory(Transaction& transaction) {
  ++statistics_.memory_reads;
  DownRequest& request = requests_.take();
  request.start(DownRequest::Kind::Fetch, tlm::TLM_READ_COMMAND, transaction.line);
  request.forwarded = &transaction;
  transaction.asked_memory = transaction.waits_for_memory = true;
  send(request);
}

void Directory::write_memory(std::uint64_t line, const unsigned char* data) {
  ++statistics_.memory_writes;
  DownRequest& request = requests_.take();
  request.start(DownRequest::Kind::WriteBack, tlm::TLM_WRITE_COMMAND, line);
  std::copy_n(data, line_bytes_, request.data());
  send(request);
}

/// Requests of others are served by memory itself once no cache has anything newer.
void Directory::pass_on(Transaction& transaction) {
  DownRequest& request = requests_.take();
  request.start(DownRequest::Kind::Forward, tlm::TLM_READ_COMMAND, transaction.line);
  request.copy_request(*transaction.payload);
  request.forwarded = &transaction;
  transaction.asked_memory = transaction.waits_for_memory = true;
  send(request);
}

void Directory::memory_answered(DownRequest& request, Cycle now) {
  --unanswered_;
  if (request.kind == DownRequest::Kind::WriteBack) {
    if (request.is_response_error()) {
      SC_REPORT_ERROR("lanefold/directory", "memory refuses a line that a cache gives up");
    }
    request.release();
    return;
  }
  auto& transaction = static_cast<Transaction&>(*request.forwarded);
  transaction.waits_for_memory = false;
  transaction.payload->set_response_status(request.get_response_status());
  if (transaction.journey != nullptr) {
    transaction.journey->take_over(request.journey(), now - transaction.arrived);
  }
  if (request.kind == DownRequest::Kind::Forward) {
    if (!request.is_write() && request.is_response_ok()) {
      copy_answer(*transaction.payload, request.data());
    }
  } else if (request.is_response_ok()) {
    transaction.data.assign(request.data(), request.data() + line_bytes_);
    transaction.has_data = true;
  }
  request.release();
  proceed(transaction, now);
}

void Directory::grant_line(Transaction& transaction) {
  DirectoryLine& line = transaction.entry->line;
  const LineState granted = grant(line, transaction.request, transaction.cache);
  line = after_grant(line, granted, transaction.cache);
  transaction.payload->get_extension<CoherenceExtension>()->granted = granted;
  perform(*transaction.payload, Access::Read, transaction.data.data(),
          transaction.line * line_bytes_);
  transaction.payload->set_response_status(tlm::TLM_OK_RESPONSE);
}

/// Answers, and begins with the next request for the line.
void Directory::finish(Transaction& transaction, Cycle now) {
  Entry& entry = *transaction.entry;
  const std::uint64_t line = transaction.line;
  entry.active = transaction.next;
  --active_;
  if (transaction.journey != nullptr) {
    transaction.journey->leave(MemoryPlace::Directory, now - transaction.arrived);
  }
  if (transaction.blocking != nullptr) {
    forget(transaction);
  } else {
    answers_.at(transaction.port).push(transaction);
    answers_due_ = true;
  }
  if (entry.active != nullptr) {
    begin(*entry.active, now);
  } else if (entry.line.state == DirectoryLine::State::Uncached) {
    lines_.erase(line);
  }
  admit_held(now);
}

}  // namespace lanefold
