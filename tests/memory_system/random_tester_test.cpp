// SPDX-License-Identifier: Apache-2.0
// The random tester itself sees what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include "decisions/dram/memory_content.h"
#include "tests/support/pipeline.h"
#include "tests/support/random_memory_tester.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

/// A memory that does one thing wrong.
class WrongMemory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<WrongMemory> socket{"socket"};
  enum class Fault { ForgetsAStore, LosesARequest, GivesAValueTwice } fault;

  WrongMemory(const sc_core::sc_module_name& name, Fault what) : sc_module(name), fault(what) {
    socket.register_nb_transport_fw(this, &WrongMemory::forward);
    socket.register_transport_dbg(this, &WrongMemory::debug);
  }

 private:
  tlm::tlm_sync_enum forward(int, tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                             sc_core::sc_time& delay) {
    const bool wrong = ++accesses_ > 100;
    delay += cycles(5);
    if (wrong && fault == Fault::LosesARequest) return tlm::TLM_ACCEPTED;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    const auto* atomic = payload.get_extension<AtomicExtension>();
    if (payload.is_read()) {
      content_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    }
    if (atomic != nullptr && !(wrong && fault == Fault::GivesAValueTwice)) {
      std::vector<unsigned char> word(4);
      content_.read(atomic->address, word.data(), 4);
      atomic->apply(word.data(), atomic->address);
      content_.write(atomic->address, word.data(), 4);
    }
    for (unsigned i = 0; payload.is_write() && i < payload.get_data_length(); ++i) {
      const unsigned char* enables = payload.get_byte_enable_ptr();
      if (wrong && fault == Fault::ForgetsAStore) break;
      if (enables != nullptr && enables[i] == TLM_BYTE_DISABLED) continue;
      content_.write(payload.get_address() + i, payload.get_data_ptr() + i, 1);
    }
    return tlm::TLM_COMPLETED;
  }
  unsigned debug(int, tlm::tlm_generic_payload& payload) {
    content_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    return payload.get_data_length();
  }

  unsigned accesses_ = 0;
  MemoryContent content_;
};

class RandomTester : public SimulationTest {
 protected:
  std::string failure_with(WrongMemory::Fault fault) {
    WrongMemory memory("memory", fault);
    AtInitiator first("first"), second("second");
    first.socket.bind(memory.socket);
    second.socket.bind(memory.socket);
    sc_core::sc_start(cycles(1));
    RandomMemoryTester tester({}, {&first, &second});
    return tester.run();
  }
};

TEST_F(RandomTester, FindsAForgottenStore) {
  const std::string failure = failure_with(WrongMemory::Fault::ForgetsAStore);
  EXPECT_THAT(failure, HasSubstr("seed 1: in cycle "));
  EXPECT_THAT(failure, HasSubstr("; valid: "));
}

TEST_F(RandomTester, FindsALostRequest) {
  EXPECT_THAT(failure_with(WrongMemory::Fault::LosesARequest),
              HasSubstr("seed 1: no answer to the operation of initiator"));
}

TEST_F(RandomTester, FindsAnAtomicThatIsNone) {
  EXPECT_THAT(failure_with(WrongMemory::Fault::GivesAValueTwice), HasSubstr("got"));
}

}  // namespace
}  // namespace lanefold
