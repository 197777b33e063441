// SPDX-License-Identifier: Apache-2.0
// A hardware thread of the EU.
#include "machine/eu/eu_slot.h"

#include <fmt/format.h>

#include <algorithm>

#include "decisions/eu/message_lanes.h"
#include "decisions/eu/message_place.h"
#include "decisions/pipeline/launch_activity.h"
#include "decisions/pipeline/warp_instruction.h"
#include "decisions/zebin/payload.h"
#include "machine/eu/eu_group.h"
#include "machine/eu/eu_launch.h"

namespace lanefold::gen8 {
namespace {

const LinkedInstruction& linked(const PipelineInstruction& instruction) {
  return static_cast<const LinkedInstruction&>(instruction);
}

ChannelMask channels(LaneMask lanes) { return static_cast<ChannelMask>(lanes.bits()); }

}  // namespace

void EuSlot::start(const EuLaunch& launch, EuGroup& group, unsigned thread) {
  launch_ = &launch;
  group_ = &group;
  of_group_ = thread;
  end_quiet();
  state_watch_.start();
  misses_ = {};
  leave_barrier();
  const Sizes& local = launch.values.range.local;
  ThreadStart start;
  start.group = group.id();
  start.thread = thread;
  start.slot = number();
  start.scratch_base = launch.scratch_of(start.slot);
  thread_.registers() = Registers{};
  fill_payload(thread_.registers(), *launch.kernel, local, start, launch.cross_thread);
  dispatched_ = dispatched_channels(*launch.kernel, local, thread);
  thread_.start(*launch.code, dispatched_,
                {launch.global, &launch.surfaces, group.local(), launch.local_bytes, &behind_});
}

/// Once for each instruction of a launch.
void EuSlot::warn(std::uint32_t pc) {
  const AccessBehind access = *behind_;
  behind_.reset();
  if (launch_->warnings == nullptr || !launch_->warnings->is_new(pc)) return;
  const std::string what =
      fmt::format("{} of {} bytes at offset {} of a buffer of {} bytes; the hardware {} there",
                  name_of_access(access.kind), access.bytes, access.offset, access.surface_bytes,
                  only_reads(access.kind) ? "reads zero" : "writes nothing");
  launch_->warnings->report(at(ErrorKind::Access, access.channel, pc, what).what());
}

/// What `action` returns. Its errors name the kernel, and who it was.
template <class Action>
auto EuSlot::named(std::uint32_t pc, Action&& action) const {
  try {
    return action();
  } catch (const ChannelFault& fault) {
    throw at(ErrorKind::Access, fault.channel, pc, fault.sentence);
  } catch (const Error& error) {
    const Sizes& group = group_->id();
    throw Error(error.kind(), fmt::format("kernel {}, work-group ({}, {}, {}), thread {}: {}",
                                          launch_->kernel->info.name, group[0], group[1], group[2],
                                          of_group_, error.what()));
  }
}

Executed EuSlot::execute_next() {
  ++quiet_instructions_;
  const std::uint32_t pc = thread_.enables().current().pc;
  return named(pc, [this, pc] {
    const Executed done = thread_.execute();
    if (behind_) warn(pc);
    if (done.meets_barrier) reach_barrier();
    if (done.meets_barrier || done.changed_memory) end_quiet();
    return done;
  });
}

void EuSlot::enter(WarpInstruction& instruction) {
  instruction.thread = this;
  enter_pipeline();
}

ThreadPlace EuSlot::place() const {
  if (ended()) return {0, true, false};
  return {thread_.enables().current().pc, false, false};
}

/// Fetch reads on behind the last instruction, as if there were others of the largest size.
std::uint32_t EuSlot::code_bytes(std::uint32_t pc, unsigned count) const {
  constexpr std::uint32_t kLargest = 16;
  const KernelCode& code = *launch_->code;
  const auto first = std::lower_bound(
      code.begin(), code.end(), pc,
      [](const LinkedInstruction& one, std::uint32_t place) { return one.pc < place; });
  std::uint32_t bytes = 0;
  auto next = first;
  for (unsigned n = 0; n < count; ++n) bytes += next == code.end() ? kLargest : (next++)->bytes;
  return bytes;
}

/// No mask keeps an instruction from the channels that it is for if it does not heed any.
ThreadMasks EuSlot::masks(const PipelineInstruction& instruction) const {
  const LinkedInstruction& at = linked(instruction);
  const ChannelMask enabled = thread_.enables().enabled();
  const LaneMask window(at.window);
  const LaneMask heeded(addressed_by(at, enabled));
  ThreadMasks masks;
  masks.dispatched = at.instruction.no_mask ? window : LaneMask(dispatched_ & at.window);
  masks.control_flow = heeded;
  masks.predicate = window;
  masks.enabled = LaneMask(enabled);
  return masks;
}

void EuSlot::advance(const PipelineInstruction& instruction) {
  thread_.go_on(linked(instruction).window);
}

LaneMask EuSlot::predicate(const WarpInstruction& instruction) const {
  const LinkedInstruction& at = linked(*instruction.instruction);
  return LaneMask(executing_channels(at.instruction, thread_.registers(), at.window));
}

void EuSlot::execute(WarpInstruction& instruction) {
  const LinkedInstruction& at = linked(*instruction.instruction);
  if (at.branches() && at.operate == nullptr) return;
  named(at.pc, [&] {
    if (accesses_memory(at)) {
      describe_access(at.instruction, at.message, thread_.registers(), channels(instruction.active),
                      thread_.memory(), instruction.access);
    }
    const Executed done = thread_.carry_out(at, channels(instruction.enabled));
    if (behind_) warn(at.pc);
    if (done.changed_memory) end_quiet();
  });
}

LaneMask EuSlot::taken(const WarpInstruction& branch) const {
  return LaneMask(thread_.predicate_of_branch(linked(*branch.instruction)));
}

void EuSlot::complete(const WarpInstruction& /*instruction*/) { ++quiet_instructions_; }

bool EuSlot::resolve(const WarpInstruction& instruction, LaneMask taken) {
  const LinkedInstruction& at = linked(*instruction.instruction);
  switch (at.kind) {
    case InstructionClass::Exit:
      end_quiet();
      named(at.pc, [this] { thread_.end(); });
      return false;
    case InstructionClass::Barrier:
      if (thread_.meet_barrier()) {
        end_quiet();
        reach_barrier();
      }
      return false;
    case InstructionClass::JumpRegister:
      return named(at.pc, [&] { return thread_.resolve(at.window); });
    default:
      return named(at.pc, [&] { return thread_.resolve(channels(taken)); });
  }
}

void EuSlot::end_quiet() {
  quiet_instructions_ = 0;
  if (launch_->activity != nullptr) launch_->activity->change();
}

void EuSlot::check_loop(std::uint32_t pc, const LimitsConfig& limits) {
  if (quiet_instructions_ > limits.livelock_instructions) {
    throw at(ErrorKind::NoProgress, 0, pc,
             fmt::format("loops: {} instructions without changing memory "
                         "(limits.livelock_instructions)",
                         limits.livelock_instructions));
  }
  // Where others of its instructions are on their way, registers are not those of its place.
  if (launch_->activity == nullptr || in_flight() > 1) return;
  LaunchActivity& activity = *launch_->activity;
  if (!state_watch_.look(quiet_instructions_, activity.changes(), thread_.state())) return;
  if (const HardwareThread* const looping = activity.standing_still()) throw looping->standstill();
}

Error EuSlot::standstill() const {
  return at(ErrorKind::NoProgress, 0, place().pc,
            fmt::format("loops for ever: in {} instructions it has not changed memory, its "
                        "registers are what they were before, and every other thread loops in the "
                        "same way or waits at a barrier",
                        quiet_instructions_));
}

std::size_t EuSlot::split_count() const {
  return ended() ? 0 : 1 + thread_.enables().waiting_places();
}

ThreadGroup& EuSlot::group() const { return *group_; }

std::string EuSlot::text(const PipelineInstruction& instruction) const {
  return disassemble(linked(instruction).instruction);
}

Error EuSlot::at(ErrorKind kind, unsigned channel, std::uint32_t pc,
                 const std::string& what) const {
  return at_channel(kind, *launch_, group_->id(), of_group_, channel, pc, what);
}

}  // namespace lanefold::gen8
