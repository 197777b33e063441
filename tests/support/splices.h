// SPDX-License-Identifier: Apache-2.0
// Modules of others in the edges of a core: they know TLM-2.0's sockets and the payload, and derive
// from no class of the model.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "machine/top/splicing_factory.h"
#include "tests/support/plain_sockets.h"

namespace lanefold {

/// Passes payloads on. `at_call` may change the delay, wait, or whatever others do.
template <class Protocol>
class Splice : public sc_core::sc_module {
 public:
  using AtCall = std::function<void(sc_core::sc_time& delay)>;

  PlainInitiator<Protocol> to{"to"};
  PlainTarget<Protocol> from;

  Splice(const sc_core::sc_module_name& name, AtCall at_call)
      : sc_module(name),
        from("from", [this, at_call = std::move(at_call)](auto& payload, sc_core::sc_time& delay) {
          at_call(delay);
          to->b_transport(payload, delay);
        }) {}
};

/// Puts a splice into the edges that are chosen, and counts the calls of each. Outlives its
/// machines' launches, but not the machines: their contexts are those of the splices.
class Splicer final : public SplicingFactory<Splicer> {
 public:
  using Chosen = std::function<bool(Edge)>;
  using AtCall = std::function<void(sc_core::sc_time& delay)>;
  explicit Splicer(
      Chosen chosen, AtCall at_call = [](sc_core::sc_time& /*delay*/) {})
      : chosen_(std::move(chosen)), at_call_(std::move(at_call)) {}

  template <class Protocol>
  CallSocket<Protocol>& put_into(Edge edge, const CoreContext& /*core*/,
                                 CallSocket<Protocol>& target) {
    if (!chosen_(edge)) return target;
    auto splice = std::make_unique<Splice<Protocol>>(sc_core::sc_gen_unique_name("splice"),
                                                     [this, edge](sc_core::sc_time& delay) {
                                                       ++calls[static_cast<std::size_t>(edge)];
                                                       at_call_(delay);
                                                     });
    splice->to.bind(target);
    auto& from = splice->from;
    splices_.push_back(std::move(splice));
    return from;
  }

  std::array<std::uint64_t, kEdgeCount> calls{};

 private:
  Chosen chosen_;
  AtCall at_call_;
  std::vector<std::unique_ptr<sc_core::sc_module>> splices_;
};

}  // namespace lanefold
