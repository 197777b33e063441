// SPDX-License-Identifier: Apache-2.0
// An ALU pipe.
#include "blocks/datapath/alu_pipe.h"

#include <ostream>

#include "blocks/datapath/alu_compute.h"
#include "decisions/execute/datapath.h"
#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

AluPipe::AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config, unsigned width,
                 const CoreGeometry& geometry, LaunchStatistics& statistics, PipeState& state)
    : sc_module(name),
      config_(config),
      ledger_(config, width, geometry, statistics),
      exact_(moves_quads(config)),
      queue_(config.pipes.queue),
      state_(state) {}

void AluPipe::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  const AluTime time = alu_time(config_, instruction);
  const Cycle start = queue_.enter(instruction.issued, time.busy);
  state_ = queue_.state();
  instruction.completes = start + time.busy + time.latency;
  ledger_.charge_passes(instruction, time.interval);
  const unsigned fetching = time.busy - instruction.cycles * time.interval;
  if (fetching != 0) ledger_.charge_fetch(instruction, fetching);

  if (exact_ && computes_lanes(decoded)) {
    compute_slots(instruction);
  } else if (!resolves_late(decoded)) {
    instruction.thread->execute(instruction);
  }
  results.send(instruction);
}

void AluPipe::reset() {
  queue_.reset();
  state_ = queue_.state();
}

void AluPipe::describe(std::ostream& out, Cycle now) const {
  if (state_.free_at > now) {
    out << name() << ": busy until cycle " << state_.free_at << '\n';
  } else {
    out << name() << ": idle\n";
  }
}

}  // namespace lanefold
