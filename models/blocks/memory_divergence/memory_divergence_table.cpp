// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of a core.
#include "blocks/memory_divergence/memory_divergence_table.h"

#include <algorithm>

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

MemoryDivergenceTable::MemoryDivergenceTable(const sc_core::sc_module_name& name,
                                             const CoreConfig& config, const CoreClock& clock)
    : sc_module(name), clock_(clock), slots_(slots_of(config)), free_(slots_.size()) {}

/// Values come at a port of their own. Without lanes that go on, nothing leaves the table.
void MemoryDivergenceTable::take(MdtRequest& request) {
  using Kind = MdtRequest::Kind;
  carry_out(request);
  const bool none_meet = request.kind == Kind::TakeReady && request.lanes.none();
  if (request.kind == Kind::Arrive || none_meet) return;
  free_[request.slot] = std::max(free_[request.slot], clock_.now()) + 1;
}

void MemoryDivergenceTable::carry_out(MdtRequest& request) {
  LeftBehindTable& table = slots_[request.slot];
  switch (request.kind) {
    case MdtRequest::Kind::Add:
      return table.add(request.left);
    case MdtRequest::Kind::Arrive:
      return table.arrive(request.lanes);
    case MdtRequest::Kind::TakeReady:
      request.lanes = table.take_ready(request.left.pc, request.left.depth, request.lanes);
      return;
    case MdtRequest::Kind::Take:
      request.left = table.take(request.index);
      return;
    case MdtRequest::Kind::Clear:
      return table.clear();
  }
}

MdtRequest MdtOfSlice::request(MdtRequest::Kind kind) const {
  MdtRequest request;
  request.kind = kind;
  request.slot = slot_;
  return request;
}

void MdtOfSlice::add(const LeftBehind& left) {
  MdtRequest add = request(MdtRequest::Kind::Add);
  add.left = left;
  socket_.send(add);
}

void MdtOfSlice::arrive(LaneMask lanes) {
  MdtRequest arrive = request(MdtRequest::Kind::Arrive);
  arrive.lanes = lanes;
  socket_.send(arrive);
}

LaneMask MdtOfSlice::take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) {
  MdtRequest take = request(MdtRequest::Kind::TakeReady);
  take.left.pc = pc;
  take.left.depth = depth;
  take.lanes = allowed;
  socket_.send(take);
  return take.lanes;
}

LeftBehind MdtOfSlice::take(std::size_t index) {
  MdtRequest take = request(MdtRequest::Kind::Take);
  take.index = index;
  socket_.send(take);
  return take.left;
}

void MdtOfSlice::clear() {
  MdtRequest clear = request(MdtRequest::Kind::Clear);
  socket_.send(clear);
}

}  // namespace lanefold
