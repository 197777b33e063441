// SPDX-License-Identifier: Apache-2.0
// The options of every command and their help; the only place that includes the command-line
// library, but for the manual page.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <regex>
#include <string_view>

#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/parse_integer.h"
#include "base/text.h"
#include "build_info.h"
#include "command_help.h"
#include "commands.h"
#include "decisions/sampling/timed_launches.h"
#include "lanefold/error.h"
#include "lanefold/memory_config.h"
#include "lanefold/pipeline_trace.h"
#include "man_page.h"
#include "tools/cost/technology.h"
#include "twins/loop/rtl_blocks.h"

namespace lanefold {

namespace {

const std::vector<std::string> kSizes{"tiny", "default", "paper"};
const std::vector<std::string> kLists{"workloads",  "showcase", "machines",
                                      "parameters", "blocks",   "edges"};

const std::vector<std::string> kInstructionSets{"riscv", "gen8"};
const std::map<std::string, Gen8Width> kWidths{{"8", Gen8Width::Simd8},
                                               {"16", Gen8Width::Simd16},
                                               {"32", Gen8Width::Simd32},
                                               {"compiler", Gen8Width::Compiler}};

/// What --check-bounds sets beside memory.overrun_bytes.
const std::string kGuardSetting = "memory.guard_bytes=" + std::to_string(kDriverGuardBytes);

/// A value that must be one of some names; the message names the nearest.
CLI::Validator one_of(const std::vector<std::string>& names) {
  return CLI::Validator(
      [names](std::string& value) {
        const bool known = std::find(names.begin(), names.end(), value) != names.end();
        return known ? std::string()
                     : in_quotes(value) + " is not known" + suggestion(value, names);
      },
      join(names, "|"));
}

/// The library would take -1 and what has too many digits for the largest number.
const CLI::Validator kWholeNumber(
    [](std::string& value) {
      const bool digits =
          !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
      if (!digits) return in_quotes(value) + " is not a whole number";
      return parse_integer<std::uint64_t>(value).out_of_range
                 ? in_quotes(value) + " is too large: numbers end at 18446744073709551615"
                 : std::string();
    },
    "");

const CLI::Validator kSeconds(
    [](std::string& value) {
      double seconds = 0;
      const bool positive =
          CLI::detail::lexical_cast(value, seconds) && seconds > 0 && std::isfinite(seconds);
      return positive ? std::string() : in_quotes(value) + " is not a number of seconds above 0";
    },
    "");

/// An empty one would pass for an option that is not given.
const CLI::Validator kSomeText(
    [](std::string& value) {
      return value.empty() ? std::string("an empty name is no file") : std::string();
    },
    "");

/// Refuses the values for which `parse` throws Error(Usage).
template <class Parse>
CLI::Validator understood(Parse&& parse) {
  return CLI::Validator(
      [parse](std::string& value) {
        try {
          parse(value);
          return std::string();
        } catch (const Error& error) {
          return std::string(error.what());
        }
      },
      "");
}

/// An option whose value is empty, as an unset variable of a shell is, would pass for one that is
/// not given. Those for the compiler may come from such a variable.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator not_empty(
      [](std::string& value) { return value.empty() ? "the value is empty" : std::string(); }, "");
  for (CLI::Option* option : app.get_options()) {
    const bool named = !option->get_lnames().empty();
    const bool takes_value = option->get_items_expected_max() > 0;
    if (named && takes_value && !option->check_lname("build-option")) option->check(not_empty);
  }
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    refuse_empty_values(*command);
  }
}

void add_size(CLI::App* app, std::string& size) {
  app->add_option("--size", size, "input of the workload")->check(one_of(kSizes));
}

void add_machine(CLI::App* app, MachineOptions& options) {
  app->add_option("-m,--machine", options.machine,
                  "machine: a name of `lanefold list machines`, or FILE.toml");
  app->add_option("-s,--set", options.settings,
                  "key=value: change a parameter of the machine (repeatable; see `lanefold list "
                  "parameters`)")
      ->allow_extra_args(false);
  app->add_option_function<std::string>(
         "--isa",
         [&options](const std::string& isa) { options.settings.push_back("core.isa=" + isa); },
         "instruction set of programs, as --set core.isa")
      ->check(one_of(kInstructionSets));
  app->add_option("--max-cycles", options.max_cycles, "give up a launch after so many cycles")
      ->check(kWholeNumber);
}

/// Of commands that run programs.
void add_watching(CLI::App* app, MachineOptions& options) {
  app->add_option("--max-time", options.max_seconds, "SECONDS: give up a run after so long")
      ->check(kSeconds);
  app->add_flag(
      "--progress", options.progress,
      "a line about every 10 s where standard error is no terminal; on one, there always is");
  app->add_flag_callback(
      "--check-bounds",
      [&options] {
        options.settings.insert(options.settings.begin(),
                                {"memory.overrun_bytes=0", kGuardSetting});
      },
      "refuse every access behind a buffer, even by one byte, and keep buffers apart: as --set "
      "memory.overrun_bytes=0 --set " +
          kGuardSetting);
}

void add_functional(CLI::App* app, MachineOptions& options) {
  app->add_flag("--functional", options.functional, "execute without timing: fast, and no cycles");
}

/// Of commands that run applications.
CLI::Option* add_timed(CLI::App* app, MachineOptions& options) {
  app->add_option("--warm", options.warm,
                  "functional (default): shared caches see the accesses of launches that are not "
                  "timed; none: they do not")
      ->check(CLI::IsMember({"functional", "none"}));
  return app
      ->add_option("--timed", options.timed,
                   "LAUNCHES: time these, execute the others without timing, and estimate what "
                   "all would take: auto, a number or A-B, the name of a kernel, every:N, shape:N, "
                   "or several with commas between")
      ->check(understood(parse_timed_launches))
      ->excludes("--functional");
}

void add_rtl(CLI::App* app, MachineOptions& options) {
  app->add_option("--rtl", options.rtl,
                  "BLOCK,...: Verilated RTL takes the place of these blocks, and with "
                  "BLOCK=FILE[:MODULE] RTL of your own: " +
                      join(rtl_block_names(), ", "))
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_waves(CLI::App* app, MachineOptions& options) {
  app->add_option("--waves", options.waves,
                  "write the signals of the RTL as a waveform to FILE.fst");
  app->add_option("--waves-cycles", options.recorded.cycles,
                  "A:B: record cycles A up to B, which is not included")
      ->check(understood(parse_cycle_window));
  app->add_option("--waves-core", options.recorded.core, "record the RTL of this core only")
      ->check(understood(parse_traced_core));
  app->add_option("--waves-blocks", options.recorded.blocks,
                  "BLOCK,...: record these blocks of --rtl only")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(rtl_block_names()));
}

void add_trace_options(CLI::App* app, PipelineTraceOptions& options) {
  app->add_option(
         "--trace", options.file,
         "write the way of every instruction and line request to FILE: .kanata for Konata, "
         ".json.gz for Perfetto and speedscope")
      ->check(understood(pipeline_trace_format));
  app->add_option("--trace-cycles", options.cycles,
                  "A:B: trace what lives from cycle A up to B, which is not included")
      ->check(understood(parse_cycle_window));
  app->add_option("--trace-core", options.core, "trace this core only")
      ->check(understood(parse_traced_core));
}

void add_profile_options(CLI::App* app, ProfileOptions& options) {
  app->add_flag("--profile{lines}", options.view,
                "count by instruction, and print what costs most by line, or with =functions or "
                "=instructions by these")
      ->check(one_of(kProfileViews));
  app->add_option("--profile-out", options.files,
                  "write the profile to FILE: .json, .callgrind for KCachegrind, .folded for "
                  "speedscope and flame graphs (repeatable)")
      ->check(understood(check_profile_file))
      ->allow_extra_args(false);
  app->add_option("--profile-top", options.top, "rows of the profile's tables (15); 0 is all")
      ->check(kWholeNumber)
      ->needs("--profile");
}

void add_report(CLI::App* app, ReportOptions& options) {
  app->add_option("--report", options.file,
                  "write all that was counted as a page to look at to FILE.html, or its data to "
                  "FILE.json")
      ->check(understood(check_report_file));
}

void add_report_window(CLI::App* app, ReportOptions& options) {
  app->add_option("--report-cycles", options.cycles,
                  "A:B: the report shows the pipeline in cycles A up to B, of a second run")
      ->check(understood(parse_cycle_window));
  app->add_option("--report-core", options.core, "of this core only")
      ->check(understood(parse_traced_core));
}

void add_simd(CLI::App* app, Gen8Width& simd) {
  app->add_option_function<std::string>(
         "--simd", [&simd](const std::string& width) { simd = kWidths.at(width); },
         "work-items of a thread of core.isa=gen8; without it, as the compiler chooses")
      ->check(one_of({"8", "16", "32", "compiler"}));
}

void add_program(CLI::App* app, ProgramOptions& options) {
  app->add_option("program", options.target,
                  "workload of `lanefold list workloads`, FILE.cl, FILE.elf or FILE.bin");
  add_size(app, options.size);
  app->add_option("--seed", options.seed, "seed of random input")->check(kWholeNumber);
  add_simd(app, options.simd);
  app->add_option("-p,--param", options.parameters,
                  "name=value: a parameter of the workload (repeatable)")
      ->allow_extra_args(false);
  app->add_option(
         "--build-option", options.build_options,
         "option for the OpenCL C compiler, for instance --build-option=-DN=16 (repeatable)")
      ->allow_extra_args(false);
  const std::string own = "Options for your own kernel";
  app->add_option("-k,--kernel", options.kernel,
                  "kernel to launch; may be left out when there is one")
      ->group(own);
  app->add_option("-g,--global", options.global, "global size: X[,Y[,Z]] work-items")->group(own);
  app->add_option("-l,--local", options.local, "work-group size: X[,Y[,Z]]")->group(own);
  app->add_option("--offset", options.offset, "global offset: X[,Y[,Z]]")->group(own);
  app->add_option("--against", options.against,
                  "hold all buffers against those of another OpenCL platform, for instance pocl")
      ->group(own);
  app->add_option("-a,--arg", options.arguments,
                  "argument of the kernel, in order (repeatable; syntax below)")
      ->allow_extra_args(false)
      ->group(own);
}

/// The commands, bound to the values they fill in.
class Parser {
 public:
  explicit Parser(CommandLine& command) : command_(command) {
    app_.name("lanefold");
    app_.require_subcommand(1);
    app_.footer(kExamples + exit_code_help());
    app_.add_flag_callback(
            "--man",
            [this] {
              print_to(stdout, man_commands(app_));
              throw CLI::Success();
            },
            "print the commands for the manual page and exit")
        ->group("");
    app_.set_version_flag("--version", version_text(), "print the versions and exit");
    add_run();
    add_exec();
    add_replay();
    add_compare();
    add_report_command();
    add_trace();
    add_bril();
    add_analyse();
    add_cosim();
    add_cost();
    add_config();
    add_rest();
  }

  void parse(int argc, const char* const* argv) {
    refuse_empty_values(app_);
    try {
      app_.parse(argc, argv);
      command_.demo.command = argv[0];
      for (const CLI::App* sub : app_.get_subcommands()) command_.verb = sub->get_name();
      if (command_.verb == "trace") command_.trace.action = chosen()->get_name();
      if (command_.verb == "bril") command_.bril.action = chosen()->get_name();
    } catch (const CLI::Success& help) {
      app_.exit(help);
      command_.verb.clear();
    } catch (const CLI::ExtrasError&) {
      refuse_extras(argc, argv);
    } catch (const CLI::RequiredError& error) {
      const bool none = !verbs().empty();
      if (none && !app_.remaining(true).empty()) refuse_extras(argc, argv);
      refuse(none ? "a command is missing; valid: " + join(verbs(), ", ") : error.what());
    } catch (const CLI::ArgumentMismatch& error) {
      refuse(plain_mismatch(error.what()));
    } catch (const CLI::ParseError& error) {
      refuse(error.what());
    }
  }

 private:
  CLI::App* add_verb(const char* name, const char* description, const std::string& footer) {
    CLI::App* app = app_.add_subcommand(name, description);
    app->footer(footer);
    return app;
  }

  void add_run() {
    RunOptions& options = command_.run;
    CLI::App* run = add_verb("run", "run a workload or your own kernel on a machine, and count",
                             kArgumentHelp + std::string(kRunExamples));
    add_program(run, options.program);
    add_machine(run, options.machine);
    add_watching(run, options.machine);
    add_functional(run, options.machine);
    add_rtl(run, options.machine);
    add_waves(run, options.machine);
    add_trace_options(run, options.machine.trace);
    add_profile_options(run, options.machine.profile);
    add_report(run, options.machine.report);
    add_report_window(run, options.machine.report);
    run->add_flag(
           "--explain", options.explain,
           "say what limits the run, and run it again with one thing changed at a time: what "
           "would move it")
        ->excludes("--functional");
    run->add_flag("--check-uniform", options.machine.check_uniform,
                  "fail if a value that `lanefold analyse` calls uniform or affine is not");
    run->add_option("--stats", options.stats_file,
                    "write statistics as JSON to FILE, compressed if it ends in .gz; - is standard "
                    "output");
    CLI::Option* energy = add_energy(
        run, options.energy, "print the energy of what was counted, and write it to --stats");
    energy->excludes("--functional");
    run->add_flag("--print-config", options.print_config,
                  "print the machine as TOML and run nothing")
        ->excludes(energy);
    run->add_option("--elf", options.elf_file,
                    "write the compiled program to FILE and run nothing; - is standard output")
        ->excludes(energy);
  }

  void add_exec() {
    ExecOptions& options = command_.exec;
    CLI::App* exec =
        add_verb("exec", "run an OpenCL application, unchanged, on a machine", kExecHelp);
    add_machine(exec, options.machine);
    add_watching(exec, options.machine);
    add_simd(exec, options.simd);
    add_functional(exec, options.machine);
    exec->add_option("--stats", options.stats_file,
                     "write statistics of every launch as JSON to FILE; - is standard output, and "
                     "%p in the name becomes the number of the process");
    CLI::Option* timed = add_timed(exec, options.machine);
    exec->get_option("--warm")->needs(timed);
    exec->add_option("--record", options.record_file,
                     "write what the application asks of the machine to FILE, for `lanefold "
                     "replay`; %p in the name becomes the number of the process");
    add_trace_options(exec, options.machine.trace);
    add_profile_options(exec, options.machine.profile);
    add_report(exec, options.machine.report);
    timed->excludes("--report");  // its figures are those of whole runs
  }

  void add_replay() {
    ReplayOptions& options = command_.replay;
    CLI::App* replay =
        add_verb("replay", "run the launches of a recording, without its application", kReplayHelp);
    replay->add_option("recording", options.recording, "FILE that `lanefold exec --record` wrote")
        ->required();
    add_machine(replay, options.machine);
    replay->get_option("--machine")->each([&options](const std::string&) {
      options.names_machine = true;
    });
    add_watching(replay, options.machine);
    add_functional(replay, options.machine);
    CLI::Option* timed = add_timed(replay, options.machine);
    replay
        ->add_option("--launch", options.launch,
                     "N: execute the launches before this one without timing, time it, and stop")
        ->check(kWholeNumber)
        ->excludes(timed)
        ->excludes("--functional");
    replay
        ->add_option("--checkpoint-at", options.checkpoint,
                     "N FILE: run the launches before this one, write what the machine holds then "
                     "to FILE, and stop")
        ->expected(2)
        ->excludes(timed)
        ->excludes("--launch");
    replay
        ->add_option("--resume", options.resume,
                     "FILE of --checkpoint-at: leave out the launches before it")
        ->check(kSomeText)
        ->excludes(timed)
        ->excludes("--launch");
    replay->add_option("--stats", options.stats_file,
                       "write statistics of every launch as JSON to FILE; - is standard output");
    replay->add_flag("--print-config", options.print_config,
                     "print the machine as TOML and run nothing");
    add_trace_options(replay, options.machine.trace);
    add_profile_options(replay, options.machine.profile);
    add_report(replay, options.machine.report);
    timed->excludes("--report");
  }

  static CLI::Option* add_energy(CLI::App* verb, EnergyOptions& options, const char* description) {
    CLI::Option* energy = verb->add_flag("--energy", options.wanted, description);
    verb->add_option("--node", options.node, "technology node of --energy, in nm (45)")
        ->check(understood(technology_node))
        ->needs(energy);
    return energy;
  }

  void add_compare() {
    CompareOptions& options = command_.compare;
    CLI::App* compare = add_verb("compare", "run a program under several values of one parameter",
                                 kCompareExamples);
    add_program(compare, options.program);
    add_machine(compare, options.machine);
    add_watching(compare, options.machine);
    compare->get_option("--machine")->each([&options](const std::string&) {
      options.names_machine = true;
    });
    add_rtl(compare, options.machine);
    compare
        ->add_option("--vary", options.vary,
                     "key=value,value,...: the parameter and its values; machine=NAME,... compares "
                     "machines")
        ->required();
    add_profile_options(compare, options.machine.profile);
    add_report(compare, options.machine.report);
    add_energy(compare, options.energy, "print the energy of each run, too");
    compare->add_flag("--json", options.json, "print JSON");
  }

  void add_report_command() {
    ReportCommandOptions& options = command_.report;
    CLI::App* report =
        add_verb("report", "make a page of what runs have written, side by side", kReportExamples);
    report->add_option("files", options.inputs, "FILE.json of --report, or of --stats (repeatable)")
        ->required();
    report->add_option("-o,--output", options.output, "FILE.html to write, or FILE.json")
        ->check(understood(check_report_file))
        ->required();
  }

  void add_trace() {
    TraceOptions& options = command_.trace;
    CLI::App* trace = add_verb(
        "trace", "record execution masks in a file, and count what they cost", kTraceExamples);
    trace->require_subcommand(1);
    CLI::App* record = trace->add_subcommand(
        "record", "run a program without timing and write the mask of every instruction");
    record->footer(kArgumentHelp);
    add_program(record, options.program);
    add_machine(record, options.machine);
    CLI::App* import = trace->add_subcommand("import", "make a trace of another tool's masks");
    import->add_option("text", options.input, "lines: pc width bits pipe mask [count]")->required();
    for (CLI::App* writer : {record, import}) {
      writer->add_option("-o,--output", options.output, "the trace to write")->required();
      writer->add_flag("--uncompressed", options.uncompressed, "larger, and faster to replay");
    }
    CLI::App* replay =
        trace->add_subcommand("replay", "count the EU cycles that each policy would take");
    CLI::App* show = trace->add_subcommand("show", "print a trace as text, which can be imported");
    for (CLI::App* reader : {replay, show}) {
      reader->add_option("trace", options.input, "FILE of `trace record` or `trace import`")
          ->required();
    }
    replay->add_option("--alu-width", options.alu_width, "32-bit lanes of the ALU")
        ->check(kWholeNumber);
    replay->add_flag("--json", options.json, "print JSON");
  }

  void add_bril() {
    BrilOptions& options = command_.bril;
    CLI::App* bril = add_verb(
        "bril", "run Bril programs, and make scalars of vectors whose lanes all do the same",
        kBrilExamples);
    bril->require_subcommand(1);
    CLI::App* run = bril->add_subcommand("run", "run a program");
    CLI::App* count = bril->add_subcommand("count", "count ALU operations, before and after `opt`");
    CLI::App* opt = bril->add_subcommand("opt", "print a program with scalars for vectors");
    CLI::App* ssa = bril->add_subcommand("ssa", "print a program in static single assignment");
    CLI::App* json = bril->add_subcommand("json", "print a program as Bril's bril2json does");
    CLI::App* text = bril->add_subcommand("text", "print a program as Bril's bril2txt does");
    ssa->add_option("--form", options.form,
                    "phi, or get-set as in Bril's newer SSA extension (phi)")
        ->check(CLI::IsMember({"phi", "get-set"}));
    json->add_flag("-p,--positions", options.positions,
                   "print the row and column of functions, labels and instructions, too");
    for (CLI::App* reader : {run, opt, ssa, json, text}) {
      reader->add_option("file", options.file, "Bril as text or JSON")->required();
    }
    count->add_option("files", options.files, "Bril as text or JSON")->required();
    run->add_option("arguments", options.arguments, "values for the parameters of main");
    run->add_flag("-p,--profile", options.profile,
                  "print how many instructions were carried out, on standard error");
    CLI::Option* dynamic =
        count->add_flag("--dynamic", options.dynamic, "count what a run carries out, too");
    count->add_option("--arg", options.arguments, "value for a parameter of main (repeatable)")
        ->allow_extra_args(false)
        ->needs(dynamic);
    for (CLI::App* runner : {run, count}) {
      runner->add_option("--memory", options.words, "words of memory (1,048,576)")
          ->check(kWholeNumber);
      runner
          ->add_option("--max-instructions", options.max_instructions,
                       "give up after so many instructions (never)")
          ->check(kWholeNumber);
      runner->add_flag("--fill", options.fill, "fill memory with addresses, not with zeros");
    }
    for (CLI::App* changer : {opt, count}) {
      changer->add_flag("--reuse", options.reuse,
                        "broadcast a scalar once for all uses, not before each");
    }
    for (CLI::App* reader : {run, opt, ssa, count}) {
      reader->add_flag("--scalar-operands", options.scalar_operands,
                       "broadcast an int where an operation wants a vector");
      reader
          ->add_option("-I,--import-directory", options.directories,
                       "directory with files to import from (repeatable)")
          ->allow_extra_args(false);
    }
    for (CLI::App* printer : {opt, ssa}) printer->add_flag("--json", options.json, "print JSON");
  }

  void add_analyse() {
    AnalyseOptions& options = command_.analyse;
    CLI::App* analyse = add_verb(
        "analyse", "say which instructions of a kernel do the same in all lanes", kAnalyseExamples);
    analyse->add_option("program", options.program.target,
                        "workload of `lanefold list workloads`, FILE.cl, FILE.elf or FILE.bin");
    analyse->add_option("-k,--kernel", options.kernel, "this kernel only");
    analyse->add_option(
        "-l,--local", options.local,
        "work-group size of your own kernels: X[,Y[,Z]] (64, or what they require)");
    options.program.size = "tiny";
    add_size(analyse, options.program.size);
    add_simd(analyse, options.program.simd);
    add_machine(analyse, options.machine);
    analyse
        ->add_option("--build-option", options.program.build_options,
                     "option for the OpenCL C compiler (repeatable)")
        ->allow_extra_args(false);
    CLI::Option* summary =
        analyse->add_flag("--summary", options.summary, "a line for each kernel, no instructions");
    analyse->add_flag("--json", options.json, "print JSON")->excludes(summary);

    AnalyseOptions& audit_options = command_.audit;
    CLI::App* audit =
        add_verb("audit-uniform", "run a program, and say what the analysis of its lanes missed",
                 kArgumentHelp + std::string(kAuditExamples));
    add_program(audit, audit_options.program);
    add_machine(audit, audit_options.machine);
    audit->add_flag("--json", audit_options.json, "print JSON");
  }

  void add_cosim() {
    CosimOptions& options = command_.cosim;
    CLI::App* cosim = add_verb(
        "cosim", "compare SystemVerilog of your own with the model of its block", kCosimExamples);
    cosim->add_option("--block", options.block, "the block that it is to be")
        ->required()
        ->check(one_of(cosim_block_names()));
    cosim->add_option("--rtl", options.files, "FILE.sv: its source (repeatable)")
        ->required()
        ->allow_extra_args(false);
    cosim->add_option("--top", options.top,
                      "the module, if it is not named as the block and not the only one");
    cosim->add_option("--geometry", options.geometry, "LANESxALU_WIDTH (16x4)");
    cosim
        ->add_option("--include", options.includes,
                     "folder of modules and of what files include (repeatable)")
        ->allow_extra_args(false);
    cosim->add_option("--seed", options.seed, "seed of all that is random (1)")
        ->check(kWholeNumber);
    cosim
        ->add_option("--random", options.random,
                     "random masks, where not all are tried, or clock cycles (100,000)")
        ->check(kWholeNumber);
    cosim->add_option(
        "--waves", options.waves,
        "write the waveform around a difference to FILE.fst, not to a temporary file");
    cosim->add_flag("--verbose", options.verbose, "print what Verilator and the compiler say");
  }

  void add_cost() {
    CostOptions& options = command_.cost;
    CLI::App* cost =
        add_verb("cost", "say what the mechanisms of the papers must store in a core, and its area",
                 kCostExamples);
    add_machine(cost, options.machine);
    cost->add_option("--pc-bits", options.pc_bits, "bits of a pc, 1 to 64 (32)")
        ->check(CLI::Range(1, 64));
    cost->add_option("--node", options.node, "technology node of areas, in nm (45)")
        ->check(understood(technology_node));
    CLI::Option* area =
        cost->add_flag("--area", options.area, "areas of the core and of its arrays, too");
    cost->add_flag("--register-files", options.register_files,
                   "compare the areas of register-file organisations, under each assumption")
        ->excludes(area);
    cost->add_flag("--json", options.json, "print JSON");
  }

  void add_config() {
    ConfigOptions& options = command_.config;
    CLI::App* config = add_verb("config", "write a machine file to start from", kConfigExamples);
    config->require_subcommand(1);
    CLI::App* fresh = config->add_subcommand(
        "new", "write a machine file that names its base, with all other parameters as comments");
    fresh
        ->add_option("file", options.file,
                     "the FILE.toml to write, which must not exist; - is standard output")
        ->required();
    add_machine(fresh, options.machine);
    fresh->add_flag("--complete", options.complete, "all parameters, and no base");
  }

  void add_rest() {
    CLI::App* mask = add_verb(
        "mask", "show what each compaction policy does with an execution mask", kMaskExamples);
    mask->add_option("mask", command_.mask.mask, "active lanes, lane 0 rightmost: 0x... or 0b...")
        ->required();
    mask->add_option("--lanes", command_.mask.lanes, "lanes of the warp")->check(kWholeNumber);
    mask->add_option("--alu-width", command_.mask.alu_width, "32-bit lanes of the ALU")
        ->check(kWholeNumber);
    mask->add_option("--operand-bits", command_.mask.operand_bits, "16, 32 or 64")
        ->check(kWholeNumber);
    mask->add_flag("--rtl", command_.mask.rtl, "show the answers of the RTL beside the model's");

    CLI::App* list = add_verb(
        "list", "list workloads, the showcase among them, machines, parameters, blocks or edges",
        kListExamples);
    list->add_option("what", command_.list.what, "what to list")->required()->check(one_of(kLists));
    list->add_flag("--json", command_.list.json, "print JSON");

    add_verb("doctor", "say which optional parts are here, and what installs the rest", "");

    CLI::App* bench =
        add_verb("bench", "measure the speed of the simulator itself", kBenchExamples);
    bench->add_option("workloads", command_.bench.workloads,
                      "workloads; the showcase when left out");
    bench
        ->add_option("--trace", command_.bench.traces,
                     "measure the replay of this trace instead (repeatable)")
        ->allow_extra_args(false);
    add_size(bench, command_.bench.size);
    add_machine(bench, command_.bench.machine);
    add_rtl(bench, command_.bench.machine);
    bench
        ->add_option("--min-time", command_.bench.min_seconds,
                     "CPU seconds to spend on each line at least")
        ->check(CLI::Range(0.0, 3600.0));
    CLI::Option* scale =
        bench
            ->add_flag("--scale", command_.bench.scale,
                       "measure instead how the time for a unit of work grows with cores, warps, "
                       "width, launches, unused memory and a trace of later cycles")
            ->excludes("--trace")
            ->excludes("--rtl");
    bench
        ->add_flag("--check", command_.bench.check,
                   "fail if it grows by more than the table allows")
        ->needs(scale);

    CLI::App* demo = add_verb("demo", "the showcase under each compaction policy", kDemoExamples);
    add_size(demo, command_.demo.size);
    add_machine(demo, command_.demo.machine);
    add_watching(demo, command_.demo.machine);

    // Their arguments are read by the programs that carry them out.
    app_.add_subcommand("sweep", "run many points of FILE.toml, and collect what they count");
    app_.add_subcommand("study",
                        "run the experiments of a study, and compare the results with papers");
  }

  /// The innermost command that the words have chosen, or the application.
  const CLI::App* chosen() const {
    const CLI::App* app = &app_;
    while (!app->get_subcommands().empty()) app = app->get_subcommands()[0];
    return app;
  }

  /// The commands that can follow it.
  std::vector<std::string> verbs() const {
    std::vector<std::string> names;
    for (const CLI::App* sub : chosen()->get_subcommands({})) names.push_back(sub->get_name());
    return names;
  }

  /// In words of this command: "--seed: 1 required UINT missing".
  static std::string plain_mismatch(const std::string& said) {
    static const std::regex kOften("(.*): At Most 1 required but received ([0-9]+)");
    static const std::regex kWithout("(.*): 1 required .* missing");
    std::smatch found;
    if (std::regex_match(said, found, kOften)) {
      return found.str(1) + " is given " + found.str(2) + " times; give it once";
    }
    return std::regex_match(said, found, kWithout) ? found.str(1) + " wants a value" : said;
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    std::string path;
    for (const CLI::App* app = chosen(); app != &app_; app = app->get_parent()) {
      path.insert(0, app->get_name() + " ");
    }
    throw Error(ErrorKind::Usage, sentence + " (see lanefold " + path + "--help)");
  }

  /// Words that no option took: an unknown command, an unknown option, or one word too many.
  [[noreturn]] void refuse_extras(int argc, const char* const* argv) const {
    const bool none = !verbs().empty();
    const CLI::App* app = chosen();
    const std::vector<std::string> extras = app_.remaining(true);
    const std::string word = extras.empty() ? argv[argc - 1] : extras.front();
    if (word.rfind('-', 0) != 0) {
      if (none) refuse("there is no command " + in_quotes(word) + suggestion(word, verbs()));
      if (app->get_name() == "exec") {
        refuse("the application stands behind --, as in: lanefold exec -- " + word);
      }
      refuse(in_quotes(word) + " is one word too many" + hint_at_view(argc, argv));
    }
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> others;
    for (const CLI::App* other : app_.get_subcommands([](const CLI::App*) { return true; })) {
      const std::vector<std::string> names = options_of(*other);
      const bool has = std::find(names.begin(), names.end(), name) != names.end();
      if (has) others.push_back("lanefold " + other->get_name());
    }
    const std::string who = join(others, ", ") + (others.size() == 1 ? " has it" : " have it");
    refuse("there is no option " + in_quotes(word) +
           (others.empty() ? suggestion(name, options_of(*app)) : "; " + who));
  }

  /// --profile takes no word behind it: that was taken for another one, or is too many.
  static std::string hint_at_view(int argc, const char* const* argv) {
    const auto* const end = argv + argc;
    const auto* const flag = std::find(argv, end, std::string_view("--profile"));
    if (end - flag < 2 || flag[1][0] == '-') return {};
    return "; what --profile shows stands behind =, as in --profile=" +
           std::string(kProfileViews.front());
  }

  static std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
  }

  CommandLine& command_;
  CLI::App app_{"A SystemC/TLM-2.0 model of a SIMT processor"};
};

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine command;
  // What follows "--" is another program's business.
  const char* const* end = argv + argc;
  const char* const* own_end =
      std::find_if(argv, end, [](const char* word) { return std::strcmp(word, "--") == 0; });
  const bool executes = argc > 1 && std::strcmp(argv[1], "exec") == 0;
  if (executes && own_end != end) {
    command.exec.application.assign(own_end + 1, end);
    argc = static_cast<int>(own_end - argv);
  }
  const bool studies =
      argc > 1 && (std::strcmp(argv[1], "sweep") == 0 || std::strcmp(argv[1], "study") == 0);
  if (studies) {
    command.studies.assign(argv + 2, end);
    argc = 2;
  }
  Parser(command).parse(argc, argv);
  return command;
}

}  // namespace lanefold
