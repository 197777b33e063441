// SPDX-License-Identifier: Apache-2.0
// Bench for the blocks of the cycle-level model.
#include "tests/support/pipeline.h"

#include "decisions/execute/slice.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/isa/opcode_table.h"
#include "decisions/program/program_image.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

std::uint32_t bits(int value, unsigned first, unsigned count) {
  return static_cast<std::uint32_t>(value) >> first & ((1U << count) - 1);
}

std::uint32_t branch_bits(int offset) {
  return bits(offset, 12, 1) << 31 | bits(offset, 5, 6) << 25 | bits(offset, 1, 4) << 8 |
         bits(offset, 11, 1) << 7;
}

std::uint32_t jump_bits(int offset) {
  return bits(offset, 20, 1) << 31 | bits(offset, 1, 10) << 21 | bits(offset, 11, 1) << 20 |
         bits(offset, 12, 8) << 12;
}

}  // namespace

SimulationTest::SimulationTest()
    : previous_(sc_core::sc_curr_simcontext), context_(std::make_unique<sc_core::sc_simcontext>()) {
  sc_core::sc_curr_simcontext = context_.get();
  domain_ = std::make_unique<ClockDomain>("clock", cycles(1));
}

SimulationTest::~SimulationTest() {
  domain_.reset();
  context_.reset();
  sc_core::sc_curr_simcontext = previous_;
}

std::uint64_t current_cycle() {
  return static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
}

std::uint32_t encode(Opcode opcode, const Operands& operands) {
  const OpcodeInfo& info = opcode_info(opcode);
  const auto imm = static_cast<std::uint32_t>(operands.imm);
  const std::uint32_t rd = operands.rd << 7;
  const std::uint32_t rs1 = operands.rs1 << 15;
  const std::uint32_t rs2 = operands.rs2 << 20;
  switch (info.format) {
    case Format::Register:
    case Format::Rounded:
    case Format::Atomic:
      return info.match | rd | rs1 | rs2 | operands.rs3 << 27;
    case Format::Immediate:
    case Format::Shift:
    case Format::Memory:
    case Format::Csr:
    case Format::CsrImmediate:
      return info.match | rd | rs1 | imm << 20;
    case Format::Store:
      return info.match | rs1 | rs2 | bits(operands.imm, 5, 7) << 25 |
             bits(operands.imm, 0, 5) << 7;
    case Format::Branch:
      return info.match | rs1 | rs2 | branch_bits(operands.imm);
    case Format::Upper:
      return info.match | rd | imm << 12;
    case Format::Jump:
      return info.match | rd | jump_bits(operands.imm);
    case Format::None:
    case Format::Fence:
      break;
  }
  return info.match;
}

std::shared_ptr<const Program> make_program(const Code& code, std::uint32_t local_bytes) {
  auto image = std::make_unique<ProgramImage>();
  image->begin = kCodeBase;
  image->bytes.resize(code.size() * sizeof code[0]);
  decode_code(code, kCodeBase, *image);
  image->flow = analyse_control_flow(image->code, kCodeBase, {kCodeBase});
  for (const BlockFlow& block : image->flow.blocks) {
    image->counts.push_back(
        count_instructions(&image->code[block.first], &image->code[block.last]));
  }
  KernelInfo kernel;
  kernel.name = "k";
  kernel.local_bytes = local_bytes;
  image->kernels.push_back(kernel);
  image->entries.push_back(kCodeBase);
  return std::make_shared<const Program>("test", std::move(image));
}

ThreadBench::ThreadBench(const MachineConfig& config, const Code& code, unsigned warps,
                         unsigned work_items)
    : memory_(1U << 20), program_(make_program(code, 256)), group_(memory_, reservations_) {
  launch_.image = &program_->image();
  launch_.kernel = program_->kernels().data();
  launch_.entry = kCodeBase;
  launch_.range.local[0] = work_items != 0 ? work_items : warps * config.core.warp_width;
  launch_.range.global = launch_.range.local;
  launch_.warp_width = config.core.warp_width;
  launch_.local_bytes = launch_.kernel->local_bytes;
  group_.start(launch_, launch_.group(0));
  for (unsigned i = 0; i < warps; ++i) {
    warps_.push_back(std::make_unique<Warp>(config.core, config.memory));
    slices_.push_back(std::make_unique<Slice>(config.core, *warps_.back()));
    threads_.push_back(slices_.back().get());
    slices_.back()->assign(i, LaneMask::first(config.core.warp_width), true);
    group_.begin_items(*slices_.back(), i * config.core.warp_width);
  }
}

WarpInstruction& ThreadBench::instruction(unsigned index, unsigned slot) {
  return instruction(index, slot, warp(slot).dispatched());
}

WarpInstruction& ThreadBench::instruction(unsigned index, unsigned slot, LaneMask active) {
  instructions_.push_back(std::make_unique<WarpInstruction>());
  WarpInstruction& made = *instructions_.back();
  made.id = instructions_.size();
  made.slot = slot;
  made.thread = made.slice = &slice(slot);
  made.warp = &warp(slot);
  made.pc = kCodeBase + 4 * index;
  made.instruction = &launch_.image->at(made.pc);
  made.late = resolves_late(*made.instruction);
  made.dispatched = warp(slot).dispatched();
  made.predicate = warp(slot).registers().full;
  made.active = active;
  made.unit = made.instruction->unit;
  return made;
}

}  // namespace lanefold
