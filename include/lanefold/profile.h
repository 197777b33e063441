// SPDX-License-Identifier: Apache-2.0
// Profiles: what each instruction of a kernel cost, counted while the machine runs
// (docs/how-to/profile.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/curves.h"
#include "lanefold/instruction_counts.h"
#include "lanefold/machine.h"
#include "lanefold/program_hash.h"
#include "lanefold/source_frame.h"

namespace lanefold {

/// One instruction of a kernel that was executed, or that something waited for.
struct ProfiledInstruction {
  std::uint32_t pc = 0;
  std::string text;  ///< assembler
  std::string kind;  ///< alu, branch, jump, load, store, atomic, fence, barrier, message or exit
  /// The function that has it, and those into which that was inlined, the innermost first. Empty
  /// if nothing is known.
  std::vector<SourceFrame> stack;
  InstructionCounts counts;
  double picojoules = 0;  ///< that can be told by instruction, where energy is asked for
};

/// All launches of one kernel of one program, added up.
struct KernelProfile {
  std::string kernel;
  std::string program;
  std::size_t program_hash = 0;  ///< of its file: a name may come again (hash_of_program)
  std::uint64_t launches = 0;
  LaunchStatistics total;
  std::vector<ProfiledInstruction> instructions;  ///< by pc
  /// Lane-slots that no instruction can be charged with: cores without a warp, or that divide their
  /// warps anew.
  LaneLedger no_instruction;

  /// Whether the line of any of the instructions is known.
  bool has_lines() const;
};

/// A timed machine that counts by instruction, and over time.
class ProfiledMachine : public Machine {
 public:
  /// Throws Error(Usage): curves() has what a sampler would see.
  void on_sample(Sampler* sampler) override = 0;
  /// One for each kernel, in the order of their first launches. Launches that were stopped are in
  /// it with what they had counted; those that failed otherwise are not.
  virtual std::vector<KernelProfile> profiles() const = 0;
  /// Over all launches that have a record: those that were stopped, too.
  virtual Curves curves() const = 0;
};

/// Computes, takes and counts the same as the machine of make_timed_machine. A launch throws
/// Error(Internal) if the sums over its instructions, or over its samples, are not what the launch
/// has counted.
std::unique_ptr<ProfiledMachine> make_profiled_machine(const MachineConfig& config);

}  // namespace lanefold
