// SPDX-License-Identifier: Apache-2.0
// From command line to exit code.
#include <array>
#include <cstdio>
#include <exception>
#include <new>

#include "base/output_file.h"
#include "commands.h"

namespace lanefold {

namespace {

struct ExitCode {
  ErrorKind kind;
  const char* meaning;
};

constexpr std::array<ExitCode, 14> kExitCodes{{
    {ErrorKind::Verification, "the output is not what the host reference expects"},
    {ErrorKind::Usage, "the command line cannot be understood"},
    {ErrorKind::Configuration, "the machine cannot be: unknown key, wrong type, out of range"},
    {ErrorKind::File, "a file cannot be read or written"},
    {ErrorKind::Compiler, "a compiler, or Verilator, is missing or refuses the program"},
    {ErrorKind::Program, "the ELF or Bril file is not a program for this machine"},
    {ErrorKind::Launch, "no such kernel, wrong arguments, or a work-group too large"},
    {ErrorKind::IllegalInstruction, "an instruction that the machine does not have"},
    {ErrorKind::Access, "a misaligned or out-of-range memory access"},
    {ErrorKind::Barrier, "a barrier that some work-items of the group cannot reach"},
    {ErrorKind::NoProgress, "the kernel does not end, or ran past --max-cycles or --max-time"},
    {ErrorKind::Points, "points of a sweep failed"},
    {ErrorKind::Internal, "a bug of Lanefold"},
    {ErrorKind::Interrupted, "interrupted by SIGINT or SIGTERM; statistics are partial"},
}};

int fail(ErrorKind kind, const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "lanefold: %s\n", sentence.c_str());
  return static_cast<int>(kind);
}

void carry_out(const CommandLine& command) {
  if (command.verb == "run") run_command(command.run);
  if (command.verb == "exec") exec_command(command.exec);
  if (command.verb == "replay") replay_command(command.replay);
  if (command.verb == "compare") compare_command(command.compare);
  if (command.verb == "report") report_command(command.report);
  if (command.verb == "trace") trace_command(command.trace);
  if (command.verb == "mask") mask_command(command.mask);
  if (command.verb == "bril") bril_command(command.bril);
  if (command.verb == "analyse") analyse_command(command.analyse);
  if (command.verb == "audit-uniform") audit_command(command.audit);
  if (command.verb == "cosim") cosim_command(command.cosim);
  if (command.verb == "cost") cost_command(command.cost);
  if (command.verb == "config") config_command(command.config);
  if (command.verb == "list") list_command(command.list);
  if (command.verb == "bench" && !command.bench.scale) bench_command(command.bench);
  if (command.verb == "bench" && command.bench.scale) bench_scale_command(command.bench);
  if (command.verb == "doctor") doctor_command();
  if (command.verb == "demo") demo_command(command.demo);
  if (command.verb == "sweep" || command.verb == "study") {
    studies_command(command.verb, command.studies);
  }
}

}  // namespace

std::string exit_code_help() {
  std::string text = "Exit codes:\n   0  success\n";
  for (const ExitCode& code : kExitCodes) {
    const std::string number = std::to_string(static_cast<int>(code.kind));
    text += std::string(4 - number.size(), ' ') + number + "  " + code.meaning + "\n";
  }
  return text;
}

int lanefold_main(int argc, const char* const* argv) {
  try {
    carry_out(parse_command_line(argc, argv));
    finish_printing(stdout);
    return 0;
  } catch (const Error& error) {
    return fail(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::Configuration,
                "the machine and its program need more memory than there is");
  } catch (const std::exception& error) {
    return fail(ErrorKind::Internal, std::string("a bug of Lanefold: ") + error.what());
  }
}

}  // namespace lanefold
