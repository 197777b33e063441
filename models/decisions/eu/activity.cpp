// SPDX-License-Identifier: Apache-2.0
// What an instruction counts as.
#include "decisions/eu/activity.h"

#include <algorithm>

#include "decisions/eu/eu_pipe.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kWidest = 16;  // channels of one pass through the pipes
constexpr unsigned kSizes = 3;    // of operands: 16, 32, 64 bits

void count_branch(const Executed& executed, LaunchStatistics& statistics) {
  const Opcode opcode = executed.instruction->instruction.opcode;
  const bool decides = opcode != Opcode::Endif && opcode != Opcode::Else && opcode != Opcode::Join;
  if (!decides) return;
  ++statistics.branches;
  statistics.divergent_branches += executed.diverged ? 1 : 0;
}

}  // namespace

MaskCosts& EuActivity::costs(unsigned channels, unsigned bits) {
  const std::size_t place = (bits / 32) * (kWidest + 1) + channels;
  if (costs_.empty()) costs_.resize(kSizes * (kWidest + 1));
  if (costs_[place] == nullptr) {
    costs_[place] = std::make_unique<MaskCosts>(QuadGeometry(channels, alu_width_, bits));
  }
  return *costs_[place];
}

void EuActivity::add_passes(const Instruction& instruction, unsigned bits, ChannelMask channels,
                            PolicyCycles& cycles) {
  ChannelMask rest = channels >> instruction.channel_offset;
  const unsigned size = std::min<unsigned>(instruction.execution_size, kWidest);
  for (unsigned first = 0; first < instruction.execution_size; first += size) {
    const ChannelMask mask = rest & channels_from(0, size);
    cycles.add(costs(size, bits).of(LaneMask(std::max<ChannelMask>(mask, 1))), 1);
    rest >>= size;
  }
}

void EuActivity::count(const Executed& executed, LaunchStatistics& statistics) {
  const LinkedInstruction& at = *executed.instruction;
  const auto active = static_cast<unsigned>(__builtin_popcount(executed.channels));
  ++statistics.warp_instructions;
  statistics.lane_instructions += active;
  ++statistics.active_lanes[active];
  switch (at.pipe) {
    case EuPipe::Send:
      ++statistics.send_instructions;
      statistics.barriers += at.message.kind == MessageKind::Barrier ? 1 : 0;
      return;
    case EuPipe::Control:
      if (at.kind == InstructionKind::Branch) count_branch(executed, statistics);
      return;
    case EuPipe::Em:
      ++statistics.em_instructions;
      break;
    case EuPipe::Fpu:
      ++statistics.fpu_instructions;
      break;
  }
  ++statistics.alu_instructions;
  add_passes(at.instruction, at.operand_bits, executed.channels, statistics.eu_cycles);
}

}  // namespace lanefold::gen8
