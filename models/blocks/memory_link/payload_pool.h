// SPDX-License-Identifier: Apache-2.0
// Payloads of one line under memory management: back to their pool at the last release.
#pragma once

#include <tlm.h>

#include <cstdint>

#include "base/pool.h"

namespace lanefold {

template <class Payload>
class PayloadPool : public tlm::tlm_mm_interface {
 public:
  explicit PayloadPool(std::uint32_t line_bytes) : line_bytes_(line_bytes) {}

  /// With one reference.
  Payload& take() {
    Payload& payload = pool_.take(static_cast<tlm::tlm_mm_interface*>(this), line_bytes_);
    payload.acquire();
    return payload;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    pool_.give_back(static_cast<Payload&>(*payload));
  }

 private:
  std::uint32_t line_bytes_;
  Pool<Payload> pool_;
};

}  // namespace lanefold
