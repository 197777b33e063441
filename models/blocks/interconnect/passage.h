// SPDX-License-Identifier: Apache-2.0
// What interconnects remember of a request that passes through them.
#pragma once

#include <tlm.h>

#include <boost/container/small_vector.hpp>

namespace lanefold {

/// The ports above by which a request came, of each interconnect on its way down, the first one
/// first: each adds its own, and takes it away when it has the response. The payload owns it, so
/// that one which is used again has its place already.
class Passage : public tlm::tlm_extension<Passage> {
 public:
  static void enter(tlm::tlm_generic_payload& payload, unsigned port) {
    auto* passage = payload.get_extension<Passage>();
    if (passage == nullptr) payload.set_auto_extension(passage = new Passage);
    passage->ports_.push_back(port);
  }
  /// By the port that this returns.
  static unsigned leave(tlm::tlm_generic_payload& payload) {
    auto& ports = payload.get_extension<Passage>()->ports_;
    const unsigned port = ports.back();
    ports.pop_back();
    return port;
  }
  static bool has(const tlm::tlm_generic_payload& payload) {
    const auto* passage = payload.get_extension<Passage>();
    return passage != nullptr && !passage->ports_.empty();
  }
  /// Input port of the interconnect that the request has entered last.
  static unsigned port(const tlm::tlm_generic_payload& payload) {
    return payload.get_extension<Passage>()->ports_.back();
  }

  tlm_extension_base* clone() const override { return new Passage(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const Passage&>(other);
  }

 private:
  boost::container::small_vector<unsigned, 4> ports_;
};

}  // namespace lanefold
