// SPDX-License-Identifier: Apache-2.0
// The checker of the base protocol sees every violation that it is written for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/checker_bench.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using Payload = tlm::tlm_generic_payload;
using Checker = CheckerBench;

TEST_F(Checker, SeesTwoRequestsAtOnce) {
  forward(first_, tlm::BEGIN_REQ);
  forward(second_, tlm::BEGIN_REQ);
  EXPECT_EQ(checker_.violation(),
            "checker: at 1 ns, the write of 8 bytes at 0x2000: a request begins before the one "
            "ahead of it has ended (request exclusion)");
}

TEST_F(Checker, SeesTwoResponsesAtOnce) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_REQ);
  forward(second_, tlm::BEGIN_REQ);
  backward(second_, tlm::END_REQ);
  backward(first_, tlm::BEGIN_RESP);
  backward(second_, tlm::BEGIN_RESP);
  expect_violation("(response exclusion)");
}

TEST_F(Checker, ReportsOnlyTheFirst) {
  unsigned reports = 0;
  checker_.on_violation = [&](const std::string&) { ++reports; };
  backward(first_, tlm::END_REQ);
  backward(first_, tlm::BEGIN_RESP);
  EXPECT_EQ(reports, 1U);
  expect_violation("the target calls for a payload without an open transaction");
}

TEST_F(Checker, SeesPhasesOfTheOtherSide) {
  forward(first_, tlm::END_REQ);
  expect_violation("the initiator sends a phase that only targets send");
}

TEST_F(Checker, SeesPhasesOfTheInitiatorOnTheBackwardPath) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_RESP);
  expect_violation("the target sends a phase that only initiators send");
}

TEST_F(Checker, SeesARequestThatEndsTwice) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_REQ);
  backward(first_, tlm::END_REQ);
  expect_violation("a request ends twice");
}

TEST_F(Checker, SeesAResponseThatBeginsTwice) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::BEGIN_RESP);
  backward(first_, tlm::BEGIN_RESP);
  expect_violation("a response begins twice");
}

TEST_F(Checker, SeesAResponseThatEndsBeforeItBegins) {
  forward(first_, tlm::BEGIN_REQ);
  forward(first_, tlm::END_RESP);
  expect_violation("a response ends that has not begun");
}

TEST_F(Checker, SeesAnEndWithoutATransaction) {
  forward(first_, tlm::END_RESP);
  expect_violation("END_RESP comes for a payload without an open transaction");
}

TEST_F(Checker, SeesAPayloadInTwoTransactions) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_REQ);
  forward(first_, tlm::BEGIN_REQ);
  expect_violation("a payload whose transaction has not ended");
}

TEST_F(Checker, SeesAResponseWithoutStatus) {
  answers_ = false;
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::BEGIN_RESP);
  expect_violation("the response has no status");
}

TEST_F(Checker, SeesARequestWithAStatus) {
  first_.set_response_status(tlm::TLM_OK_RESPONSE);
  forward(first_, tlm::BEGIN_REQ);
  expect_violation("the request begins with a response status other than incomplete");
}

/// What a request lacks, and the sentence that says so.
struct Flaw {
  const char* sentence;
  void (*spoil)(Payload&);
};
class IncompleteRequest : public Checker, public ::testing::WithParamInterface<Flaw> {};

TEST_P(IncompleteRequest, IsSeen) {
  GetParam().spoil(first_);
  forward(first_, tlm::BEGIN_REQ);
  expect_violation(GetParam().sentence);
}

unsigned char enable = TLM_BYTE_ENABLED;
INSTANTIATE_TEST_SUITE_P(
    Flaws, IncompleteRequest,
    ::testing::Values(
        Flaw{"DMI hint", [](Payload& payload) { payload.set_dmi_allowed(true); }},
        Flaw{"no data pointer", [](Payload& payload) { payload.set_data_ptr(nullptr); }},
        Flaw{"no data length", [](Payload& payload) { payload.set_data_length(0); }},
        Flaw{"no streaming width", [](Payload& payload) { payload.set_streaming_width(0); }},
        Flaw{"enables of no length", [](Payload& p) { p.set_byte_enable_ptr(&enable); }}));

TEST_F(Checker, SeesChangesOfThePayload) {
  forward(first_, tlm::BEGIN_REQ);
  first_.set_data_length(4);
  backward(first_, tlm::BEGIN_RESP);
  expect_violation("the data length has changed since the request");
}

TEST_F(Checker, SeesChangesOfWrittenData) {
  forward(first_, tlm::BEGIN_REQ);
  data_[3] = 1;
  backward(first_, tlm::BEGIN_RESP);
  expect_violation("the data of a write has changed since the request");
}

TEST_F(Checker, SeesBlockingCallsWithoutStatus) {
  target_.returns = [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_COMPLETED; };
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  initiator_.socket->b_transport(first_, delay);
  expect_violation("b_transport returns without a response status");
}

TEST_F(Checker, SeesChangesInBlockingCalls) {
  target_.returns = [](Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    payload.set_streaming_width(4);
    return tlm::TLM_COMPLETED;
  };
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  initiator_.socket->b_transport(first_, delay);
  expect_violation("b_transport has changed the streaming width");
}

TEST_F(Checker, SeesUnreferencedPayloads) {
  forward(first_, tlm::BEGIN_REQ);
  first_.release();
  backward(first_, tlm::END_REQ);
  expect_violation("the target calls for a payload that has been released");
}

TEST_F(Checker, SeesPayloadsWithoutAManager) {
  Payload payload;
  payload.set_data_ptr(data_);
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  forward(payload, tlm::BEGIN_REQ);
  expect_violation("a non-blocking request has no memory manager");
}

TEST_F(Checker, SeesWrongReturnedPhases) {
  target_returns(tlm::TLM_UPDATED, tlm::END_RESP);
  forward(first_, tlm::BEGIN_REQ);
  expect_violation("the target answers BEGIN_REQ by a phase of the initiator");
}

TEST_F(Checker, SeesPhasesThatChangeWithoutSayingSo) {
  target_returns(tlm::TLM_ACCEPTED, tlm::END_REQ);
  forward(first_, tlm::BEGIN_REQ);
  expect_violation("the target changes phase or delay although it returns TLM_ACCEPTED");
}

TEST_F(Checker, SeesAWrongAnswerToAResponse) {
  initiator_returns(tlm::TLM_UPDATED, tlm::END_REQ);
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::BEGIN_RESP);
  expect_violation("the initiator answers BEGIN_RESP by a phase other than END_RESP");
}

TEST_F(Checker, SeesAnAnswerToTheEndOfARequest) {
  initiator_returns(tlm::TLM_COMPLETED, tlm::END_REQ);
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_REQ);
  expect_violation("the initiator answers END_REQ by another phase or completion");
}

}  // namespace
}  // namespace lanefold
