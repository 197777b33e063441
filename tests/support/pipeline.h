// SPDX-License-Identifier: Apache-2.0
// Bench for the blocks of the cycle-level model: a SystemC context per test, probes between
// sockets, threads that run a program written instruction by instruction.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/execute/slice.h"
#include "decisions/execute/work_group.h"
#include "decisions/isa/opcode.h"
#include "lanefold/machine_config.h"
#include "lanefold/program.h"

namespace lanefold {

/// Every test builds its modules in a SystemC context of its own.
class SimulationTest : public ::testing::Test {
 protected:
  SimulationTest();
  ~SimulationTest() override;
  /// With a cycle of cycles(1).
  ClockDomain& domain() { return *domain_; }

 private:
  sc_core::sc_simcontext* previous_;
  std::unique_ptr<sc_core::sc_simcontext> context_;
  std::unique_ptr<ClockDomain> domain_;
};

/// Clock of the tests.
inline sc_core::sc_time cycles(std::uint64_t count) {
  return sc_core::sc_time(static_cast<double>(count), sc_core::SC_NS);
}
std::uint64_t current_cycle();

struct Operands {
  unsigned rd = 0, rs1 = 0, rs2 = 0, rs3 = 0;
  int imm = 0;  ///< of branches and jumps: bytes from the instruction
};
/// The word of one instruction.
std::uint32_t encode(Opcode opcode, const Operands& operands = {});

using Code = std::vector<std::uint32_t>;
/// A program whose only kernel `k`, without arguments, starts at its first instruction.
std::shared_ptr<const Program> make_program(const Code& code, std::uint32_t local_bytes = 0);

/// Remembers the instructions that pass; without a successor it is their end.
class Probe : public sc_core::sc_module {
 public:
  explicit Probe(const sc_core::sc_module_name& name) : sc_module(name) {}

  WarpTarget<Probe> in{"in", this, &Probe::take};
  std::vector<WarpInstruction*> seen;

 private:
  void take(WarpInstruction& instruction) { seen.push_back(&instruction); }
};

/// Sends what a test hands it.
class Driver : public sc_core::sc_module {
 public:
  explicit Driver(const sc_core::sc_module_name& name) : sc_module(name) {}

  WarpInitiator out{"out"};
};

/// Has one socket, by which a test asks a block.
template <class Socket>
class Asker : public sc_core::sc_module {
 public:
  explicit Asker(const sc_core::sc_module_name& name) : sc_module(name) {}

  Socket out{"out"};
};

/// Hardware threads that run one work-group of a program, and instructions for them.
class ThreadBench {
 public:
  ThreadBench(const MachineConfig& config, const Code& code, unsigned warps = 1,
              unsigned work_items = 0);

  std::vector<std::unique_ptr<Slice>>& slices() { return slices_; }
  const std::vector<HardwareThread*>& threads() const { return threads_; }
  Slice& slice(unsigned slot = 0) { return *slices_[slot]; }
  Warp& warp(unsigned slot = 0) { return *warps_[slot]; }
  GlobalMemory& memory() { return memory_; }
  const Launch& launch() const { return launch_; }
  /// Decoded instruction `index` of thread `slot`, with all of its lanes or those of `active`.
  WarpInstruction& instruction(unsigned index, unsigned slot = 0);
  WarpInstruction& instruction(unsigned index, unsigned slot, LaneMask active);

 private:
  GlobalMemory memory_;
  Reservations reservations_;
  std::shared_ptr<const Program> program_;
  Launch launch_;
  WorkGroup group_;
  std::vector<std::unique_ptr<Warp>> warps_;
  std::vector<std::unique_ptr<Slice>> slices_;
  std::vector<HardwareThread*> threads_;
  std::vector<std::unique_ptr<WarpInstruction>> instructions_;
};

}  // namespace lanefold
