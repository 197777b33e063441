// SPDX-License-Identifier: Apache-2.0
// `lanefold bril`: Bril programs run, printed without redundant lanes, and counted.
#include <fmt/format.h>

#include <cstdio>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "files.h"
#include "tools/bril/alu_ops.h"
#include "tools/bril/interpreter.h"
#include "tools/bril/json_form.h"
#include "tools/bril/read.h"
#include "tools/bril/scalarise.h"
#include "tools/bril/ssa.h"
#include "tools/bril/strictness.h"
#include "tools/bril/text_form.h"

namespace lanefold {
namespace {

bril::Program read_program(const std::string& file) { return bril::read(read_text(file), file); }

void print(const bril::Program& program, bool json) {
  const std::string text = json ? bril::json_of(program) : bril::text_of(program);
  print_to(stdout, text);
}

bril::Program ssa_of(const bril::Program& program) {
  return bril::with_functions(
      program, [](const bril::Function& function) { return bril::to_ssa(function).function; });
}

bril::RunOptions run_options(const BrilOptions& options) {
  constexpr std::uint64_t kMostWords = std::uint64_t{1} << 28;
  if (options.words > kMostWords) {
    throw Error(ErrorKind::Usage, "--memory takes up to " + with_thousands(kMostWords) +
                                      " words, not " + with_thousands(options.words));
  }
  return {options.words, options.fill, options.max_instructions};
}

bril::Program scalars_of(const bril::Program& program, const BrilOptions& options) {
  for (const bril::Function& function : program.functions) {
    const std::optional<unsigned> variable = bril::variable_without_value(function);
    if (!variable) continue;
    fmt::print(stderr,
               "lanefold: {}: @{} stays as it is: '{}' may have no value where it is used\n",
               program.file, function.name, function.name_of(*variable));
  }
  return bril::scalarise(program,
                         options.reuse ? bril::Broadcasts::Once : bril::Broadcasts::AtUses);
}

bril::AluOps ops_of_run(const bril::Program& program, const BrilOptions& options) {
  const auto silent = [](std::string_view) {};
  return bril::run(program, options.arguments, run_options(options), silent).ops;
}

void count(const BrilOptions& options) {
  TextTable table({"", "vector", "scalar", "ALU ops", "vector", "scalar", "ALU ops", "fewer"});
  const auto row = [&](const std::string& name, const bril::AluOps& before,
                       const bril::AluOps& after) {
    const double saved = before.total() == 0 ? 0.0
                                             : 1.0 - static_cast<double>(after.total()) /
                                                         static_cast<double>(before.total());
    table.row({name, with_thousands(before.vector), with_thousands(before.scalar),
               with_thousands(before.total()), with_thousands(after.vector),
               with_thousands(after.scalar), with_thousands(after.total()),
               fmt::format("{:.0f}%", 100.0 * saved)});
  };
  for (const std::string& file : options.files) {
    const bril::Program before = read_program(file);
    const bril::Program after = scalars_of(before, options);
    row(base_name(file), bril::static_ops(before), bril::static_ops(after));
    if (options.dynamic) {
      row("  in a run", ops_of_run(before, options), ops_of_run(after, options));
    }
  }
  print_to(stdout, table.text());
}

}  // namespace

void bril_command(const BrilOptions& options) {
  if (options.action == "count") return count(options);
  const bril::Program program = read_program(options.file);
  if (options.action == "opt") return print(scalars_of(program, options), options.json);
  if (options.action == "ssa") return print(ssa_of(program), options.json);
  const auto line = [](std::string_view text) {
    print_to(stdout, text);
    print_to(stdout, "\n");
  };
  bril::run(program, options.arguments, run_options(options), line);
}

}  // namespace lanefold
