// SPDX-License-Identifier: Apache-2.0
// The blocks behind the arbiter, for tests.
#pragma once

#include <memory>
#include <string>

#include "blocks/datapath/alu_pipe.h"
#include "blocks/datapath/compaction_control.h"
#include "blocks/datapath/operand_latch.h"
#include "blocks/datapath/register_banks.h"
#include "blocks/datapath/swizzle_crossbar.h"
#include "blocks/datapath/unswizzle.h"
#include "blocks/datapath/write_back.h"
#include "tests/support/pipeline.h"

namespace lanefold {

inline const Code kCode{encode(Opcode::Add, {5, 6, 7}),
                        encode(Opcode::FaddD, {1, 2, 3}),
                        encode(Opcode::FdivS, {1, 2, 3}),
                        encode(Opcode::FmaddS, {1, 2, 3, 4}),
                        encode(Opcode::Lui, {5, 0, 0, 0, 7}),
                        encode(Opcode::Lw, {5, 6}),
                        encode(Opcode::Blt, {0, 6, 7, 0, 12}),
                        encode(Opcode::Jal, {1, 0, 0, 0, 8}),
                        encode(Opcode::Fence),
                        encode(Opcode::Exit)};
constexpr unsigned kAdd = 0, kDouble = 1, kDivide = 2, kFused = 3, kUpper = 4, kLoad = 5,
                   kBranch = 6, kJump = 7, kFence = 8, kExit = 9;

/// The blocks behind the arbiter as a core binds them; one thread, issue by hand.
class DatapathBench : public SimulationTest {
 protected:
  void build(CompactionPolicy compaction, DatapathFidelity datapath = DatapathFidelity::Exact,
             RegisterFileKind register_file = RegisterFileKind::Auto, std::uint32_t width = 16) {
    config_.core.compaction = compaction;
    config_.core.datapath = datapath;
    config_.core.register_file = register_file;
    config_.core.warp_width = width;
    geometry_ = std::make_unique<CoreGeometry>(width, 4);
    bench_ = std::make_unique<ThreadBench>(config_, kCode);
    const CoreConfig& core = config_.core;
    control_ = std::make_unique<CompactionControl>("control", core, *geometry_, statistics_);
    banks_ = std::make_unique<RegisterBanks>("banks", core, *geometry_, statistics_);
    crossbar_ = std::make_unique<SwizzleCrossbar>("crossbar", core, *geometry_);
    fpu_ = std::make_unique<AluPipe>("fpu", core, core.alu_width, *geometry_, statistics_,
                                     wires_.pipes.fpu);
    em_ = std::make_unique<AluPipe>("em", core, core.alu_width, *geometry_, statistics_,
                                    wires_.pipes.em);
    write_back_ =
        std::make_unique<WriteBack>("write_back", config_, statistics_, pool_, wires_.write_back);
    bind();
    bind_values(datapath == DatapathFidelity::Exact);
    sc_core::sc_start(cycles(1));
  }
  void bind() {
    driver_.out.bind(control_->issued);
    control_->scheduled.bind(banks_->scheduled);
    banks_->addresses.bind(addresses_.in);
    crossbar_->fpu.bind(fpu_->operands);
    crossbar_->em.bind(em_->operands);
    memory_.out.bind(write_back_->memory);
    write_back_->banks.bind(banks_->write_port);
    write_back_->scoreboard.bind(released_.in);
    write_back_->resolved.bind(resolved_.in);
    write_back_->retired.bind(retired_.in);
  }
  void bind_values(bool exact) {
    if (!exact) {
      banks_->operands.bind(crossbar_->operands);
      fpu_->results.bind(write_back_->alu);
      em_->results.bind(write_back_->alu);
      return;
    }
    latch_ = std::make_unique<OperandLatch>("latch", *geometry_);
    unswizzle_ = std::make_unique<Unswizzle>("unswizzle", *geometry_);
    banks_->operands.bind(latch_->operands);
    latch_->latched.bind(crossbar_->operands);
    fpu_->results.bind(unswizzle_->alu);
    em_->results.bind(unswizzle_->alu);
    unswizzle_->results.bind(write_back_->alu);
  }

  WarpInstruction& issue(unsigned what, std::uint64_t active, std::uint64_t cycle) {
    WarpInstruction& instruction = bench_->instruction(what, 0, LaneMask(active));
    if (instruction.unit == Unit::Either) instruction.unit = Unit::Em;
    instruction.issued = cycle;
    driver_.out.send(instruction);
    return instruction;
  }
  std::uint32_t* row(unsigned index) { return bench_->warp().registers().row(index); }

  MachineConfig config_;
  LaunchStatistics statistics_;
  Pool<WarpInstruction> pool_;
  CoreWires wires_;
  std::unique_ptr<CoreGeometry> geometry_;
  std::unique_ptr<ThreadBench> bench_;
  Driver driver_{"driver"};
  Driver memory_{"memory"};
  Probe addresses_{"addresses"};
  Probe released_{"released"};
  Probe resolved_{"resolved"};
  Probe retired_{"retired"};
  std::unique_ptr<CompactionControl> control_;
  std::unique_ptr<RegisterBanks> banks_;
  std::unique_ptr<OperandLatch> latch_;
  std::unique_ptr<SwizzleCrossbar> crossbar_;
  std::unique_ptr<AluPipe> fpu_;
  std::unique_ptr<AluPipe> em_;
  std::unique_ptr<Unswizzle> unswizzle_;
  std::unique_ptr<WriteBack> write_back_;
};

}  // namespace lanefold
