// SPDX-License-Identifier: Apache-2.0
// The checker of the base protocol sees no violation in what is allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/checker_bench.h"

namespace lanefold {
namespace {

using Payload = tlm::tlm_generic_payload;
using Checker = CheckerBench;

TLM_DECLARE_EXTENDED_PHASE(FOREIGN_PHASE);

TEST_F(Checker, AcceptsFourPhases) {
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::END_REQ);
  forward(second_, tlm::BEGIN_REQ);
  backward(first_, tlm::BEGIN_RESP);
  backward(second_, tlm::END_REQ);
  forward(first_, tlm::END_RESP);
  backward(second_, tlm::BEGIN_RESP);
  forward(second_, tlm::END_RESP);
  expect_none();
  EXPECT_EQ(checker_.begun(), 2U);
  EXPECT_EQ(checker_.completed(), 2U);
}

TEST_F(Checker, AcceptsAResponseThatEndsTheRequest) {
  initiator_returns(tlm::TLM_COMPLETED, tlm::BEGIN_RESP);
  forward(first_, tlm::BEGIN_REQ);
  backward(first_, tlm::BEGIN_RESP);
  forward(second_, tlm::BEGIN_REQ);
  initiator_returns(tlm::TLM_UPDATED, tlm::END_RESP);
  backward(second_, tlm::BEGIN_RESP);
  expect_none();
}

TEST_F(Checker, AcceptsEarlyCompletionAndReturnedPhases) {
  target_returns(tlm::TLM_COMPLETED, tlm::BEGIN_REQ);
  forward(first_, tlm::BEGIN_REQ);
  first_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  target_returns(tlm::TLM_UPDATED, tlm::BEGIN_RESP);
  forward(first_, tlm::BEGIN_REQ);
  target_returns(tlm::TLM_ACCEPTED, tlm::END_RESP);
  forward(first_, tlm::END_RESP);
  answers_ = false;
  target_returns(tlm::TLM_UPDATED, tlm::END_REQ);
  forward(second_, tlm::BEGIN_REQ);
  answers_ = true;
  initiator_returns(tlm::TLM_COMPLETED, tlm::BEGIN_RESP);
  backward(second_, tlm::BEGIN_RESP);
  expect_none();
}

TEST_F(Checker, PassesUnknownPhasesOn) {
  const tlm::tlm_phase extended = FOREIGN_PHASE;
  EXPECT_EQ(forward(first_, extended), tlm::TLM_ACCEPTED);
  EXPECT_EQ(backward(first_, extended), tlm::TLM_ACCEPTED);
  EXPECT_EQ(initiator_.socket->transport_dbg(first_), 7U);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator_.socket->get_direct_mem_ptr(first_, dmi));
  target_returns(tlm::TLM_COMPLETED, tlm::BEGIN_REQ);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  initiator_.socket->b_transport(first_, delay);
  expect_none();
}

}  // namespace
}  // namespace lanefold
