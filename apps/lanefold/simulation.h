// SPDX-License-Identifier: Apache-2.0
// One program on one machine: what run, compare, demo and bench have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/profile.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "options.h"
#include "twins/loop/rtl_questions.h"
#include "workloads/workload.h"

namespace lanefold {

/// A compiled program, and the workload that it belongs to, if any.
struct LoadedProgram {
  std::string name;
  std::shared_ptr<const Program> program;
  const Workload* workload = nullptr;
  std::vector<std::byte> elf;  ///< what it was loaded from
};

/// Why --simd is refused.
constexpr const char* kWidthOfOtherSet =
    "--simd is for core.isa=gen8; core.warp_width is that of RISC-V";

/// The workload of that name; throws Error(Usage) with the nearest name.
const Workload& workload_or_refuse(const std::string& name);

/// Compiles a target for an instruction set, or loads it. Warnings of the compiler go to standard
/// error.
LoadedProgram load(const ProgramOptions& options, InstructionSet isa);

/// Files by the options that name them; an empty name is none.
using NamedFiles = std::vector<std::pair<std::string, std::string>>;
/// What buffers are written to; of those on standard output only the first.
NamedFiles outputs_of(const ProgramOptions& options);
/// What a program and its buffers are compared with, by what they are. A file that a buffer begins
/// with may also be the one that it is written to.
NamedFiles inputs_of(const ProgramOptions& options);
/// Throws Error(Usage) if two outputs, those of a machine's options and others, would go to one
/// file, or one of them to an input or to the machine's file.
void require_own_files(const MachineOptions& options, const NamedFiles& others,
                       const NamedFiles& inputs = {});
/// And Error(File) if one cannot be written: better now than after hours of simulation.
void require_outputs(const MachineOptions& options, const NamedFiles& others,
                     const NamedFiles& inputs = {});

/// A machine, and a sentence for what its user gave and what means nothing on it.
struct ConfiguredMachine {
  MachineConfig config;
  std::vector<std::string> notes;
};
/// Several, and a sentence for what means nothing on any of them.
struct ConfiguredMachines {
  std::vector<MachineConfig> configs;
  std::vector<std::string> notes;
};

/// Which notes on what the user gave are wanted.
enum class Notes : std::uint8_t { All, OldNames };

/// The machine's file with the settings applied, checked, also for the RTL that is asked for.
ConfiguredMachine machine_of(const MachineOptions& options, Notes notes = Notes::All);
/// What stands for the machine itself among its parameters.
constexpr const char* kVaryMachine = "machine";
/// A configured machine for each value of one parameter, or for each name or file if that is
/// kVaryMachine. All are checked before the first is used.
ConfiguredMachines machines_of(const MachineOptions& options, const std::string& key,
                               const std::vector<std::string>& values);

/// A line for each note.
std::string notes_text(const std::vector<std::string>& notes);
/// Writes them to standard error.
void tell(const std::vector<std::string>& notes);

/// Functional, timed, or timed with RTL in the loop. `config` is what machine_of answers for the
/// options, or a variation of it. What the RTL is asked is counted in `questions`, if given, and
/// what its user should know of it is added to `notes`.
std::unique_ptr<Machine> make_machine(const MachineConfig& config, const MachineOptions& options,
                                      std::shared_ptr<RtlQuestions> questions = nullptr,
                                      std::vector<std::string>* notes = nullptr);

/// What the workload is asked; throws Error(Usage) for parameters that are not name=value.
WorkloadRequest request_of(const ProgramOptions& options);

/// How programs of the machine's instruction set compute functions of math.
MathFunctions math_functions(const MachineConfig& config);

/// The outcome of a run: the record for reports, what the workload said and what the RTL was asked.
struct Outcome {
  RunRecord record;
  std::string detail;
  RtlQuestions questions;
  std::vector<std::string> notes;       ///< on the RTL
  std::uint64_t compared = 0;           ///< values, with --check-uniform
  std::optional<Error> stopped;         ///< before the end, by the user or a limit
  std::vector<KernelProfile> profiles;  ///< with --profile, as are the curves
  Curves curves;
};

/// Runs once on this machine, of that configuration, until it ends or is stopped; the RTL's
/// questions stay empty.
Outcome run_on(Machine& machine, const LoadedProgram& loaded, const MachineConfig& config,
               const MachineOptions& machine_options, const ProgramOptions& options,
               const std::string& label, std::FILE* printed);

/// Runs once on a fresh machine. A wrong output is told in the record, not thrown. What kernels
/// print goes to `printed`.
Outcome simulate(const LoadedProgram& loaded, const MachineConfig& config,
                 const MachineOptions& machine_options, const ProgramOptions& options,
                 const std::string& label, std::FILE* printed = stdout);

/// What profiles say of these runs beside their counts; each has the label of its run.
ProfileRecord profile_record(const std::vector<const Outcome*>& outcomes,
                             const std::vector<std::string>& labels, const EnergyOptions& energy);

/// Throws what stopped the run, and Error(Verification) when the output was checked and is wrong.
void require_verified(const Outcome& outcome);

/// "yes", "NO", "-" when there is no reference, or "partial" for a run that was stopped.
std::string verdict(const Outcome& outcome);

}  // namespace lanefold
