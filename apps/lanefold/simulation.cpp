// SPDX-License-Identifier: Apache-2.0
// Loading programs, making machines, running once.
#include "simulation.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "argument_spec.h"
#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/text.h"
#include "decisions/zebin/zebin.h"
#include "files.h"
#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "observers/uniformity_check/checked_machine.h"
#include "own_kernel.h"
#include "progress.h"
#include "stop_check.h"
#include "tools/cost/instruction_energy.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/rtl_machine.h"

namespace lanefold {

namespace {

namespace fs = std::filesystem;

CompiledProgram compile(const std::string& file, const ProgramOptions& options,
                        InstructionSet isa) {
  CompileOptions compile;
  compile.user_options = options.build_options;
  if (isa == InstructionSet::Riscv) {
    if (options.simd != Gen8Width::Compiler) {
      throw Error(ErrorKind::Usage, kWidthOfOtherSet);
    }
    return compile_opencl(read_text(file), file, compile);
  }
  return compile_gen8(read_text(file), file, compile, {options.simd, false});
}

std::vector<std::byte> compile_file(const std::string& file, const ProgramOptions& options,
                                    InstructionSet isa) {
  CompiledProgram compiled = compile(file, options, isa);
  if (!compiled.log.empty()) std::fputs(compiled.log.c_str(), stderr);
  return std::move(compiled.elf);
}

LoadedProgram loaded(const std::string& name, std::vector<std::byte> elf, const std::string& source,
                     const Workload* workload = nullptr) {
  if (fs::path(source).extension() == ".bin" && !gen8::is_zebin(elf)) {
    throw Error(ErrorKind::Program,
                source + " is not code of Gen8 as ocloc writes it with --format zebin");
  }
  auto program = gen8::is_zebin(elf) ? load_gen8_program(elf, source) : load_program(elf, source);
  for (const std::string& warning : program->warnings()) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  return {name, std::move(program), workload, std::move(elf)};
}

void refuse_width(const ProgramOptions& options) {
  if (options.simd == Gen8Width::Compiler) return;
  throw Error(ErrorKind::Usage,
              "--simd is for sources; " + options.target + " has been compiled, and has its width");
}

void refuse_workload_options(const ProgramOptions& options) {
  if (!options.parameters.empty()) {
    throw Error(ErrorKind::Usage, "--param is for workloads; a kernel of your own takes --arg");
  }
}

void refuse_kernel_options(const ProgramOptions& options) {
  const bool any = !options.kernel.empty() || !options.global.empty() || !options.local.empty() ||
                   !options.offset.empty() || !options.arguments.empty() ||
                   !options.against.empty();
  if (any) {
    throw Error(ErrorKind::Usage,
                "the workload " + options.target +
                    " launches its own kernels; --kernel, --global, --local, "
                    "--offset, --arg and --against are for FILE.cl, FILE.elf and FILE.bin");
  }
}

WaveSelection wave_selection(const WaveOptions& options, const MachineConfig& config) {
  WaveSelection wanted;
  if (!options.cycles.empty()) wanted.window = parse_cycle_window(options.cycles);
  if (!options.core.empty()) {
    wanted.core = parse_traced_core(options.core);
    check_traced_core(*wanted.core, config);
  }
  wanted.blocks = options.blocks;
  return wanted;
}

void check_waves(const MachineConfig& config, const MachineOptions& options) {
  const WaveOptions& part = options.recorded;
  if (!options.waves && (!part.cycles.empty() || !part.core.empty() || !part.blocks.empty())) {
    throw Error(ErrorKind::Usage,
                "--waves-cycles, --waves-core and --waves-blocks choose what --waves FILE.fst "
                "records: add it");
  }
  if (options.waves && options.rtl.empty()) {
    throw Error(ErrorKind::Usage, "--waves records RTL in the loop: add --rtl all");
  }
  if (options.rtl.empty()) return;
  const RtlBlocks blocks = select_rtl_blocks(options.rtl, config);
  for (const std::string& block : wave_selection(part, config).blocks) {
    if (blocks.has(block)) continue;
    throw Error(ErrorKind::Usage, "--waves-blocks " + block +
                                      ": the block is not RTL in this run; RTL is " +
                                      join(names_of(blocks), ", "));
  }
}

void check_rtl(const MachineConfig& config, const MachineOptions& options) {
  if (options.rtl.empty()) return check_waves(config, options);
  if (options.functional) {
    throw Error(ErrorKind::Usage, "--rtl needs a timed machine: leave out --functional");
  }
  check_waves(config, options);
}

void check_trace(const MachineConfig& config, const MachineOptions& options) {
  check_pipeline_trace(options.trace, config, options.functional);
  if (options.trace.file.empty() || options.rtl.empty()) return;
  throw Error(
      ErrorKind::Usage,
      "--trace and --rtl cannot be used together: a trace is of the model, whose cycles are those "
      "of our RTL, so leave out --rtl");
}

void check_profile(const MachineConfig& config, const MachineOptions& options) {
  check_window(options.report, config);
  if (!options.counts_by_instruction()) return;
  const std::string name = options.profile.wanted() ? "--profile" : "--report";
  if (options.functional) {
    throw Error(ErrorKind::Usage, name + " counts cycles: leave out --functional");
  }
  if (options.rtl.empty() && options.trace.file.empty() && !options.check_uniform) return;
  throw Error(ErrorKind::Usage, name +
                                    " watches the model's own machine: leave out --rtl, --trace "
                                    "and --check-uniform");
}

void check_watchers(const MachineOptions& options) {
  if (!options.check_uniform || (options.rtl.empty() && options.trace.file.empty())) return;
  throw Error(ErrorKind::Usage,
              "--check-uniform watches the model's own machine: leave out --rtl and --trace");
}

/// --isa, and the same by --set.
void check_instruction_set(const MachineOptions& options) {
  std::string first;
  for (const std::string& setting : options.settings) {
    if (setting.rfind("core.isa=", 0) != 0) continue;
    if (!first.empty() && setting != first) {
      throw Error(ErrorKind::Usage, first + " and " + setting + " contradict each other");
    }
    first = setting;
  }
}

/// Adds the parameters that a file of the user's own gives to `file_keys`.
MachineConfig configured(const MachineOptions& options, std::vector<std::string>& file_keys) {
  MachineConfig config = options.base ? *options.base : load_machine(options.machine, file_keys);
  for (const std::string& setting : options.settings) apply_setting(config, setting);
  if (options.max_cycles > 0) config.limits.max_cycles = options.max_cycles;
  validate(config);
  check_rtl(config, options);
  check_trace(config, options);
  check_watchers(options);
  check_profile(config, options);
  return config;
}

/// In the order in which messages name them.
NamedFiles outputs_of(const MachineOptions& options, const NamedFiles& others) {
  NamedFiles outputs{{"--trace", options.trace.file},
                     {"--waves", options.waves.value_or("")},
                     {"--report", options.report.file}};
  for (const std::string& file : options.profile.files) outputs.emplace_back("--profile-out", file);
  outputs.insert(outputs.begin(), others.begin(), others.end());
  return outputs;
}

/// Whether a program is a file; otherwise it is a workload.
bool names_file(const std::string& target) {
  const std::string extension = fs::path(target).extension().string();
  return extension == ".cl" || extension == ".elf" || extension == ".o" || extension == ".bin" ||
         target.find('/') != std::string::npos;
}

/// Where a file is that may not be there yet, nor what a link names.
fs::path place_of(const std::string& file) {
  constexpr unsigned kMostLinks = 40;  // some lead in a circle
  fs::path path = fs::absolute(file);
  std::error_code failure;
  for (unsigned i = 0; i < kMostLinks && fs::is_symlink(path, failure); ++i) {
    const fs::path target = fs::read_symlink(path, failure);
    if (failure) break;
    path = path.parent_path() / target;
  }
  const fs::path place = fs::weakly_canonical(path, failure);
  return failure ? path.lexically_normal() : place;
}

void add_new(std::vector<std::string>& notes, std::vector<std::string> more) {
  for (std::string& note : more) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end())
      notes.push_back(std::move(note));
  }
}

/// Cycles of machines whose clocks differ are no times.
std::vector<std::string> clock_notes(const std::vector<MachineConfig>& configs) {
  std::vector<std::string> clocks;
  for (const MachineConfig& config : configs) {
    add_new(clocks, {std::to_string(config.clock_mhz)});
  }
  if (clocks.size() == 1) return {};
  return {"cycles are not times here: the machines have clocks of " + join(clocks, " and ") +
          " MHz"};
}

/// A note on all machines once, and on some of them with their names.
std::vector<std::string> named_notes(const std::vector<std::string>& names,
                                     const std::vector<std::vector<std::string>>& notes) {
  std::vector<std::string> all;
  for (std::size_t machine = 0; machine < names.size(); ++machine) {
    for (const std::string& note : notes[machine]) {
      const bool on_all = std::all_of(notes.begin(), notes.end(), [&](const auto& of_one) {
        return std::find(of_one.begin(), of_one.end(), note) != of_one.end();
      });
      add_new(all, {on_all ? note : names[machine] + ": " + note});
    }
  }
  return all;
}

ConfiguredMachines named_machines(const MachineOptions& options,
                                  const std::vector<std::string>& names) {
  ConfiguredMachines machines;
  std::vector<std::vector<std::string>> notes;
  for (const std::string& name : names) {
    MachineOptions named = options;
    named.machine = name;
    std::vector<std::string> file_keys;
    machines.configs.push_back(configured(named, file_keys));
    notes.push_back(check_settings({machines.configs.back()}, options.settings, file_keys));
  }
  machines.notes = named_notes(names, notes);
  add_new(machines.notes, clock_notes(machines.configs));
  return machines;
}

}  // namespace

const Workload& workload_or_refuse(const std::string& name) {
  if (const Workload* workload = find_workload(name)) return *workload;
  std::vector<std::string> names;
  for (const auto& workload : workloads()) names.push_back(workload->name());
  throw Error(
      ErrorKind::Usage,
      "there is no workload " + in_quotes(name) +
          (nearest_name(name, names).empty()
               ? "; valid: a name of `lanefold list workloads`, FILE.cl, FILE.elf or FILE.bin"
               : suggestion(name, names)));
}

LoadedProgram load(const ProgramOptions& options, InstructionSet isa) {
  const std::string& target = options.target;
  if (target.empty()) {
    throw Error(ErrorKind::Usage,
                "a program is missing: a workload of `lanefold list workloads`, FILE.cl, FILE.elf "
                "or FILE.bin");
  }
  if (fs::path(target).extension() == ".cl") {
    refuse_workload_options(options);
    return loaded(base_name(target), compile_file(target, options, isa), base_name(target));
  }
  if (names_file(target)) {
    refuse_workload_options(options);
    refuse_width(options);
    return loaded(base_name(target), read_bytes(target), base_name(target));
  }
  const Workload& workload = workload_or_refuse(target);
  refuse_kernel_options(options);
  const std::string file = workload.source_file_for(request_of(options));
  const std::string source = data_directory("workloads") + "/" + file;
  return loaded(workload.name(), compile_file(source, options, isa), file, &workload);
}

NamedFiles outputs_of(const ProgramOptions& options) {
  NamedFiles outputs;
  bool prints = false;
  for (const std::string& argument : options.arguments) {
    const ArgumentSpec spec = parse_argument(argument);
    const auto* buffer = std::get_if<BufferSpec>(&spec.what);
    if (buffer == nullptr || (buffer->out_file == "-" && std::exchange(prints, true))) continue;
    outputs.emplace_back("--arg " + argument, buffer->out_file);
  }
  return outputs;
}

NamedFiles inputs_of(const ProgramOptions& options) {
  NamedFiles inputs;
  if (names_file(options.target)) inputs.emplace_back("the program", options.target);
  for (const std::string& argument : options.arguments) {
    const ArgumentSpec spec = parse_argument(argument);
    const auto* buffer = std::get_if<BufferSpec>(&spec.what);
    if (buffer != nullptr) inputs.emplace_back("the expected content", buffer->expected_file);
  }
  return inputs;
}

void require_own_files(const MachineOptions& options, const NamedFiles& others,
                       const NamedFiles& inputs) {
  std::map<fs::path, std::string> read;
  for (const auto& [what, file] : inputs) {
    if (!file.empty()) read.emplace(place_of(file), what);
  }
  if (fs::path(options.machine).extension() == ".toml") {
    read.emplace(place_of(options.machine), "the machine");
  }
  std::map<fs::path, std::string> options_of;
  for (const auto& [option, file] : outputs_of(options, others)) {
    if (file.empty()) continue;
    if (const auto input = read.find(place_of(file)); input != read.end()) {
      throw Error(ErrorKind::Usage, option + " would replace " + in_quotes(file) + ", " +
                                        input->second + "; give it a file of its own");
    }
    const auto [other, is_new] = options_of.emplace(place_of(file), option);
    if (is_new) continue;
    throw Error(ErrorKind::Usage, other->second + " and " + option + " would both write " +
                                      in_quotes(file) + "; give each a file of its own");
  }
}

void require_outputs(const MachineOptions& options, const NamedFiles& others,
                     const NamedFiles& inputs) {
  require_own_files(options, others, inputs);
  for (const auto& [option, file] : outputs_of(options, others)) {
    if (!file.empty()) require_writable(file);
  }
}

ConfiguredMachine machine_of(const MachineOptions& options, Notes notes) {
  std::vector<std::string> file_keys;
  check_instruction_set(options);
  const MachineConfig config = configured(options, file_keys);
  const std::vector<std::string> all = check_settings({config}, options.settings, file_keys);
  return {config, notes == Notes::All ? all : old_name_notes(options.settings, file_keys)};
}

ConfiguredMachines machines_of(const MachineOptions& options, const std::string& key,
                               const std::vector<std::string>& values) {
  check_instruction_set(options);
  if (key == kVaryMachine) return named_machines(options, values);
  ConfiguredMachines machines;
  std::vector<std::string> file_keys;
  for (const std::string& value : values) {
    MachineOptions changed = options;
    changed.settings.push_back(key + "=" + value);
    machines.configs.push_back(configured(changed, file_keys));
  }
  std::vector<std::string> settings = options.settings;
  settings.push_back(key + "=" + values.front());
  machines.notes = check_settings(machines.configs, settings, file_keys);
  return machines;
}

std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "note: " + note + "\n";
  return text;
}

void tell(const std::vector<std::string>& notes) { std::fputs(notes_text(notes).c_str(), stderr); }

std::unique_ptr<Machine> make_machine(const MachineConfig& config, const MachineOptions& options,
                                      std::shared_ptr<RtlQuestions> questions,
                                      std::vector<std::string>* notes) {
  if (options.functional) return make_functional_machine(config);
  if (!options.rtl.empty()) {
    return make_rtl_machine(config, {options.rtl, options.waves, std::move(questions), notes,
                                     wave_selection(options.recorded, config)});
  }
  return make_timed_machine(config);
}

WorkloadRequest request_of(const ProgramOptions& options) {
  WorkloadRequest request;
  if (options.size == "tiny") request.size = WorkloadSize::Tiny;
  if (options.size == "paper") request.size = WorkloadSize::Paper;
  request.seed = options.seed;
  for (const std::string& parameter : options.parameters) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorKind::Usage, "--param " + parameter + ": a parameter is name=value");
    }
    request.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  return request;
}

MathFunctions math_functions(const MachineConfig& config) {
  return config.core.isa == InstructionSet::Gen8 ? MathFunctions::Other : MathFunctions::Ours;
}

namespace {

/// Fills in what the host of a workload says.
void run_program(Machine& machine, const LoadedProgram& loaded, const ProgramOptions& options,
                 Outcome& outcome) {
  RunRecord& record = outcome.record;
  if (loaded.workload == nullptr) return run_own_kernel(machine, loaded, options, outcome);
  WorkloadRequest request = request_of(options);
  request.functions = math_functions(record.machine);
  record.size = options.size;
  record.parameters = request.parameters;
  const WorkloadResult result = loaded.workload->run(machine, *loaded.program, request);
  record.checked = true;
  record.verified = result.verified;
  record.values_checked = result.values_checked;
  outcome.detail = result.detail;
}

}  // namespace

Outcome run_on(Machine& machine, const LoadedProgram& loaded, const MachineConfig& config,
               const MachineOptions& machine_options, const ProgramOptions& options,
               const std::string& label, std::FILE* printed) {
  Outcome outcome;
  RunRecord& record = outcome.record;
  record.program = loaded.name;
  record.seed = options.seed;
  record.machine = config;
  machine.on_print([printed](std::string_view text) { print_to(printed, text); });
  std::optional<std::chrono::milliseconds> interval;
  if (machine_options.progress) interval = kProgressInterval;
  const Progress progress(machine, label, interval);
  note_interruptions();
  machine.on_stop_check(stop_check(machine_options.max_seconds));
  try {
    run_program(machine, loaded, options, outcome);
  } catch (const Error& error) {
    if (machine.launches().empty() || !machine.launches().back().partial) throw;
    outcome.stopped = error;
  }
  record.launches = machine.launches();
  return outcome;
}

Outcome simulate(const LoadedProgram& loaded, const MachineConfig& config,
                 const MachineOptions& machine_options, const ProgramOptions& options,
                 const std::string& label, std::FILE* printed) {
  if (!machine_options.trace.file.empty()) {
    PipelineTraceFile trace(machine_options.trace, config);
    Outcome outcome =
        run_on(trace.machine(), loaded, config, machine_options, options, label, printed);
    trace.close();
    const std::string warning = trace.warning();
    if (!warning.empty()) std::fprintf(stderr, "lanefold: %s\n", warning.c_str());
    return outcome;
  }
  if (machine_options.counts_by_instruction()) {
    const auto machine = make_profiled_machine(config);
    Outcome outcome = run_on(*machine, loaded, config, machine_options, options, label, printed);
    outcome.profiles = machine->profiles();
    outcome.curves = machine->curves();
    return outcome;
  }
  if (machine_options.check_uniform) {
    CheckedMachine checked(config, machine_options.functional);
    Outcome outcome =
        run_on(checked.machine(), loaded, config, machine_options, options, label, printed);
    outcome.compared = checked.compared();
    return outcome;
  }
  const auto questions = std::make_shared<RtlQuestions>();
  std::vector<std::string> notes;
  const auto machine = make_machine(config, machine_options, questions, &notes);
  try {
    Outcome outcome = run_on(*machine, loaded, config, machine_options, options, label, printed);
    outcome.questions = *questions;
    outcome.notes = std::move(notes);
    return outcome;
  } catch (const Error& error) {
    // What cannot be is a bug of ours in our RTL only.
    const std::vector<OwnRtl> own = own_rtl_of(machine_options.rtl);
    if (own.empty() || error.kind() != ErrorKind::Internal) throw;
    throw Error(ErrorKind::Verification, "with " + own.front().files.front() + ": " + error.what());
  }
}

ProfileRecord profile_record(const std::vector<const Outcome*>& outcomes,
                             const std::vector<std::string>& labels, const EnergyOptions& energy) {
  ProfileRecord record;
  const RunRecord& first = outcomes.front()->record;
  record.program = first.program;
  record.size = first.size;
  record.seed = first.seed;
  record.parameters = first.parameters;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const MachineConfig& machine = outcomes[i]->record.machine;
    record.runs.push_back({labels[i], machine, outcomes[i]->profiles, outcomes[i]->curves});
    if (!energy.wanted) continue;
    for (KernelProfile& kernel : record.runs.back().kernels) {
      add_instruction_energy(kernel, machine, energy.node);
    }
  }
  read_sources(record);
  return record;
}

void require_verified(const Outcome& outcome) {
  if (outcome.stopped) throw Error(*outcome.stopped);
  if (!outcome.record.checked || outcome.record.verified) return;
  throw Error(ErrorKind::Verification,
              "the output of " + outcome.record.program + " is wrong: " + outcome.detail);
}

std::string verdict(const Outcome& outcome) {
  const RunRecord& record = outcome.record;
  if (outcome.stopped) return "partial";
  if (!record.checked) return "-";
  return record.verified ? "yes" : "NO";
}

}  // namespace lanefold
