// SPDX-License-Identifier: Apache-2.0
// A timed machine that counts by instruction.
#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "decisions/profile/curve_recorder.h"
#include "decisions/program/source_places.h"
#include "lanefold/profile.h"
#include "lanefold/program.h"
#include "machine/device/forwarding_machine.h"
#include "observers/profile/profile_check.h"
#include "observers/profile/profiling_factory.h"

namespace lanefold {
namespace {

const char* kind_name(InstructionClass kind) {
  switch (kind) {
    case InstructionClass::Alu:
    case InstructionClass::Csr:
      return "alu";
    case InstructionClass::Branch:
      return "branch";
    case InstructionClass::Jump:
    case InstructionClass::JumpRegister:
      return "jump";
    case InstructionClass::Load:
      return "load";
    case InstructionClass::Store:
      return "store";
    case InstructionClass::Atomic:
      return "atomic";
    case InstructionClass::Fence:
      return "fence";
    case InstructionClass::Barrier:
      return "barrier";
    case InstructionClass::Message:
      return "message";
    case InstructionClass::Exit:
      return "exit";
    case InstructionClass::Illegal:
      break;
  }
  return "illegal";
}

/// Applications make programs anew, and take them away: what they were is kept.
struct KeptProgram {
  std::string name;
  std::size_t hash;
  std::vector<std::byte> file;
};

struct KernelEntry {
  std::string kernel;
  std::shared_ptr<const KeptProgram> program;
  std::uint64_t launches = 0;
  LaunchStatistics total;
  InstructionTable table;

  KernelProfile profile() const {
    KernelProfile result{kernel, program->name,       program->hash, launches, total,
                         {},     table.no_instruction};
    const SourcePlaces places(program->file);
    table.for_each([&](std::uint32_t pc, const InstructionTable::Row& row) {
      result.instructions.push_back(
          {pc, row.text, kind_name(row.kind), places.stack(pc), row.counts});
    });
    return result;
  }
};

class ProfiledTimedMachine final : public ForwardingMachine<ProfiledMachine> {
 public:
  explicit ProfiledTimedMachine(const MachineConfig& config)
      : has_lines_(config.core.isa == InstructionSet::Riscv),
        machine_(make_timed_machine(config, factory_)) {
    machine_->on_sample(&recorder_);
  }
  ~ProfiledTimedMachine() override { factory_.remove_taps(); }
  ProfiledTimedMachine(const ProfiledTimedMachine&) = delete;
  ProfiledTimedMachine& operator=(const ProfiledTimedMachine&) = delete;

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    InstructionTable table;
    factory_.begin_launch(table);
    const std::size_t before = machine_->launches().size();
    try {
      machine_->launch(program, kernel, range, arguments);
    } catch (const Error&) {
      if (machine_->launches().size() != before) add_launch(program, kernel, table);
      throw;
    }
    add_launch(program, kernel, table);
  }

  std::vector<KernelProfile> profiles() const override {
    std::vector<KernelProfile> profiles;
    for (const KernelEntry& entry : kernels_) profiles.push_back(entry.profile());
    return profiles;
  }

  Curves curves() const override { return recorder_.curves(); }

  void on_sample(Sampler* sampler) override {
    if (sampler == nullptr) return;
    throw Error(ErrorKind::Usage,
                "a machine that counts by instruction has its own sampler: curves()");
  }

 private:
  /// What the latest launch has counted until its end, or until it was stopped.
  void add_launch(const Program& program, std::string_view kernel, InstructionTable& table) {
    const LaunchStatistics& launched = machine_->launches().back();
    recorder_.add(launched);
    factory_.end_launch(table);
    check_sums(table, launched);
    KernelEntry& entry = entry_of(program, kernel);
    entry.table.add(table);
    if (entry.launches++ == 0) {
      entry.total = launched;
    } else {
      entry.total.add(launched);
    }
  }

  Machine& target() const override { return *machine_; }

  KernelEntry& entry_of(const Program& program, std::string_view kernel) {
    const std::shared_ptr<const KeptProgram>& kept = keep(program);
    for (KernelEntry& entry : kernels_) {
      if (entry.program == kept && entry.kernel == kernel) return entry;
    }
    kernels_.emplace_back();
    kernels_.back().kernel = kernel;
    kernels_.back().program = kept;
    return kernels_.back();
  }

  /// By content. Code of Gen8 has no lines that are known.
  const std::shared_ptr<const KeptProgram>& keep(const Program& program) {
    const std::vector<std::byte>& file = program.file();
    const std::size_t hash = hash_of_program(file);
    std::shared_ptr<const KeptProgram>& kept = programs_[{program.name(), hash}];
    if (kept == nullptr) {
      const auto read = has_lines_ ? file : std::vector<std::byte>();
      kept = std::make_shared<const KeptProgram>(KeptProgram{program.name(), hash, read});
    }
    return kept;
  }

  const bool has_lines_;
  ProfilingFactory factory_;
  CurveRecorder recorder_;
  std::unique_ptr<Machine> machine_;
  std::map<std::pair<std::string, std::size_t>, std::shared_ptr<const KeptProgram>> programs_;
  std::deque<KernelEntry> kernels_;  ///< in the order of their first launches
};

}  // namespace

bool KernelProfile::has_lines() const {
  return std::any_of(instructions.begin(), instructions.end(),
                     [](const ProfiledInstruction& instruction) {
                       return !instruction.stack.empty() && instruction.stack.front().line.known();
                     });
}

std::unique_ptr<ProfiledMachine> make_profiled_machine(const MachineConfig& config) {
  return std::make_unique<ProfiledTimedMachine>(config);
}

}  // namespace lanefold
