// SPDX-License-Identifier: Apache-2.0
// What a non-blocking forward call says about its request.
#pragma once

#include <tlm.h>

namespace lanefold {

/// Whether the target has said nothing about the request yet: it has only accepted the call, or
/// moved it to a phase that is not the base protocol's (IEEE 1666-2011, clause 15.2.5).
inline bool leaves_request_open(tlm::tlm_sync_enum status, const tlm::tlm_phase& phase) {
  const bool moved = phase == tlm::END_REQ || phase == tlm::BEGIN_RESP;
  return status == tlm::TLM_ACCEPTED || (status == tlm::TLM_UPDATED && !moved);
}

}  // namespace lanefold
