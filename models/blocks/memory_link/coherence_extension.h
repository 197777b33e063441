// SPDX-License-Identifier: Apache-2.0
// The messages between private caches and their directory, as ignorable extensions of the TLM-2.0
// base protocol.
#pragma once

#include <tlm.h>

#include "decisions/coherence/coherence_request.h"
#include "decisions/coherence/line_state.h"

namespace lanefold {

/// On requests. Gets are read commands, PutModified is a write of the whole line, PutExclusive an
/// ignored command. A target that does not know of coherence grants the line exclusively.
struct CoherenceExtension : tlm::tlm_extension<CoherenceExtension> {
  CoherenceRequest request = CoherenceRequest::GetShared;
  unsigned cache = 0;                        ///< who asks
  LineState granted = LineState::Exclusive;  ///< the answer to a get

  tlm_extension_base* clone() const override { return new CoherenceExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const CoherenceExtension&>(other);
  }
};

/// On probes, which are read commands of a whole line.
struct ProbeExtension : tlm::tlm_extension<ProbeExtension> {
  ProbeKind kind = ProbeKind::Invalidate;
  unsigned cache = 0;     ///< who is asked
  bool modified = false;  ///< the answer: its data are newer than those of memory
  bool kept = false;      ///< the answer: the cache has a copy still

  tlm_extension_base* clone() const override { return new ProbeExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const ProbeExtension&>(other);
  }
};

}  // namespace lanefold
