// SPDX-License-Identifier: Apache-2.0
// Line requests of loads, stores and atomics.
#include "blocks/load_store/request_of_line.h"

#include <algorithm>
#include <cstring>

#include "decisions/execute/warp.h"

namespace lanefold {
namespace {

/// The atomic has been carried out on the machine's image of memory, and now where the line is: in
/// another order, maybe, than other cores' there.
void describe_atomic(LineRequest& request, const WarpInstruction& instruction) {
  const unsigned lane = request.lanes().lanes.lowest();
  AtomicExtension& atomic = request.make_atomic();
  const bool updates = instruction.access.updated.test(lane);
  atomic.operation = updates ? instruction.instruction->opcode : Opcode::LrW;
  atomic.address = instruction.access.address[lane];
  atomic.operand = instruction.access.operand[lane];
}

/// The data of a store is what memory holds since issue; only the bytes that its lanes wrote are
/// enabled.
void enable_bytes(LineRequest& request, const WarpInstruction& instruction) {
  const std::uint32_t length = request.get_data_length();
  request.set_byte_enable_ptr(request.enables());
  request.set_byte_enable_length(length);
  std::memset(request.enables(), TLM_BYTE_DISABLED, length);
  if (instruction.access.space != AddressSpace::Global) return;
  const auto line = static_cast<std::uint32_t>(request.get_address());
  const std::uint32_t bytes = std::min<std::uint32_t>(instruction.access.bytes, length);
  const GlobalMemory& memory_content = *instruction.warp->spaces().global;
  for_each_lane(request.lanes().lanes, [&](unsigned lane) {
    const std::uint32_t address = std::max(instruction.access.address[lane], line);
    std::memset(request.enables() + (address - line), TLM_BYTE_ENABLED, bytes);
    std::memcpy(request.data() + (address - line), memory_content.host(address), bytes);
  });
}

}  // namespace

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
