// SPDX-License-Identifier: Apache-2.0
// A core that others have written: each block as simple as it can be, with TLM-2.0's own sockets,
// of no class of the model but the block's interface. Results are right, times are others. For
// core.datapath=fast, memory.values=beside, whole warps, and loads that all lanes wait for.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "machine/top/block_factory.h"
#include "tests/support/plain_sockets.h"

namespace lanefold {

using WarpIn = PlainTarget<WarpProtocol>;
using WarpOut = PlainInitiator<WarpProtocol>;

/// One thread's next instruction after the other, from a memory that takes no time.
class SimpleFetch final : public sc_core::sc_module, public FetchBlock {
 public:
  SimpleFetch(const sc_core::sc_module_name& name, const PipelineContext& core)
      : sc_module(name), core_(core), wires_(core.wires.fetch) {}

  Sockets sockets() override { return {decode_, resolved_, command_, resume_, memory_}; }

  void tick(Cycle now, SlotSet latch_free) override {
    for (const unsigned slot : wires_.held) {
      if (starts_[slot] > now) continue;
      wires_.held.reset(slot);
      wires_.at_barrier.reset(slot);
    }
    for (const unsigned slot : ready(latch_free)) deliver(slot, now);
  }
  Cycle next_event(Cycle now, SlotSet latch_free) const override {
    if (ready(latch_free).any()) return now + 1;
    Cycle next = kNever;
    for (const unsigned slot : wires_.held)
      next = std::min(next, std::max(now + 1, starts_.at(slot)));
    return next;
  }
  void reset() override {
    wires_ = {};
    waiting_ = {};
  }

 private:
  SlotSet ready(SlotSet latch_free) const {
    return (wires_.threads & latch_free).without(waiting_ | wires_.held | wires_.at_barrier);
  }
  void deliver(unsigned slot, Cycle now) {
    WarpInstruction& instruction = core_.instructions.take();
    instruction.id = next_id_++;
    instruction.slot = slot;
    core_.threads[slot]->enter(instruction);
    instruction.pc = instruction.thread->place().pc;
    instruction.masked = now;
    instruction.held = 0;
    instruction.completed = false;
    decode_.send(instruction);
    if (!instruction.late) return look(slot);
    waiting_.set(slot);
    wires_.at_load.assign(slot, reads_memory(*instruction.instruction));
  }
  /// Where the thread is.
  void look(unsigned slot) {
    const ThreadPlace place = core_.threads[slot]->place();
    wires_.threads.assign(slot, !place.done);
    waiting_.assign(slot, place.waits);
    wires_.at_load.assign(slot, place.waits);
  }
  void resolve(WarpInstruction& instruction) {
    if (!instruction.thread->at_barrier()) return look(instruction.slot);
    wires_.at_barrier.set(instruction.slot);
  }
  void obey(ThreadCommand& command) {
    wires_.threads.set(command.slot);
    starts_[command.slot] = command.cycle;
    wires_.held.set(command.slot);
    look(command.slot);
  }

  const PipelineContext& core_;
  FetchWires& wires_;
  WarpOut decode_{"decode"};
  WarpIn resolved_{"resolved", [this](WarpInstruction& i, sc_core::sc_time&) { resolve(i); }};
  PlainTarget<ThreadProtocol> command_{"command",
                                       [this](ThreadCommand& c, sc_core::sc_time&) { obey(c); }};
  PlainTarget<ThreadProtocol> resume_{"resume",
                                      [this](ThreadCommand& c, sc_core::sc_time&) { obey(c); }};
  tlm_utils::simple_initiator_socket_optional<SimpleFetch> memory_{"memory"};
  std::map<unsigned, Cycle> starts_;
  SlotSet waiting_;
  std::uint64_t next_id_ = 0;
};

/// A thread's instruction waits for all that it has issued before.
class SimpleScoreboard final : public sc_core::sc_module, public ScoreboardBlock {
 public:
  SimpleScoreboard(const sc_core::sc_module_name& name, ScoreboardWires& wires)
      : sc_module(name), wires_(wires) {}

  Sockets sockets() override { return {masked_, ready_, release_}; }
  void tick(SlotSet arbiter_free) override {
    for (const unsigned slot : wires_.movable(arbiter_free)) {
      wires_.latched.reset(slot);
      ++issued_[slot];
      ready_.send(*latch_[slot]);
    }
  }
  void reset() override {
    wires_ = {};
    issued_.clear();
  }

 private:
  void take(WarpInstruction& instruction) {
    latch_[instruction.slot] = &instruction;
    wires_.latched.set(instruction.slot);
    wires_.stalled.assign(instruction.slot, issued_[instruction.slot] != 0);
  }
  void clear(const WarpInstruction& instruction) {
    if (--issued_[instruction.slot] == 0) wires_.stalled.reset(instruction.slot);
  }

  ScoreboardWires& wires_;
  WarpIn masked_{"masked", [this](WarpInstruction& i, sc_core::sc_time&) { take(i); }};
  WarpOut ready_{"ready"};
  WarpIn release_{"release", [this](WarpInstruction& i, sc_core::sc_time&) { clear(i); }};
  std::map<unsigned, WarpInstruction*> latch_;
  std::map<unsigned, unsigned> issued_;
};

/// The first thread whose pipe is free, one a cycle.
class SimpleArbiter final : public sc_core::sc_module, public ArbiterBlock {
 public:
  SimpleArbiter(const sc_core::sc_module_name& name, ArbiterWires& wires)
      : sc_module(name), wires_(wires) {}

  Sockets sockets() override { return {ready_, issue_}; }
  void tick(Cycle now, const PipeWires& pipes) override {
    for (const unsigned slot : wires_.waiting()) {
      if (accepts_from(slot, pipes) > now) continue;
      WarpInstruction& instruction = *latch_[slot];
      wires_.of(instruction.unit).reset(slot);
      if (instruction.unit == Unit::Either) instruction.unit = Unit::Fpu;
      instruction.issued = now;
      ++issued_;
      return issue_.send(instruction);
    }
  }
  Cycle next_event(Cycle now, const PipeWires& pipes) const override {
    Cycle next = kNever;
    for (const unsigned slot : wires_.waiting()) next = std::min(next, accepts_from(slot, pipes));
    return next == kNever ? kNever : std::max(now + 1, next);
  }
  std::array<std::uint64_t, 4> issued_per_pass() const override { return {0, issued_, 0, 0}; }
  void reset() override {
    wires_ = {};
    issued_ = 0;
  }

 private:
  Cycle accepts_from(unsigned slot, const PipeWires& pipes) const {
    switch (latch_.at(slot)->unit) {
      case Unit::Em:
        return pipes.em.accepts_from;
      case Unit::Send:
        return pipes.may_not_send.test(slot) ? kNever : pipes.send.accepts_from;
      case Unit::Scalar:
        return pipes.scalar.accepts_from;
      case Unit::Control:
        return pipes.control.accepts_from;
      case Unit::Fpu:
      case Unit::Either:
        break;
    }
    return pipes.fpu.accepts_from;
  }

  ArbiterWires& wires_;
  std::uint64_t issued_ = 0;
  WarpIn ready_{"ready", [this](WarpInstruction& i, sc_core::sc_time&) {
                  latch_[i.slot] = &i;
                  wires_.of(i.unit).set(i.slot);
                }};
  WarpOut issue_{"issue"};
  std::map<unsigned, WarpInstruction*> latch_;
};

/// Operands take a cycle, and nothing is counted.
class SimpleBanks final : public sc_core::sc_module, public RegisterBanksBlock {
 public:
  explicit SimpleBanks(const sc_core::sc_module_name& name) : sc_module(name) {}
  Sockets sockets() override { return {scheduled_, operands_, addresses_, write_port_}; }

 private:
  void read(WarpInstruction& instruction) {
    instruction.fetch_cycles = 1;
    (instruction.unit == Unit::Send ? addresses_ : operands_).send(instruction);
  }

  WarpIn scheduled_{"scheduled", [this](WarpInstruction& i, sc_core::sc_time&) { read(i); }};
  WarpOut operands_{"operands"};
  WarpOut addresses_{"addresses"};
  WarpIn write_port_{"write_port", [](WarpInstruction&, sc_core::sc_time&) {}};
};

/// Two pipes, or more.
class SimpleCrossbar final : public sc_core::sc_module, public CrossbarBlock {
 public:
  explicit SimpleCrossbar(const sc_core::sc_module_name& name) : sc_module(name) {}
  Sockets sockets() override { return {operands_, fpu_, em_, scalar_, control_}; }

 private:
  WarpOut& pipe(Unit unit) {
    if (unit == Unit::Scalar) return scalar_;
    if (unit == Unit::Control) return control_;
    return unit == Unit::Em ? em_ : fpu_;
  }

  WarpIn operands_{"operands",
                   [this](WarpInstruction& i, sc_core::sc_time&) { pipe(i.unit).send(i); }};
  WarpOut fpu_{"fpu"};
  WarpOut em_{"em"};
  WarpOut scalar_{"scalar"};
  WarpOut control_{"control"};
};

/// An instruction at a time, each of ten cycles, in which all lanes count as useful.
class SimplePipe final : public sc_core::sc_module, public AluPipeBlock {
 public:
  SimplePipe(const sc_core::sc_module_name& name, unsigned lanes, LaunchStatistics& statistics,
             PipeState& state)
      : sc_module(name), lanes_(lanes), statistics_(statistics), state_(state) {}
  Sockets sockets() override { return {operands_, results_}; }
  void reset() override { state_ = {}; }

 private:
  void take(WarpInstruction& instruction) {
    instruction.completes = instruction.issued + 10;
    state_ = {instruction.completes, instruction.completes};
    statistics_.ledger.charge(SlotCause::Useful, std::uint64_t{10} * lanes_);
    if (!resolves_late(*instruction.instruction)) {
      instruction.thread->execute(instruction);
    }
    results_.send(instruction);
  }

  WarpIn operands_{"operands", [this](WarpInstruction& i, sc_core::sc_time&) { take(i); }};
  WarpOut results_{"results"};
  const unsigned lanes_;
  LaunchStatistics& statistics_;
  PipeState& state_;
};

/// In the order of completion.
class SimpleWriteBack final : public sc_core::sc_module, public WriteBackBlock {
 public:
  SimpleWriteBack(const sc_core::sc_module_name& name, const PipelineContext& core)
      : sc_module(name), core_(core), wires_(core.wires.write_back) {}

  Sockets sockets() override {
    return {alu_, memory_, banks_, scoreboard_, resolved_, retired_, divide_};
  }
  void tick(Cycle now) override {
    while (!queue_.empty() && queue_.begin()->first.first <= now) {
      WarpInstruction& instruction = *queue_.begin()->second;
      queue_.erase(queue_.begin());
      wires_.last_completion = now;
      complete(instruction);
    }
    find_due();
  }
  void reset() override {
    queue_.clear();
    wires_.last_completion = 0;
    find_due();
  }

 private:
  void take(WarpInstruction& instruction) {
    queue_[{instruction.completes, instruction.id}] = &instruction;
    find_due();
  }
  void find_due() { wires_.due = queue_.empty() ? kNever : queue_.begin()->first.first; }
  void complete(WarpInstruction& instruction) {
    banks_.send(instruction);
    scoreboard_.send(instruction);
    HardwareThread& thread = *instruction.thread;
    thread.complete(instruction);
    if (instruction.late) resolve_control(instruction);
    thread.check_quiet(instruction.pc, true, core_.machine.limits);
    thread.leave_pipeline();
    instruction.completed = true;
    if (instruction.held == 0) core_.instructions.give_back(instruction);
  }
  void resolve_control(WarpInstruction& instruction) {
    HardwareThread& thread = *instruction.thread;
    const bool branches = instruction.instruction->kind == InstructionClass::Branch;
    thread.resolve(instruction, branches ? thread.taken(instruction) : LaneMask());
    resolved_.send(instruction);
    const bool stops = thread.at_barrier() || thread.place().done;
    if (stops) retired_.send(instruction);
  }

  const PipelineContext& core_;
  WriteBackWires& wires_;
  PlainTarget<WarpProtocol, 0> alu_{"alu",
                                    [this](WarpInstruction& i, sc_core::sc_time&) { take(i); }};
  WarpIn memory_{"memory", [this](WarpInstruction& i, sc_core::sc_time&) { take(i); }};
  WarpOut banks_{"banks"};
  WarpOut scoreboard_{"scoreboard"};
  WarpOut resolved_{"resolved"};
  WarpOut retired_{"retired"};
  PlainInitiator<DivisionProtocol> divide_{"divide"};
  std::map<std::pair<Cycle, std::uint64_t>, WarpInstruction*> queue_;
};

/// Every access takes a cycle: memory is asked for nothing.
class SimpleLoadStore final : public sc_core::sc_module, public LoadStoreBlock {
 public:
  SimpleLoadStore(const sc_core::sc_module_name& name, CoreWires& wires)
      : sc_module(name), wires_(wires) {}

  Sockets sockets() override {
    return {addresses_, completed_, proceeded_, arrived_, local_, completion_, memory_};
  }
  void tick(Cycle /*now*/) override {}
  SlotSet wait_for_stores(Cycle /*now*/) const override { return {}; }
  bool busy() const override { return false; }
  void reset() override {
    wires_.load_store = {};
    wires_.pipes.send = {};
  }

 private:
  void take(WarpInstruction& instruction) {
    instruction.missed = {};
    instruction.load = nullptr;
    const InstructionClass kind = instruction.instruction->kind;
    const bool orders = kind == InstructionClass::Fence || kind == InstructionClass::Barrier;
    if (!orders) instruction.thread->execute(instruction);
    instruction.completes = instruction.issued + 2;
    wires_.pipes.send = {instruction.issued + 1, instruction.issued + 1};
    wires_.load_store.last_answer = instruction.completes;
    ++wires_.load_store.answers;
    completed_.send(instruction);
  }

  CoreWires& wires_;
  WarpIn addresses_{"addresses", [this](WarpInstruction& i, sc_core::sc_time&) { take(i); }};
  WarpOut completed_{"completed"};
  WarpIn proceeded_{"proceeded", [](WarpInstruction&, sc_core::sc_time&) {}};
  PlainInitiator<ArrivalProtocol> arrived_{"arrived"};
  WarpOut local_{"local"};
  PlainInitiator<CompletionProtocol> completion_{"completion"};
  tlm_utils::simple_initiator_socket<SimpleLoadStore> memory_{"memory"};
};

/// Nobody is left behind.
class SimpleMemoryDivergence final : public sc_core::sc_module, public MemoryDivergenceBlock {
 public:
  explicit SimpleMemoryDivergence(const sc_core::sc_module_name& name) : sc_module(name) {}

  Sockets sockets() override {
    return {loads_, arrived_, completed_, proceeded_, resume_, divide_};
  }
  void tick(Cycle /*now*/) override {}
  Cycle next_event(Cycle /*now*/) const override { return kNever; }
  bool can_divide() const override { return false; }
  void reset() override {}

 private:
  /// A load comes a first time before it has its values.
  WarpIn loads_{"loads", [this](WarpInstruction& i, sc_core::sc_time&) {
                  if (i.load == nullptr) completed_.send(i);
                }};
  PlainTarget<ArrivalProtocol> arrived_{"arrived", [](LaneArrival&, sc_core::sc_time&) {}};
  WarpOut completed_{"completed"};
  WarpOut proceeded_{"proceeded"};
  PlainInitiator<ThreadProtocol> resume_{"resume"};
  PlainInitiator<DivisionProtocol> divide_{"divide"};
};

/// All slices run, and none divides.
class SimpleSliceControl final : public sc_core::sc_module, public SliceControlBlock {
 public:
  explicit SimpleSliceControl(const sc_core::sc_module_name& name) : sc_module(name) {}

  Sockets sockets() override {
    return {command_, admitted_, stopped_, retired_, load_, branch_, work_};
  }
  void begin(Cycle /*now*/, std::uint64_t /*tasks*/) override {}
  void tick(Cycle /*now*/) override {}
  void unite(Cycle /*now*/) override {}
  bool may_divide() const override { return false; }
  AdaptationStatistics statistics(Cycle /*now*/) const override { return {}; }

 private:
  static void refuse(Division& division, sc_core::sc_time& /*delay*/) {
    division.answer = Division::Answer::Never;
  }

  PlainTarget<ThreadProtocol> command_{
      "command", [this](ThreadCommand& c, sc_core::sc_time&) { admitted_.send(c); }};
  PlainInitiator<ThreadProtocol> admitted_{"admitted"};
  WarpIn stopped_{"stopped", [this](WarpInstruction& i, sc_core::sc_time&) { retired_.send(i); }};
  WarpOut retired_{"retired"};
  PlainTarget<DivisionProtocol> load_{"load", refuse};
  PlainTarget<DivisionProtocol> branch_{"branch", refuse};
  sc_core::sc_port<WorkSource> work_{"work"};
};

}  // namespace lanefold
