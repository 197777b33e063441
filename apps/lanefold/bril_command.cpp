// SPDX-License-Identifier: Apache-2.0
// `lanefold bril`: Bril programs run, printed without redundant lanes, and counted.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "files.h"
#include "tools/bril/alu_ops.h"
#include "tools/bril/interpreter.h"
#include "tools/bril/json_form.h"
#include "tools/bril/read.h"
#include "tools/bril/scalarise.h"
#include "tools/bril/shadows.h"
#include "tools/bril/ssa.h"
#include "tools/bril/strictness.h"
#include "tools/bril/text_form.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

/// The name of a file that is the same for all ways to it; as it is for what is no file.
std::string identity_of(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::canonical(file, error);
  return error ? file.string() : whole.string();
}

/// Beside the file that imports, then in the directories of -I.
bril::Libraries libraries_of(const std::string& file, const BrilOptions& options) {
  const auto find = [&options](const std::string& path, const std::string& importer) {
    std::vector<fs::path> places{fs::path(importer).parent_path()};
    places.insert(places.end(), options.directories.begin(), options.directories.end());
    std::optional<bril::SourceFile> found;
    for (const fs::path& place : places) {
      const fs::path candidate = place / path;
      std::error_code error;
      if (!fs::is_regular_file(candidate, error)) continue;
      const std::string name = candidate.lexically_normal().string();
      found = bril::SourceFile{name, identity_of(candidate), read_text(name)};
      break;
    }
    return found;
  };
  return {identity_of(file), find};
}

bril::Program read_program(const std::string& file, const BrilOptions& options) {
  const auto scalars =
      options.scalar_operands ? bril::ScalarOperands::Broadcast : bril::ScalarOperands::Refused;
  return bril::read(read_text(file), file, scalars, libraries_of(file, options));
}

void print(const bril::Program& program, bool json) {
  const std::string text = json ? bril::json_of(program) : bril::text_of(program);
  print_to(stdout, text);
}

/// As the program is: imports stay, and types are not checked.
void convert(const BrilOptions& options) {
  const bril::Program program = bril::parse(read_text(options.file), options.file);
  const auto positions = options.positions ? bril::Positions::Printed : bril::Positions::LeftOut;
  print_to(stdout, options.action == "json" ? bril::json_of(program, positions)
                                            : bril::text_of(program, bril::TextStyle::Reference));
}

bril::Program ssa_of(const bril::Program& program, const BrilOptions& options) {
  return bril::with_functions(program, [&](const bril::Function& function) {
    if (bril::speculates(function)) return function;
    bril::SsaFunction ssa = bril::to_ssa(function);
    return options.form == "get-set" ? bril::with_shadows(ssa) : std::move(ssa.function);
  });
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
    const std::optional<std::string> reason = bril::why_left_alone(function);
    if (!reason) continue;
    fmt::print(stderr, "lanefold: {}: @{} stays as it is: {}\n", function.file, function.name,
               *reason);
  }
  return bril::scalarise(program,
                         options.reuse ? bril::Broadcasts::Once : bril::Broadcasts::AtUses);
}

bril::AluOps ops_of_run(const bril::Program& program, const BrilOptions& options) {
  const auto silent = [](std::string_view) {};
  return bril::run(program, options.arguments, run_options(options), silent).ops;
}

void count(const BrilOptions& options) {
  TextTable table({"", "vector", "scalar", "ALU ops", "all ops", "vector", "scalar", "ALU ops",
                   "all ops", "fewer"});
  const auto row = [&](const std::string& name, const bril::AluOps& before,
                       const bril::AluOps& after) {
    const double saved = before.total() == 0 ? 0.0
                                             : 1.0 - static_cast<double>(after.total()) /
                                                         static_cast<double>(before.total());
    table.row({name, with_thousands(before.vector), with_thousands(before.scalar),
               with_thousands(before.total()), with_thousands(before.with_others()),
               with_thousands(after.vector), with_thousands(after.scalar),
               with_thousands(after.total()), with_thousands(after.with_others()),
               fmt::format("{:.0f}%", 100.0 * saved)});
  };
  for (const std::string& file : options.files) {
    const bril::Program before = read_program(file, options);
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
  if (options.action == "json" || options.action == "text") return convert(options);
  const bril::Program program = read_program(options.file, options);
  if (options.action == "opt") return print(scalars_of(program, options), options.json);
  if (options.action == "ssa") return print(ssa_of(program, options), options.json);
  const auto line = [](std::string_view text) {
    print_to(stdout, text);
    print_to(stdout, "\n");
  };
  const bril::RunCounts counts = bril::run(program, options.arguments, run_options(options), line);
  if (options.profile) fmt::print(stderr, "total_dyn_inst: {}\n", counts.instructions);
}

}  // namespace lanefold
