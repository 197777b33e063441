// SPDX-License-Identifier: Apache-2.0
// An ALU pipe with RTL inside that has time.
#include "twins/loop/rtl_alu_pipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "blocks/datapath/alu_compute.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/regfile/bank_reads.h"
#include "lanefold/compaction_sequencer.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr const char* kDatapath = "compaction_datapath";
constexpr unsigned kTags = 1U << CompactionDatapathPorts::kTagBits;
/// What stands in lanes that no row brings: nobody may take it.
constexpr std::uint64_t kNobodys = 0xdead'dead'dead'dead;

AskedTwin<CompactionDatapathTwin> make_twin(const sc_core::sc_object& block,
                                            const PipelineContext& core, RegisterFileKind banks,
                                            const RtlWorld& world) {
  const std::string scope = fmt::format("{}_{}", kDatapath, block.basename());
  return after_reset(make_compaction_datapath_twin(core.config.warp_width, core.config.alu_width,
                                                   banks, place_in(block, world.session, scope)),
                     world, kDatapath);
}

}  // namespace

RtlAluPipe::RtlAluPipe(const sc_core::sc_module_name& name, unsigned width,
                       const PipelineContext& core, PipeState& state, const RtlWorld& world)
    : sc_module(name),
      config_(core.config),
      geometry_(core.geometry),
      clock_(core.clock),
      banks_(register_file_of(core.config.register_file, core.config.compaction)),
      policy_(static_cast<unsigned>(sequenced_policy(core.config.compaction).value())),
      ledger_(core.config, width, core.geometry, core.statistics),
      state_(state),
      model_(core.config.pipes.queue),
      on_difference_(world.on_difference),
      twin_(make_twin(*this, core, banks_, world)),
      wake_core_(core.wake),
      edge_(core.domain, [this] {
        end_cycle();
        begin_cycle();
      }) {}

void RtlAluPipe::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  if (instruction.cycles == 0) refuse(instruction, "it has no micro-op");
  if (computes_lanes(decoded)) {
    compute_slots(instruction);
    instruction.values->written = LaneMask();
  } else if (!resolves_late(decoded)) {
    instruction.thread->execute(instruction);
  }
  const AluTime time = alu_time(config_, instruction);
  ledger_.charge_passes(instruction, time.interval);
  const Cycle now = instruction.issued;
  if (!at_work()) cycle_ = now;
  waiting_.push_back({&instruction, time, model_.enter(now, time.busy)});
  edge_.set(now + 1);
  show(now);
}

/// The edge, with what has come in the cycle that it ends. A cycle in which the RTL neither
/// computes nor starts what it is offered is charged as one in which operands are fetched.
void RtlAluPipe::end_cycle() {
  inputs_.valid = !waiting_.empty();
  if (inputs_.valid) offer(waiting_.front());
  Twin& twin = twin_.look();
  const bool taken = twin.settle(inputs_).ready && inputs_.valid;
  if (taken) {
    start(waiting_.front());
  } else if (closed_ ? cycle_ >= computes_until_ : inputs_.valid) {
    ledger_.charge_fetch(1);
  }
  twin.clock();
}

/// What the RTL shows after the edge.
void RtlAluPipe::begin_cycle() {
  const Cycle now = clock_.now();
  cycle_ = now;
  inputs_ = {};
  Twin& twin = twin_.look();
  const Twin::Outputs* outputs = &twin.settle(inputs_);
  if (outputs->read != 0) {
    feed_rows(*outputs);
    outputs = &twin.settle(inputs_);
  }
  if (outputs->alu_valid) {
    compute(*outputs);
    outputs = &twin.settle(inputs_);
  }
  ready_ = outputs->ready;
  if (ready_ && closed_) let_others_in(now);
  if (outputs->valid) collect(*outputs, now);
  if (at_work()) edge_.set(now + 1);
  show(now);
}

void RtlAluPipe::offer(const Waiting& first) {
  const WarpInstruction& instruction = *first.instruction;
  const PipelineInstruction& decoded = *instruction.instruction;
  const LaneMask all = geometry_.bits_32.all_lanes();
  inputs_.dispatch = instruction.dispatched;
  inputs_.predicate = instruction.predicate;
  // Lanes that are on its path, and are not off because loads took different times.
  inputs_.control_flow =
      instruction.active | all.without(instruction.dispatched & instruction.predicate);
  inputs_.policy = policy_;
  inputs_.operand = static_cast<unsigned>(sequenced_operand(decoded.operand_bits));
  for (unsigned k = 0; k < decoded.sources; ++k) {
    inputs_.used |= 1U << k;
    inputs_.wide |= (decoded.operands[k].bits == 64 ? 1U : 0U) << k;
  }
  inputs_.interval = first.time.interval;
  inputs_.tag = next_tag_;
}

void RtlAluPipe::start(const Waiting& first) {
  twin_.ask();
  note(*first.instruction, "starts", first.expected, cycle_);
  inside_.push_back({first.instruction, first.time, next_tag_, cycle_});
  next_tag_ = (next_tag_ + 1) % kTags;
  closed_ = true;
  computes_until_ = cycle_ + Cycle{first.instruction->cycles} * first.time.interval;
  opens_at_ = cycle_ + first.time.busy;
  waiting_.pop_front();
}

/// The next instruction can start in the cycle in which the last micro-op is over.
void RtlAluPipe::let_others_in(Cycle now) {
  if (now < computes_until_) {
    throw Error(ErrorKind::Internal,
                fmt::format("{}, cycle {}: the latest instruction lets another one in, and its "
                            "micro-ops take until cycle {}",
                            name(), now, computes_until_));
  }
  closed_ = false;
  opens_at_ = now;
}

/// The rows that it asks for, by what the banks of the model have read.
void RtlAluPipe::feed_rows(const Twin::Outputs& outputs) {
  const Inside& reading = with_tag(outputs.read_tag, "read_tag_o");
  const WarpInstruction& instruction = *reading.instruction;
  if (!computes_lanes(*instruction.instruction)) return;
  const unsigned lanes = geometry_.bits_32.lanes();
  for (unsigned k = 0; k < Twin::kOperands; ++k) {
    if ((outputs.read >> k & 1U) == 0) continue;
    auto* const to = &inputs_.row_data[std::size_t{k} * lanes];
    std::fill_n(to, lanes, kNobodys);
    const unsigned bits = instruction.instruction->operands[k].bits;
    const LaneMask come = lanes_of_row(banks_, outputs.row[k], (outputs.half[k] & 1U) != 0,
                                       (outputs.half[k] & 2U) != 0, geometry_.of_bits(bits));
    for_each_lane(come, [&](unsigned lane) { to[lane] = instruction.values->read[k][lane]; });
  }
}

/// The ALU. What it is given must be what the model's crossbar gives.
void RtlAluPipe::compute(const Twin::Outputs& outputs) {
  Inside& inside = with_tag(outputs.alu_tag, "alu_tag_o");
  WarpInstruction& instruction = *inside.instruction;
  const Schedule& schedule = instruction.schedule;
  const unsigned cycle = inside.micro_op++;
  if (cycle >= schedule.cycles()) refuse(instruction, "it has too many micro-ops");
  const LaneMask enabled = schedule.enabled_positions(cycle);
  if (outputs.alu_enable != enabled) {
    refuse(instruction, fmt::format("micro-op {}: positions {:#x} compute, not {:#x}", cycle,
                                    outputs.alu_enable.bits(), enabled.bits()));
  }
  const bool computes = computes_lanes(*instruction.instruction);
  for_each_lane(enabled, [&](unsigned to) {
    const unsigned lane = outputs.alu_lane[to];
    const unsigned wanted = schedule.slot(cycle, to).lane;
    if (lane != wanted) {
      refuse(instruction, fmt::format("micro-op {}: position {} computes lane {}, not {}", cycle,
                                      to, lane, wanted));
    }
    if (!computes) return;
    check_operands(instruction, lane, {outputs.alu_a[to], outputs.alu_b[to], outputs.alu_c[to]});
    inputs_.alu_result[to] = instruction.values->result[cycle * schedule.positions() + to];
  });
}

void RtlAluPipe::check_operands(const WarpInstruction& instruction, unsigned lane,
                                const std::array<std::uint64_t, 3>& operands) const {
  for (unsigned k = 0; k < instruction.instruction->sources; ++k) {
    const std::uint64_t read = instruction.values->read[k][lane];
    if (operands[k] == read) continue;
    refuse(instruction,
           fmt::format("operand {} of lane {} is {:#x}, not {:#x}", k, lane, operands[k], read));
  }
}

void RtlAluPipe::collect(const Twin::Outputs& outputs, Cycle now) {
  const Inside& inside = with_tag(outputs.tag, "tag_o");
  WarpInstruction& instruction = *inside.instruction;
  if (&inside != &inside_.front()) refuse(instruction, "its results overtake those of another one");
  if (computes_lanes(*instruction.instruction)) {
    DatapathValues& values = *instruction.values;
    if ((values.written & outputs.write).any()) {
      refuse(instruction, fmt::format("lanes {:#x} have results already",
                                      (values.written & outputs.write).bits()));
    }
    values.written |= outputs.write;
    for_each_lane(outputs.write & instruction.active,
                  [&](unsigned lane) { collect_lane(instruction, lane, outputs.data[lane]); });
  }
  if (!outputs.last) return;
  const Inside done = inside;
  inside_.pop_front();
  finish(done, now);
}

/// What the RTL brings home is what is written.
void RtlAluPipe::collect_lane(WarpInstruction& instruction, unsigned lane, std::uint64_t value) {
  DatapathValues& values = *instruction.values;
  const std::uint64_t computed = values.result[slot_of(instruction.schedule, lane)];
  if (value != computed) {
    refuse(instruction,
           fmt::format("the result of lane {} is {:#x}, not {:#x}", lane, value, computed));
  }
  values.write[lane] = value;
}

/// Its latency is that of the RTL, and what the ALU takes beyond.
void RtlAluPipe::finish(const Inside& done, Cycle now) {
  WarpInstruction& instruction = *done.instruction;
  if (done.micro_op != instruction.schedule.cycles()) refuse(instruction, "micro-ops are missing");
  if (computes_lanes(*instruction.instruction) &&
      instruction.values->written != instruction.active) {
    refuse(instruction, fmt::format("lanes {:#x} have results, not {:#x}",
                                    instruction.values->written.bits(), instruction.active.bits()));
  }
  instruction.completes = now + done.time.latency - datapath_depth(banks_);
  note(instruction, "completes", done.start + done.time.busy + done.time.latency,
       instruction.completes);
  results.send(instruction);
  wake_core_.set(instruction.completes);
}

RtlAluPipe::Inside& RtlAluPipe::with_tag(unsigned tag, const char* port) {
  const auto found = std::find_if(inside_.begin(), inside_.end(),
                                  [tag](const Inside& inside) { return inside.tag == tag; });
  if (found != inside_.end()) return *found;
  throw Error(ErrorKind::Internal, fmt::format("{}, cycle {}: {} is {}, which is no instruction",
                                               name(), cycle_, port, tag));
}

/// To the arbiter: when there is room, by how long instructions take as far as is known.
void RtlAluPipe::show(Cycle first) {
  Cycle start = opens_at_;
  if (closed_) start = std::max(start, first + 1);
  if (!waiting_.empty()) start = std::max(start, ready_ ? first : first + 1);
  const unsigned depth = config_.pipes.queue;
  Cycle accepts = depth == 0 ? kNever : 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (i + depth == waiting_.size()) accepts = start;
    start += waiting_[i].time.busy;
  }
  if (depth == 0) accepts = start;
  // It may be sooner than was known.
  if (first < state_.accepts_from && accepts < state_.accepts_from) {
    wake_core_.set(std::max(accepts, first));
  }
  state_ = {accepts, start};
}

void RtlAluPipe::reset() {
  if (at_work()) twin_.look().reset(kCyclesOfReset);
  waiting_.clear();
  inside_.clear();
  model_.reset();
  inputs_ = {};
  ready_ = true;
  closed_ = false;
  opens_at_ = 0;
  state_ = {};
}

void RtlAluPipe::describe(std::ostream& out, Cycle now) const {
  out << name() << ": " << inside_.size() << " in the RTL, " << waiting_.size() << " before it";
  if (state_.free_at > now) out << ", busy until cycle " << state_.free_at;
  out << '\n';
}

void RtlAluPipe::note(const WarpInstruction& instruction, const char* what, Cycle model,
                      Cycle rtl) {
  if (model == rtl || !on_difference_) return;
  on_difference_(fmt::format("{}: {} of thread {} {} in cycle {}, and in the model in cycle {}",
                             name(), text_of(instruction), instruction.slot, what, rtl, model));
}

void RtlAluPipe::refuse(const WarpInstruction& instruction, const std::string& what) const {
  throw Error(ErrorKind::Internal,
              fmt::format("{}, cycle {}: {} of thread {}, lanes {:#x}: {}", name(), cycle_,
                          text_of(instruction), instruction.slot, instruction.active.bits(), what));
}

LaneMask ResultsInPlace::unswizzle(const SlotValues& /*result*/, const Schedule& schedule,
                                   const QuadGeometry& /*geometry*/, LaneValues& /*write*/) {
  return schedule.lanes();
}

}  // namespace lanefold
