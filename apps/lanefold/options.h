// SPDX-License-Identifier: Apache-2.0
// What the command line asks for, in plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "pipeline_trace_file.h"
#include "profile_output.h"
#include "report_output.h"

namespace lanefold {

/// What of the RTL a waveform records, as it is written on the command line.
struct WaveOptions {
  std::string cycles;               ///< "A:B"; empty: all
  std::string core;                 ///< empty: all
  std::vector<std::string> blocks;  ///< empty: all
};

struct MachineOptions {
  std::string machine = "ivb-eu";     ///< name or TOML file
  std::optional<MachineConfig> base;  ///< in its place
  std::vector<std::string> settings;  ///< "key=value"
  std::uint64_t max_cycles = 0;       ///< 0: as the machine says
  std::optional<double> max_seconds;  ///< of a run
  bool progress = false;              ///< show it in pipes and files, too
  bool functional = false;
  std::string timed;                ///< launches of an application; empty: all
  std::string warm = "functional";  ///< what launches do to caches that are not timed; or none
  std::vector<std::string> rtl;  ///< blocks that are RTL, each with a file of one's own or without
  std::optional<std::string> waves;  ///< waveform file of the RTL
  WaveOptions recorded;              ///< in it
  PipelineTraceOptions trace;
  ProfileOptions profile;
  ReportOptions report;
  bool check_uniform = false;  ///< hold each instruction against the analysis of uniformity

  bool counts_by_instruction() const { return profile.wanted() || report.wanted(); }
};

struct ProgramOptions {
  std::string target;  ///< workload, FILE.cl, FILE.elf or FILE.bin
  Gen8Width simd = Gen8Width::Compiler;
  std::string size = "default";
  std::uint64_t seed = 1;
  std::vector<std::string> parameters;  ///< "name=value", of a workload
  std::vector<std::string> build_options;
  std::string kernel;
  std::string global;  ///< "1024" or "64,64,1"
  std::string local;
  std::string offset;
  std::vector<std::string> arguments;  ///< see argument_spec.h
  std::string against;                 ///< OpenCL platform to compare buffers with
};

/// Print what runs take in energy.
struct EnergyOptions {
  bool wanted = false;
  unsigned node = 45;  ///< nm
};

struct RunOptions {
  MachineOptions machine;
  ProgramOptions program;
  std::string stats_file;  ///< "-" is standard output; empty: tables only
  std::string elf_file;    ///< write the compiled program and run nothing
  bool print_config = false;
  bool explain = false;  ///< run again with one thing changed at a time
  EnergyOptions energy;
};

struct ExecOptions {
  MachineOptions machine;
  Gen8Width simd = Gen8Width::Compiler;
  std::string stats_file;                ///< "-" is standard output; empty: none
  std::string record_file;               ///< what replay takes; empty: none
  std::vector<std::string> application;  ///< and its arguments
};

struct ReplayOptions {
  MachineOptions machine;
  std::string recording;
  bool names_machine = false;           ///< --machine is given
  std::optional<std::uint64_t> launch;  ///< only this one is timed, and the last
  std::vector<std::string> checkpoint;  ///< a launch and a file; empty: none is made
  bool print_config = false;
  std::string resume;      ///< a checkpoint; empty: from the first launch on
  std::string stats_file;  ///< "-" is standard output; empty: none
};

struct CompareOptions {
  MachineOptions machine;
  ProgramOptions program;
  std::string vary;            ///< "key=value,value,..."
  bool names_machine = false;  ///< --machine is given
  EnergyOptions energy;
  bool json = false;
};

/// Of `report`.
struct ReportCommandOptions {
  std::vector<std::string> inputs;
  std::string output;
};

struct TraceOptions {
  std::string action;  ///< record, import, replay or show
  MachineOptions machine;
  ProgramOptions program;
  std::string input;   ///< a trace, or the text to import
  std::string output;  ///< "-" is standard output
  bool uncompressed = false;
  unsigned alu_width = 4;
  bool json = false;
};

struct MaskOptions {
  std::string mask;
  unsigned lanes = 16;
  unsigned alu_width = 4;
  unsigned operand_bits = 32;
  bool rtl = false;  ///< show the RTL's answers, too
};

struct AnalyseOptions {
  MachineOptions machine;
  ProgramOptions program;
  std::string kernel;    ///< empty: all
  std::string local;     ///< of a kernel of one's own, for the analysis
  bool summary = false;  ///< no listing
  bool json = false;
};

struct CosimOptions {
  std::string block;
  std::vector<std::string> files;
  std::string geometry = "16x4";  ///< lanes x ALU width
  std::optional<std::string> top;
  std::vector<std::string> includes;
  std::uint64_t seed = 1;
  std::uint64_t random = 100'000;    ///< masks or clock cycles
  std::optional<std::string> waves;  ///< waveform file of a difference
  bool verbose = false;
};

struct CostOptions {
  MachineOptions machine;
  unsigned pc_bits = 32;
  unsigned node = 45;           ///< nm
  bool area = false;            ///< also of arrays and of the core
  bool register_files = false;  ///< compares organisations instead
  bool json = false;
};

struct BrilOptions {
  std::string action;                    ///< run, count, opt, ssa, json or text
  std::string file;                      ///< of all but count
  std::vector<std::string> files;        ///< of count
  std::vector<std::string> arguments;    ///< of main
  std::vector<std::string> directories;  ///< with files to import from
  std::uint64_t words = std::uint64_t{1} << 20;
  std::uint64_t max_instructions = UINT64_MAX;
  bool profile = false;          ///< say how many instructions a run has carried out
  bool scalar_operands = false;  ///< an int where a vector is wanted is a broadcast of it
  bool reuse = false;            ///< one broadcast for all uses of a vector
  bool fill = false;             ///< each word of memory is its address at first
  bool dynamic = false;          ///< count what a run carries out, too
  bool json = false;             ///< print JSON
  std::string form = "phi";      ///< of `ssa`: phi or get-set
  bool positions = false;        ///< of `json`: print where all is in the text, too
};

struct BenchOptions {
  MachineOptions machine;
  std::vector<std::string> workloads;  ///< empty: all
  std::vector<std::string> traces;     ///< replays of these files instead
  std::string size = "default";
  double min_seconds = 0.5;
  bool scale = false;  ///< what grows with cores, warps, ... instead
  bool check = false;  ///< whether growth beyond what is allowed fails
};

/// Of `config new`.
struct ConfigOptions {
  MachineOptions machine;
  std::string file;       ///< "-" is standard output
  bool complete = false;  ///< all parameters, and no base
};

struct ListOptions {
  std::string what;
  bool json = false;
};

struct DemoOptions {
  std::string command = "lanefold";  ///< as it was called, for what it suggests
  MachineOptions machine;
  std::string size = "default";
};

/// One command line; exactly the options of `verb` are meaningful.
struct CommandLine {
  std::string verb;  ///< empty: help was printed, nothing is left to do
  RunOptions run;
  ExecOptions exec;
  ReplayOptions replay;
  CompareOptions compare;
  ReportCommandOptions report;
  TraceOptions trace;
  MaskOptions mask;
  BrilOptions bril;
  AnalyseOptions analyse;
  AnalyseOptions audit;
  CosimOptions cosim;
  CostOptions cost;
  ConfigOptions config;
  ListOptions list;
  BenchOptions bench;
  DemoOptions demo;
  std::vector<std::string> studies;  ///< arguments of sweep and study, which read them
};

/// Parses; prints help when asked to. Throws Error(Usage) for anything that cannot be understood.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace lanefold
