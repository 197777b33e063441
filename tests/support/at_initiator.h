// SPDX-License-Identifier: Apache-2.0
// An initiator written against the TLM-2.0 standard only: sends what a test wants in the cycles
// that it wants, and remembers the cycles of the answers.
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "blocks/memory_link/atomic_extension.h"

namespace lanefold {

constexpr auto kRead = tlm::TLM_READ_COMMAND;
constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;

/// A payload with its data and the cycles in which it is sent and answered.
class Transaction {
 public:
  Transaction(tlm::tlm_command command, std::uint64_t address, unsigned length,
              tlm::tlm_mm_interface* manager = nullptr);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  /// Writes only `bytes` bytes from `offset` on.
  void enable(unsigned offset, unsigned bytes);
  void make_atomic(Opcode operation, std::uint64_t address, std::uint32_t operand);
  std::uint32_t word(unsigned offset) const;
  void set_word(unsigned offset, std::uint32_t value);

  std::vector<unsigned char> data;
  std::vector<unsigned char> enables;
  tlm::tlm_generic_payload payload;
  AtomicExtension atomic;
  std::uint64_t due = 0;       ///< cycle in which it may be sent
  std::uint64_t sent = 0;      ///< cycle of BEGIN_REQ
  std::uint64_t accepted = 0;  ///< cycle of END_REQ
  std::uint64_t answered = 0;  ///< cycle of the answer; 0 is none yet
};

/// Sends transactions in the order in which they are handed over, as soon as they are due and the
/// request before is accepted.
class AtInitiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<AtInitiator> socket{"socket"};
  /// Called in the cycle of an answer.
  std::function<void(Transaction&)> answered;
  /// Cycles from BEGIN_RESP to END_RESP; 0 ends a response in the backward call.
  std::uint64_t response_cycles = 0;
  /// Ends it in the backward call all the same, and annotates these cycles.
  bool annotates_end = false;

  SC_HAS_PROCESS(AtInitiator);
  explicit AtInitiator(const sc_core::sc_module_name& name);

  /// Lives as long as the initiator.
  Transaction& make(tlm::tlm_command command, std::uint64_t address, unsigned length = 64);
  void send(Transaction& transaction, std::uint64_t cycle);
  bool idle() const { return open_ == 0; }
  void free(tlm::tlm_generic_payload* payload) override;

 private:
  using Payload = tlm::tlm_generic_payload;

  void advance();
  void begin_request(Transaction& transaction);
  void request_ends(const sc_core::sc_time& delay);
  void response_begins(Payload& payload, const sc_core::sc_time& delay);
  void finish(Transaction& transaction);
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  void wake(std::uint64_t cycle);

  std::vector<std::unique_ptr<Transaction>> all_;
  std::map<const Payload*, Transaction*> by_payload_;
  std::deque<Transaction*> waiting_;
  Transaction* requesting_ = nullptr;
  std::uint64_t free_at_ = 0;  ///< cycle from which the next request may begin
  std::multimap<std::uint64_t, Transaction*> answers_;
  std::multimap<std::uint64_t, Payload*> responses_;  ///< to be ended
  unsigned open_ = 0;
  sc_core::sc_event wake_;
};

/// One row of a directed test.
struct Shot {
  std::uint64_t cycle;
  std::uint64_t address;
  tlm::tlm_command command;
  std::uint64_t answered;
};

/// Sends all shots and returns the cycles of their answers, in the order of the shots.
std::vector<std::uint64_t> answers_of(AtInitiator& initiator, const std::vector<Shot>& shots,
                                      unsigned length = 64);
std::vector<std::uint64_t> expected_answers(const std::vector<Shot>& shots);

}  // namespace lanefold
