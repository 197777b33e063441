// SPDX-License-Identifier: Apache-2.0
// Line requests of loads, stores and atomics.
#include "blocks/load_store/request_of_line.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "decisions/memory/global_memory.h"
#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {
namespace {

/// Where values are beside memory, the atomic has been carried out on the machine's image of it,
/// and now where the line is: in another order, maybe, than other cores' there. Where they go
/// through memory, it is only carried out there.
void describe_atomic(LineRequest& request, const WarpInstruction& instruction) {
  const unsigned lane = request.lanes().lanes.lowest();
  const LaneAccess& access = instruction.access;
  const bool updates = access.updated.test(lane);
  AtomicExtension& atomic = request.make_atomic();
  atomic.operation = updates ? access.operation : Opcode::LrW;
  atomic.address = access.address[lane];
  atomic.bytes = static_cast<std::uint8_t>(access.bytes);
  atomic.operand = access.operand[lane];
  atomic.expected.reset();
  if (updates && access.compares) atomic.expected = access.expected[lane];
}

/// The bytes of a lane's access that are accessed, counted from its address.
template <class Action>
void for_each_run(const LaneAccess& access, Action&& action) {
  if (access.words == 0) return action(0U, std::uint32_t{access.bytes});
  for (unsigned rest = access.words; rest != 0; rest &= rest - 1) {
    const auto word = static_cast<std::uint32_t>(__builtin_ctz(rest));
    action(4 * word, 4 * word + 4);
  }
}

/// Where the bytes of a lane's store are kept: where values go through memory, a lane has a word of
/// its own; else they lie one behind the other, as long as they are.
template <class Access>
auto* kept_bytes(Access& access, unsigned lane) {
  using Byte = std::conditional_t<std::is_const_v<Access>, const std::byte, std::byte>;
  auto* const first = reinterpret_cast<Byte*>(access.operand.data());
  if (access.through) return first + lane * sizeof access.operand[0];
  return first + (access.lanes & LaneMask::first(lane)).count() * access.bytes;
}

/// The data of a store is what its operands were, what was kept of it, or what memory's image holds
/// since issue; only the bytes that its lanes wrote are enabled.
void enable_bytes(LineRequest& request, const WarpInstruction& instruction) {
  const std::uint32_t length = request.get_data_length();
  request.set_byte_enable_ptr(request.enables());
  request.set_byte_enable_length(length);
  std::memset(request.enables(), TLM_BYTE_DISABLED, length);
  const LaneAccess& access = instruction.access;
  if (access.space != AddressSpace::Global) return;
  const auto line = static_cast<std::uint32_t>(request.get_address());
  const GlobalMemory& image = *access.image;
  for_each_lane(request.lanes().lanes & access.global, [&](unsigned lane) {
    const std::uint32_t address = access.address[lane];
    const bool kept = access.through || access.kept;
    const std::byte* const operand = kept_bytes(access, lane);
    for_each_run(access, [&](std::uint32_t begin, std::uint32_t end) {
      const std::uint32_t first = std::max(address + begin, line);
      const std::uint32_t last = std::min(address + end, line + length);
      if (first >= last) return;
      const std::byte* from = kept ? operand + (first - address) : image.host(first);
      std::memset(request.enables() + (first - line), TLM_BYTE_ENABLED, last - first);
      std::memcpy(request.data() + (first - line), from, last - first);
    });
  });
}

}  // namespace

void keep_stored(WarpInstruction& store) {
  LaneAccess& access = store.access;
  if (access.through || access.kept || access.space != AddressSpace::Global) return;
  assert(access.lanes.count() * access.bytes <= sizeof access.operand);
  for_each_lane(access.lanes & access.global, [&](unsigned lane) {
    std::memcpy(kept_bytes(access, lane), access.image->host(access.address[lane]), access.bytes);
  });
  access.kept = true;
}

void describe_request(LineRequest& request, const LineAccess& line, WarpInstruction& instruction) {
  const bool store = is_store(instruction);
  request.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request.set_address(line.address);
  request.set_byte_enable_ptr(nullptr);
  request.set_byte_enable_length(0);
  request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  request.set_dmi_allowed(false);
  request.waiting = store ? nullptr : instruction.load;
  request.miss_reported = false;
  request.make_plain();
  LaneExtension& lanes = request.lanes();
  lanes.slot = instruction.slot;
  lanes.pc = instruction.pc;
  lanes.instruction = instruction.id;
  lanes.lanes = line.lanes;
  lanes.hit = false;
  if (store) enable_bytes(request, instruction);
  if (instruction.access.kind == InstructionClass::Atomic) describe_atomic(request, instruction);
}

}  // namespace lanefold
