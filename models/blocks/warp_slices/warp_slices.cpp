// SPDX-License-Identifier: Apache-2.0
// Which slices of a core run.
#include "blocks/warp_slices/warp_slices.h"

#include <algorithm>
#include <ostream>

namespace lanefold {

WarpSlices::WarpSlices(const sc_core::sc_module_name& name, const CoreConfig& config,
                       const CoreClock& clock, std::vector<std::unique_ptr<Slice>>& slices,
                       const SliceTable& table, SubdivisionStatistics& statistics, Alarm& wake,
                       SliceWires& wires, const FetchWires& threads)
    : SliceControl(name, wires),
      config_(config),
      clock_(clock),
      slices_(slices),
      wake_(wake),
      threads_(threads),
      table_(table),
      subdivision_(config, table, changes, slices, statistics) {}

SliceControlBlock::Sockets WarpSlices::sockets() {
  Sockets sockets = SliceControl::sockets();
  sockets.changes = &changes;
  sockets.adaptation = &adaptation;
  return sockets;
}

void WarpSlices::begin(Cycle now, std::uint64_t tasks) {
  resident_ = running_ = {};
  wires_ = {};
  begin_ = interval_ = now;
  tasks_ = 0;
  counts_ = {};
  path_.clear();
  searching_ = false;
  simd_ = simd_of(config_);
  divides_ = subdivides(config_);
  if (adapts(config_) && tasks != 0) {
    AdaptationRequest launch;
    launch.tasks_of_core = tasks;
    adaptation.send(launch);
    counts_.defaults = launch.converged ? 1 : 0;
    take_answer(launch, now);
  }
  divide(simd_);
}

void WarpSlices::divide(const SimdConfiguration& simd) {
  subdivision_.begin(divides_);
  changes.divide(simd.width);
  depth_ = simd.depth;
  feed_slices(true);
}

/// Whether slices that run get work-items.
void WarpSlices::feed_slices(bool feed) {
  for (unsigned slot = 0; slot < slices_.size(); ++slot) {
    const SliceEntry& entry = table_[slot];
    slices_[slot]->assign(entry.warp, entry.lanes, feed && slot < depth_);
  }
}

void WarpSlices::take_command(ThreadCommand& command) {
  if (subdivision_.parts().test(command.slot)) {
    command.cycle = std::max(command.cycle, clock_.now() + 1);
    wake_.set(command.cycle);
    return admitted.send(command);
  }
  resident_.set(command.slot);
  wires_.dormant.set(command.slot);
  commands_[command.slot] = command;
  if (!stopping_) admit(clock_.now());
}

/// Those first that may go on soonest.
void WarpSlices::admit(Cycle now) {
  while (running_.count() < depth_ && wires_.dormant.any()) {
    unsigned first = wires_.dormant.lowest();
    for (const unsigned slot : wires_.dormant) {
      if (std::max(commands_[slot].cycle, now + 1) < std::max(commands_[first].cycle, now + 1)) {
        first = slot;
      }
    }
    ThreadCommand& command = commands_[first];
    command.cycle = std::max(command.cycle, now + 1);
    wires_.dormant.reset(first);
    running_.set(first);
    wake_.set(command.cycle);
    admitted.send(command);
  }
}

void WarpSlices::take_stopped(WarpInstruction& instruction) {
  const Cycle now = clock_.now();
  running_.reset(instruction.slot);
  const bool ended = instruction.slice->done();
  const bool part = subdivision_.parts().test(instruction.slot);
  if (ended) {
    resident_.reset(instruction.slot);
    subdivision_.end(instruction.slot);
    const bool whole = instruction.slice->frees() != nullptr;
    if (whole) tasks_ += instruction.slice->warp().dispatched().count();
  }
  if (searching_ && wires_.state == SliceWires::State::Running &&
      tasks_ >= tasks_of_interval(config_)) {
    drain(now);
  }
  stopping_ = true;
  retired.send(instruction);
  stopping_ = false;
  if (ended && part) instruction.slice->end_part();
  admit(now);
  if (wires_.state == SliceWires::State::Draining && resident_.none()) end_drain(now);
}

void WarpSlices::drain(Cycle now) {
  if (!work->work_left()) return;
  wires_.state = SliceWires::State::Draining;
  drain_ = now;
  feed_slices(false);
}

/// Ends the drain, and the interval if other cores have left any work-items.
void WarpSlices::end_drain(Cycle now) {
  wires_.state = SliceWires::State::Running;
  counts_.draining_cycles += now - drain_;
  if (work->work_left()) end_interval(now);
}

void WarpSlices::take_division(Division& division) {
  const std::optional<unsigned> slot = subdivision_.divide(division, others_run());
  if (!slot) return;
  resident_.set(*slot);
  ThreadCommand start{ThreadCommand::Kind::Start, *slot, clock_.now()};
  admitted.send(start);
}

void WarpSlices::unite(Cycle now) {
  while (const auto both = subdivision_.unite()) {
    resident_.reset(both->ended);
    // Fetch lets go of a thread that has no lanes left.
    ThreadCommand stop{ThreadCommand::Kind::Resume, both->ended, now};
    admitted.send(stop);
    if (!both->waited) continue;
    ThreadCommand proceed{ThreadCommand::Kind::Resume, both->proceeds, now};
    admitted.send(proceed);
  }
}

void WarpSlices::end_interval(Cycle now) {
  ++counts_.intervals;
  path_.push_back({0, text(), now - interval_, tasks_});
  AdaptationRequest interval;
  interval.kind = AdaptationRequest::Kind::Interval;
  interval.result = {now - interval_, tasks_};
  adaptation.send(interval);
  const AdaptationConfig& times = config_.adaptation;
  const Cycle cycles = interval.steps * times.step_cycles + times.reconfiguration_cycles;
  counts_.reconfiguration_cycles += cycles;
  wires_.state = SliceWires::State::Reconfiguring;
  wires_.due = now + cycles;
  take_answer(interval, wires_.due);
  wake_.set(wires_.due);
}

/// The search goes on from cycle `now`, or is over.
void WarpSlices::take_answer(const AdaptationRequest& answer, Cycle now) {
  simd_ = answer.simd;
  divides_ = answer.divides;
  searching_ = !answer.converged;
  if (searching_) return;
  path_.push_back({0, text(), 0, 0});
  counts_.search_cycles = now - begin_;
  counts_.chosen = counts_.intervals != 0 ? 1 : 0;
}

std::string WarpSlices::text() const {
  const bool alone = adapts(config_) && divides_;
  return simd_.text() + (alone ? " with division" : "");
}

void WarpSlices::tick(Cycle now) {
  wires_.due = kNever;
  wires_.state = SliceWires::State::Running;
  interval_ = now;
  tasks_ = 0;
  divide(simd_);
  work->reconfigured();
}

AdaptationStatistics WarpSlices::statistics(Cycle now) const {
  AdaptationStatistics counts = counts_;
  if (searching_) counts.search_cycles = now - begin_;
  return counts;
}

void WarpSlices::describe(std::ostream& out) const {
  if (divides_warps(config_)) out << name() << ": warps are divided as " << text() << '\n';
  if (wires_.state == SliceWires::State::Draining)
    out << name() << ": waits for all slices to end\n";
  for (const unsigned slot : wires_.dormant)
    out << name() << ": thread " << slot << " is dormant\n";
}

}  // namespace lanefold
