// SPDX-License-Identifier: Apache-2.0
// An initiator written against the TLM-2.0 standard only.
#include "tests/support/at_initiator.h"

#include <algorithm>
#include <cstring>

#include "blocks/clock/core_clock.h"
#include "tests/support/pipeline.h"

namespace lanefold {

Transaction::Transaction(tlm::tlm_command command, std::uint64_t address, unsigned length,
                         tlm::tlm_mm_interface* manager)
    : data(length), payload(manager) {
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data.data());
  payload.set_data_length(length);
  payload.set_streaming_width(length);
}

Transaction::~Transaction() { payload.clear_extension(&atomic); }

void Transaction::enable(unsigned offset, unsigned bytes) {
  enables.assign(data.size(), TLM_BYTE_DISABLED);
  std::fill_n(enables.begin() + offset, bytes, TLM_BYTE_ENABLED);
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
}

void Transaction::make_atomic(Opcode operation, std::uint64_t address, std::uint32_t operand) {
  atomic.operation = operation;
  atomic.address = address;
  atomic.operand = operand;
  payload.set_extension(&atomic);
}

std::uint32_t Transaction::word(unsigned offset) const {
  std::uint32_t value = 0;
  std::memcpy(&value, &data[offset], sizeof value);
  return value;
}

void Transaction::set_word(unsigned offset, std::uint32_t value) {
  std::memcpy(&data[offset], &value, sizeof value);
}

AtInitiator::AtInitiator(const sc_core::sc_module_name& name) : sc_module(name) {
  socket.register_nb_transport_bw(this, &AtInitiator::backward);
  SC_METHOD(advance);
  dont_initialize();
  sensitive << wake_;
}

Transaction& AtInitiator::make(tlm::tlm_command command, std::uint64_t address, unsigned length) {
  all_.push_back(std::make_unique<Transaction>(command, address, length, this));
  Transaction& transaction = *all_.back();
  by_payload_[&transaction.payload] = &transaction;
  return transaction;
}

void AtInitiator::send(Transaction& transaction, std::uint64_t cycle) {
  transaction.due = cycle;
  transaction.answered = 0;
  transaction.payload.acquire();
  transaction.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  waiting_.push_back(&transaction);
  ++open_;
  wake(cycle);
}

void AtInitiator::wake(std::uint64_t cycle) {
  const CoreClock clock(cycles(1));
  wake_.notify(clock.until(std::max(cycle, clock.cycle_after())));
}

void AtInitiator::advance() {
  const std::uint64_t now = current_cycle();
  while (!responses_.empty() && responses_.begin()->first <= now) {
    Payload* payload = responses_.begin()->second;
    responses_.erase(responses_.begin());
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_fw(*payload, phase, delay);
    finish(*by_payload_.at(payload));
  }
  while (!answers_.empty() && answers_.begin()->first <= now) {
    Transaction* transaction = answers_.begin()->second;
    answers_.erase(answers_.begin());
    finish(*transaction);
  }
  while (!waiting_.empty() && requesting_ == nullptr && free_at_ <= now &&
         waiting_.front()->due <= now) {
    Transaction* transaction = waiting_.front();
    waiting_.pop_front();
    begin_request(*transaction);
  }
  if (!responses_.empty()) wake(responses_.begin()->first);
  if (!answers_.empty()) wake(answers_.begin()->first);
  if (!waiting_.empty() && requesting_ == nullptr) {
    wake(std::max(free_at_, waiting_.front()->due));
  }
}

void AtInitiator::begin_request(Transaction& transaction) {
  transaction.sent = current_cycle();
  requesting_ = &transaction;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(transaction.payload, phase, delay);
  if (status == tlm::TLM_COMPLETED) {
    request_ends(sc_core::SC_ZERO_TIME);
    transaction.answered = CoreClock(cycles(1)).cycle_after(delay);
    answers_.emplace(transaction.answered, &transaction);
  } else if (status == tlm::TLM_UPDATED) {
    const bool responds = phase == tlm::BEGIN_RESP;
    backward(transaction.payload, phase, delay);
    if (responds && (response_cycles == 0 || annotates_end)) {
      tlm::tlm_phase end = tlm::END_RESP;
      socket->nb_transport_fw(transaction.payload, end, delay);
    }
  }
}

void AtInitiator::request_ends(const sc_core::sc_time& delay) {
  free_at_ = CoreClock(cycles(1)).cycle_after(delay);
  if (requesting_ != nullptr) requesting_->accepted = free_at_;
  requesting_ = nullptr;
  if (!waiting_.empty()) wake(std::max(free_at_, waiting_.front()->due));
}

tlm::tlm_sync_enum AtInitiator::backward(Payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  Transaction& transaction = *by_payload_.at(&payload);
  if (requesting_ == &transaction) request_ends(delay);
  if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
  transaction.answered = CoreClock(cycles(1)).cycle_after(delay);
  if (response_cycles != 0 && annotates_end) {
    answers_.emplace(transaction.answered, &transaction);
    wake(answers_.begin()->first);
    phase = tlm::END_RESP;
    delay += cycles(response_cycles);
    return tlm::TLM_UPDATED;
  }
  if (response_cycles != 0) {
    responses_.emplace(transaction.answered + response_cycles, &payload);
    wake(responses_.begin()->first);
    return tlm::TLM_ACCEPTED;
  }
  answers_.emplace(transaction.answered, &transaction);
  wake(answers_.begin()->first);
  return tlm::TLM_COMPLETED;
}

void AtInitiator::finish(Transaction& transaction) {
  --open_;
  transaction.payload.release();
  if (answered) answered(transaction);
}

void AtInitiator::free(Payload* /*payload*/) {}

std::vector<std::uint64_t> answers_of(AtInitiator& initiator, const std::vector<Shot>& shots,
                                      unsigned length) {
  std::vector<Transaction*> sent;
  for (const Shot& shot : shots) {
    sent.push_back(&initiator.make(shot.command, shot.address, length));
    initiator.send(*sent.back(), shot.cycle);
  }
  while (!initiator.idle() && sc_core::sc_pending_activity()) {
    sc_core::sc_start(sc_core::sc_time_to_pending_activity() + cycles(1));
  }
  std::vector<std::uint64_t> answers;
  for (const Transaction* transaction : sent) answers.push_back(transaction->answered);
  return answers;
}

std::vector<std::uint64_t> expected_answers(const std::vector<Shot>& shots) {
  std::vector<std::uint64_t> answers;
  for (const Shot& shot : shots) answers.push_back(shot.answered);
  return answers;
}

}  // namespace lanefold
