// SPDX-License-Identifier: Apache-2.0
// What the load/store unit does with memory's answers.
#include <fmt/format.h>

#include <algorithm>

#include "blocks/load_store/load_store_unit.h"
#include "blocks/memory_link/look_up_phase.h"
#include "decisions/pipeline/miss_counts.h"
#include "lanefold/error.h"

namespace lanefold {

void LoadStoreUnit::answered(LineRequest& request, Cycle cycle) {
  OutstandingLoad* load = request.waiting;
  Thread& thread = threads_[request.lanes().slot];
  const bool stale = request.launch != launch_;
  const bool failed = !stale && request.get_response_status() != tlm::TLM_OK_RESPONSE;
  if (failed) {
    link_.moves_at(cycle);
    failure_ = std::make_exception_ptr(
        Error(ErrorKind::Internal,
              fmt::format("{}: memory answers {} to a request for line {:#x}", name(),
                          request.get_response_string(), request.get_address())));
  }
  const bool hit = request.lanes().hit;
  const bool reported = request.miss_reported;
  const LaneMask lanes = request.lanes().lanes;
  const unsigned slot = request.lanes().slot;
  const unsigned place = request.place;
  const bool brings_values = load != nullptr && load->values != nullptr && !stale && !failed;
  // A snoop that has missed is over.
  if (brings_values && !(load->snoops && reported)) {
    load->values->take(lanes, request.get_address(), request.data());
  }
  if (request.counts != nullptr && !stale && !failed) count_line(request, cycle);
  request.release();
  if (stale || failed) return show();
  if (load == nullptr || load->instruction != nullptr) {
    operations_.line_answered(slot, place, cycle);
    if (operations_.full().test(slot)) {
      link_.moves_at(cycle);
      show();
    }
  }
  if (load != nullptr && !hit) load->missed |= lanes;
  if (load != nullptr && !reported) --load->unknown;
  --unanswered_;
  ++wires_.answers;
  answers_.push(cycle);
  wires_.last_answer = std::max(wires_.last_answer, cycle);
  if (next_send_ == kNever) {
    next_send_ = cycle;
    link_.moves_at(cycle);
    show();
  }
  if (OnTheirWay* kind = counted(thread, load)) ordered_answered(thread, *kind, cycle);
  if (load != nullptr) {
    // A snoop does not wait for what it has missed.
    if (!load->snoops || !reported) load->completes = std::max(load->completes, cycle);
    load_answered(*load, lanes, cycle);
  }
}

void LoadStoreUnit::load_line_sent(OutstandingLoad& load, LaneMask lanes) {
  ++load.unanswered;
  ++load.unknown;
  if (!has_entry(load)) return;
  if (load.entry) {
    load.waiting = completion.line_sent(load.slot, *load.entry, lanes);
  } else {
    load.entry = completion.allocate(load.slot, lanes);
    load.waiting = lanes;
  }
}

/// Of one line, the load's last or another. Returns the lanes that have all of their values then.
LaneMask LoadStoreUnit::take_values(OutstandingLoad& load, LaneMask lanes, bool last, Cycle cycle) {
  const auto arrival = completion.line_arrived(load.slot, *load.entry, lanes, last, cycle);
  load.waiting = arrival.waiting;
  if (load.instruction != nullptr) {
    wires_.partly_answered.assign(load.slot, load.waiting.any() && load.waiting != load.lanes);
  }
  return arrival.complete;
}

void LoadStoreUnit::load_answered(OutstandingLoad& load, LaneMask lanes, Cycle cycle) {
  WarpInstruction* instruction = load.instruction;
  const bool sending = instruction != nullptr && instruction == sending_;
  const bool last = --load.unanswered == 0 && !sending;
  const bool holds = has_entry(load);
  const LaneMask come = holds ? take_values(load, lanes, last, cycle) : LaneMask();
  if (!last && instruction != nullptr) {
    LaneArrival arrival{load.slot, come, cycle};
    if (divides_ && load.reported) arrived.send(arrival);
    return report(load);
  }
  if (instruction == nullptr) {
    LaneArrival arrival{load.slot, come, cycle};
    if (holds) arrived.send(arrival);
    if (!last) return;
  }
  count_hits(load);
  if (load.values != nullptr) values_.give_back(*load.values);
  loads_.give_back(load);
  if (instruction == nullptr) return;
  link_.moves_at(cycle);
  instruction->load = nullptr;
  instruction->missed = load.missed_early;
  instruction->completes = std::max(load.completes, load.looked_up);
  completed.send(*instruction);
}

/// When all lines have been sent and looked up, and some miss, who goes on can be decided; a snoop
/// is complete.
void LoadStoreUnit::report(OutstandingLoad& load) {
  const bool decides = load.unknown == 0 && load.unanswered != 0 && !load.reported;
  if (!decides || load.instruction == sending_) return;
  load.reported = true;
  load.looked_up = std::max(load.looked_up, load.completes);
  WarpInstruction& instruction = *load.instruction;
  if (load.snoops) {
    link_.wake_at(load.looked_up);
    instruction.missed = load.missed_early;
    instruction.completes = load.looked_up;
    release_lanes(instruction);
  }
  completed.send(instruction);
}

/// The first cache on the way has said early that a line is not there.
void LoadStoreUnit::miss(LineRequest& request, Cycle cycle) {
  OutstandingLoad* load = request.waiting;
  if (load == nullptr || request.launch != launch_ || request.miss_reported) return;
  request.miss_reported = true;
  load->missed |= request.lanes().lanes;
  load->missed_early |= request.lanes().lanes;
  load->looked_up = std::max(load->looked_up, cycle);
  --load->unknown;
  if (load->instruction != nullptr) report(*load);
}

/// Values that the load has not got no longer count among the thread's operations: the memory
/// divergence table holds them, or no lane waits for them.
void LoadStoreUnit::release_lanes(WarpInstruction& load) {
  operations_.release(load.slot, load.place);
  show();
  load.load->instruction = nullptr;
  load.load = nullptr;
}

/// Where a load was is where its slowest line was; until that was sent, in this unit, but for what
/// its lines have waited to be sent.
void LoadStoreUnit::count_line(const LineRequest& request, Cycle cycle) {
  const Journey& journey = request.journey();
  InstructionCounts& counts = *request.counts;
  journey.for_each_visited([&](std::size_t level) { ++counts.level_lines[level]; });
  const OutstandingLoad* const load = request.waiting;
  if (load == nullptr) return;
  const bool hit = request.get_extension<LaneExtension>()->hit;
  ++(hit ? counts.line_hits : counts.line_misses);
  counts.line_cycles += cycle - journey.sent();
  if (load->instruction == nullptr || cycle < load->instruction->profile->answered) return;
  FlightProfile& flight = *load->instruction->profile;
  flight.answered = cycle;
  flight.sent = journey.sent();
  flight.slowest = journey.cycles();
}

/// Memory divergence: some lanes hit, others miss.
void LoadStoreUnit::count_hits(const OutstandingLoad& load) {
  const unsigned missed = load.missed.count();
  const unsigned lanes = load.lanes.count();
  ++statistics_.loads;
  statistics_.load_lanes += lanes;
  statistics_.missed_lanes += missed;
  statistics_.missing_loads += missed != 0 ? 1 : 0;
  statistics_.longest_misses += missed != 0 && load.misses->count(load.missed) ? 1 : 0;
  statistics_.divergent_loads += missed != 0 && missed != lanes ? 1 : 0;
  if (load.counts == nullptr) return;
  ++load.counts->loads;
  load.counts->load_lanes += lanes;
  load.counts->missed_lanes += missed;
  load.counts->missing_loads += missed != 0 ? 1 : 0;
  load.counts->divergent_loads += missed != 0 && missed != lanes ? 1 : 0;
}

void LoadStoreUnit::ordered_answered(Thread& thread, OnTheirWay& kind, Cycle cycle) {
  kind.done = std::max(kind.done, cycle);
  if (--kind.unanswered != 0 || thread.fences.empty()) return;
  link_.moves_at(cycle);
  std::vector<WarpInstruction*>& fences = thread.fences;
  const auto complete =
      std::stable_partition(fences.begin(), fences.end(),
                            [&](const WarpInstruction* fence) { return thread.holds(*fence); });
  std::for_each(complete, fences.end(), [&](WarpInstruction* fence) {
    fence->completes = std::max(fence->completes, thread.done(*fence));
    completed.send(*fence);
  });
  fences.erase(complete, fences.end());
}

tlm::tlm_sync_enum LoadStoreUnit::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const bool looked_up = phase == LOOK_UP_MISSED;
  try {
    if (!looked_up) return link_.backward(payload, phase, delay);
    miss(static_cast<LineRequest&>(payload), clock_.cycle_after(delay));
  } catch (...) {  // of blocks of others, in the process of who answers
    failure_ = std::current_exception();
    show();
    link_.wake_at(clock_.cycle_after(delay));
  }
  return looked_up ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
}

}  // namespace lanefold
