// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer with RTL inside.
#include "twins/loop/rtl_miss_completion_buffer.h"

#include <fmt/format.h>

#include <ostream>

#include "lanefold/error.h"

namespace lanefold {
namespace {

AskedTwin<McbTwin> make_mcb(const sc_core::sc_object& block, unsigned slot,
                            const CoreConfig& config, const RtlWorld& world) {
  return after_reset(
      make_mcb_twin(config.warp_width, place_in(block, world.session, fmt::format("mcb_{}", slot))),
      world, "mcb");
}

McbTwin::Inputs inputs_of(const CompletionRequest& request) {
  using Kind = CompletionRequest::Kind;
  McbTwin::Inputs inputs;
  inputs.first = request.kind == Kind::Allocate;
  inputs.send = inputs.first || request.kind == Kind::LineSent;
  inputs.clear = request.kind == Kind::Clear;
  inputs.send_entry = request.entry;
  inputs.send_lanes = request.lanes;
  if (request.kind == Kind::LineArrived) {
    inputs.receive(request.entry, request.lanes);
    if (request.release) inputs.end(request.entry);
  }
  return inputs;
}

}  // namespace

RtlMissCompletionBuffer::RtlMissCompletionBuffer(const sc_core::sc_module_name& name,
                                                 const CoreContext& core, const RtlWorld& world)
    : MissCompletionBuffer(name, core.config) {
  for (unsigned slot = 0; slot < slots_of(core.config); ++slot) {
    twins_.push_back(make_mcb(*this, slot, core.config, world));
  }
}

void RtlMissCompletionBuffer::carry_out(CompletionRequest& request) {
  const McbTwin::Inputs inputs = inputs_of(request);
  if (inputs.clear) {
    for (const AskedTwin<McbTwin>& each : twins_) {
      McbTwin& twin = each.ask();
      twin.settle(inputs);
      twin.clock();
    }
    return;
  }
  McbTwin& twin = twins_[request.slot].ask();
  const McbTwin::Outputs& before = twin.settle(inputs);
  if (inputs.first && before.full) {
    throw Error(ErrorKind::Configuration,
                fmt::format("a slice has more than {} loads on their way, which is what rtl/mcb.sv "
                            "holds; without --rtl mcb there is no limit",
                            before.entries.size()));
  }
  if (inputs.first) request.entry = before.free_entry;
  request.complete = before.complete;
  twin.clock();
  request.waiting = twin.settle({}).entries.at(request.entry).waiting;
}

void RtlMissCompletionBuffer::describe(std::ostream& out) const {
  for (std::size_t slot = 0; slot < twins_.size(); ++slot) {
    for (const McbTwin::Entry& entry : twins_[slot].look().settle({}).entries) {
      describe_load(out, slot, entry.waiting, entry.ready);
    }
  }
}

}  // namespace lanefold
