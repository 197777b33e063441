// SPDX-License-Identifier: Apache-2.0
// The memory controller.
#include "blocks/dram/memory_controller.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

#include "blocks/memory_link/atomic_extension.h"
#include "blocks/memory_link/journey.h"

namespace lanefold {

MemoryController::MemoryController(const sc_core::sc_module_name& name, const DramConfig& config,
                                   std::uint32_t clock_mhz, const CoreClock& clock,
                                   MemoryContent& content)
    : sc_module(name),
      clock_(clock),
      content_(content),
      timing_(make_dram_timing(config, clock_mhz)) {
  socket.register_nb_transport_fw(this, &MemoryController::nb_transport_fw);
  socket.register_b_transport(this, &MemoryController::b_transport);
  socket.register_transport_dbg(this, &MemoryController::transport_dbg);
}

tlm::tlm_sync_enum MemoryController::nb_transport_fw(int /*id*/, tlm::tlm_generic_payload& payload,
                                                     tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("lanefold/memory", "a completed request got another phase");
    return tlm::TLM_COMPLETED;
  }
  b_transport(0, payload, delay);
  return tlm::TLM_COMPLETED;
}

void MemoryController::b_transport(int /*id*/, tlm::tlm_generic_payload& payload,
                                   sc_core::sc_time& delay) {
  payload.set_response_status(access(payload));
  delay = serve(payload, delay);
}

/// Time from now until the answer to a request that arrives after `delay`.
sc_core::sc_time MemoryController::serve(const tlm::tlm_generic_payload& payload,
                                         const sc_core::sc_time& delay) {
  const std::uint64_t bytes = payload.get_data_length();
  const Cycle arrival = clock_.cycle_after(delay);
  const DramAnswer answer = timing_->serve({arrival, payload.get_address(), bytes});
  ++(payload.is_write() ? statistics_.writes : statistics_.reads);
  (payload.is_write() ? statistics_.written_bytes : statistics_.read_bytes) += bytes;
  statistics_.row_hits += answer.row == RowOutcome::Hit ? 1 : 0;
  statistics_.rows_closed += answer.row == RowOutcome::Closed ? 1 : 0;
  statistics_.row_conflicts += answer.row == RowOutcome::Conflict ? 1 : 0;
  statistics_.waited_cycles += answer.waited;
  if (!payload.is_write()) count_read(arrival, answer.cycle);
  last_answer_ = std::max(last_answer_, answer.cycle);
  if (auto* journey = payload.get_extension<Journey>()) {
    journey->leave(MemoryPlace::Dram, answer.cycle - arrival);
  }
  return clock_.until(answer.cycle);
}

/// Reads come in the order of their arrival.
void MemoryController::count_read(Cycle arrival, Cycle answer) {
  statistics_.read_cycles += answer - arrival;
  const Cycle first = std::max(arrival, reading_until_);
  if (answer <= first) return;
  statistics_.reading_cycles += answer - first;
  reading_until_ = answer;
}

tlm::tlm_response_status MemoryController::access(tlm::tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (!content_.contains(payload.get_address(), length)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.is_read()) read(payload);
  if (payload.is_write()) write(payload);
  return tlm::TLM_OK_RESPONSE;
}

namespace {

/// Hands over the runs of bytes that `payload` enables: their offset and length.
template <class Visit>
void for_each_enabled_run(const tlm::tlm_generic_payload& payload, const Visit& visit) {
  const unsigned length = payload.get_data_length();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (enables == nullptr) {
    visit(0, length);
    return;
  }
  const auto enabled = [&](unsigned i) {
    return enables[i % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
  };
  for (unsigned begin = 0; begin < length;) {
    unsigned end = begin;
    while (end < length && enabled(end)) ++end;
    if (end > begin) visit(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace

void MemoryController::read(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  for_each_enabled_run(payload, [&](unsigned offset, unsigned bytes) {
    content_.read(address + offset, payload.get_data_ptr() + offset, bytes);
  });
  if (const auto* atomic = payload.get_extension<AtomicExtension>()) {
    std::array<unsigned char, 8> word{};
    content_.read(atomic->address, word.data(), atomic->bytes);
    atomic->apply(word.data(), atomic->address);
    content_.write(atomic->address, word.data(), atomic->bytes);
  }
}

void MemoryController::write(const tlm::tlm_generic_payload& payload) {
  for_each_enabled_run(payload, [&](unsigned offset, unsigned bytes) {
    content_.write(payload.get_address() + offset, payload.get_data_ptr() + offset, bytes);
  });
}

unsigned MemoryController::transport_dbg(int /*id*/, tlm::tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  const std::uint64_t address = payload.get_address();
  if (!content_.contains(address, length)) return 0;
  if (payload.is_read()) content_.read(address, payload.get_data_ptr(), length);
  if (payload.is_write()) content_.write(address, payload.get_data_ptr(), length);
  return payload.get_command() == tlm::TLM_IGNORE_COMMAND ? 0 : length;
}

void MemoryController::reset() {
  timing_->reset();
  statistics_ = {};
  last_answer_ = reading_until_ = 0;
}

void MemoryController::describe(std::ostream& out) const {
  out << name() << ": " << statistics_.reads << " reads and " << statistics_.writes
      << " writes served, the latest answer in cycle " << last_answer_ << '\n';
}

}  // namespace lanefold
