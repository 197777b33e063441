// SPDX-License-Identifier: Apache-2.0
// What the pipeline asks of a thread of RISC-V code.
#include "decisions/execute/slice.h"

#include "decisions/execute/executor.h"
#include "decisions/execute/watchdog.h"
#include "decisions/execute/work_group.h"
#include "decisions/pipeline/launch_activity.h"
#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {
namespace {

const Instruction& riscv(const PipelineInstruction& instruction) {
  return static_cast<const Instruction&>(instruction);
}

}  // namespace

void Slice::enter(WarpInstruction& instruction) {
  instruction.thread = instruction.slice = this;
  instruction.warp = warp_;
  enter_pipeline();
}

void Slice::advance(const PipelineInstruction& instruction) {
  lanefold::advance(*this, riscv(instruction));
}

/// RISC-V code has no predicates.
LaneMask Slice::predicate(const WarpInstruction& instruction) const { return instruction.active; }

void Slice::execute(WarpInstruction& instruction) {
  lanefold::execute(*instruction.warp, instruction.riscv(), instruction.active, instruction.access);
}

LaneMask Slice::taken(const WarpInstruction& branch) const {
  return taken_lanes(*branch.warp, branch.riscv(), branch.active);
}

void Slice::complete(const WarpInstruction& instruction) {
  if (instruction.instruction->snoops) {
    miss_snoop(*instruction.warp, instruction.riscv(), instruction.missed);
  }
  instruction.warp->count_quiet(1);
}

bool Slice::resolve(const WarpInstruction& instruction, LaneMask taken) {
  return lanefold::resolve(*this, instruction.riscv(), taken);
}

void Slice::check_loop(std::uint32_t pc, const LimitsConfig& limits) {
  if (warp_->quiet_instructions() > limits.livelock_instructions) throw livelock(*this, pc, limits);
  if (blocks_without_choice_ > warp_->launch().image->flow.blocks.size()) {
    throw endless_loop(*this, pc);
  }
  LaunchActivity* const activity = warp_->launch().activity;
  // Where others of its instructions are on their way, registers are not those of its place.
  if (activity == nullptr || in_flight() > 1) return;
  if (!comes_back()) return;
  if (const HardwareThread* const looping = activity->standing_still()) throw looping->standstill();
}

Error Slice::standstill() const { return lanefold::standstill(*this, place().pc); }

bool Slice::comes_back() {
  lanes_.list_places(places_);
  return state_watch_.look(warp_->quiet_instructions(), warp_->launch().activity->changes(),
                           warp_->state({places_.data(), places_.size() * sizeof places_.front()}));
}

ThreadGroup& Slice::group() const { return warp_->group(); }

std::string Slice::text(const PipelineInstruction& instruction) const {
  return disassemble(riscv(instruction));
}

std::string Slice::source_line(std::uint32_t pc) const {
  return lanefold::source_line(*warp_->launch().image, pc);
}

}  // namespace lanefold
