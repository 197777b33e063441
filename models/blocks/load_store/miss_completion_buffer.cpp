// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer of a core.
#include "blocks/load_store/miss_completion_buffer.h"

#include <ostream>

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {
namespace {

CompletionRequest request(CompletionRequest::Kind kind, unsigned slot, unsigned entry,
                          LaneMask lanes = {}) {
  return {kind, slot, entry, lanes, false, 0, {}, {}};
}

/// Returns the lanes that wait then.
LaneMask send_line(CoalescingEntry& entry, LaneMask lanes) {
  entry.send(lanes);
  return entry.waiting();
}

}  // namespace

MissCompletionBuffer::MissCompletionBuffer(const sc_core::sc_module_name& name,
                                           const CoreConfig& config)
    : sc_module(name), slots_(slots_of(config)) {}

void MissCompletionBuffer::carry_out(CompletionRequest& request) {
  CoalescingEntries& entries = slots_[request.slot];
  switch (request.kind) {
    case CompletionRequest::Kind::Allocate:
      request.entry = entries.allocate();
      request.waiting = send_line(entries[request.entry], request.lanes);
      return;
    case CompletionRequest::Kind::LineSent:
      request.waiting = send_line(entries[request.entry], request.lanes);
      return;
    case CompletionRequest::Kind::LineArrived:
      request.complete = entries[request.entry].receive(request.lanes);
      request.waiting = entries[request.entry].waiting();
      if (request.release) entries.release(request.entry);
      return;
    case CompletionRequest::Kind::Clear:
      for (CoalescingEntries& slot : slots_) slot.clear();
      return;
  }
}

void MissCompletionBuffer::describe(std::ostream& out) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    for (const CoalescingEntry& entry : slots_[slot].all()) {
      describe_load(out, slot, entry.waiting(), entry.ready());
    }
  }
}

void MissCompletionBuffer::describe_load(std::ostream& out, std::size_t slot, LaneMask waiting,
                                         LaneMask ready) const {
  if (waiting.none()) return;
  out << name() << ": thread " << slot << " has a load of which lanes 0x" << std::hex
      << waiting.bits() << " wait for lines, and 0x" << ready.bits() << std::dec
      << " have theirs\n";
}

unsigned CompletionInitiator::allocate(unsigned slot, LaneMask lanes) {
  CompletionRequest allocate = request(CompletionRequest::Kind::Allocate, slot, 0, lanes);
  send(allocate);
  return allocate.entry;
}

LaneMask CompletionInitiator::line_sent(unsigned slot, unsigned entry, LaneMask lanes) {
  CompletionRequest sent = request(CompletionRequest::Kind::LineSent, slot, entry, lanes);
  send(sent);
  return sent.waiting;
}

CompletionInitiator::Arrival CompletionInitiator::line_arrived(unsigned slot, unsigned entry,
                                                               LaneMask lanes, bool release,
                                                               Cycle cycle) {
  CompletionRequest arrived = request(CompletionRequest::Kind::LineArrived, slot, entry, lanes);
  arrived.release = release;
  arrived.cycle = cycle;
  send(arrived);
  return {arrived.complete, arrived.waiting};
}

void CompletionInitiator::clear() {
  CompletionRequest clear = request(CompletionRequest::Kind::Clear, 0, 0);
  send(clear);
}

}  // namespace lanefold
