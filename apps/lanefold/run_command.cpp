// SPDX-License-Identifier: Apache-2.0
// `lanefold run`: one program, once, with all that was counted.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "energy_text.h"
#include "lanefold/config.h"
#include "repeated_run.h"
#include "run_notes.h"
#include "run_report.h"
#include "simulation.h"
#include "stop_check.h"
#include "tools/cost/energy.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/waveform_file.h"
#include "what_if.h"

namespace lanefold {

namespace {

/// How often each twin of the RTL was asked, in all cores.
std::string questions_text(const RtlQuestions& questions, const std::vector<std::string>& blocks) {
  std::vector<std::string> parts;
  for (const std::string& block : blocks) {
    const auto found = questions.find(block);
    const auto count = found == questions.end() ? 0 : found->second;
    parts.push_back(block + " " + with_thousands(count));
  }
  return "questions to the RTL: " + join(parts, "; ") + "\n";
}

/// The blocks, with the files of the user's own that some of them come from.
std::vector<std::string> with_own_files(std::vector<std::string> blocks,
                                        const std::vector<std::string>& words) {
  for (const OwnRtl& own : own_rtl_of(words)) {
    const auto block = std::find(blocks.begin(), blocks.end(), own.block);
    if (block != blocks.end()) *block += " (" + own.files.front() + ")";
  }
  return blocks;
}

std::string heading(const Outcome& outcome, const MachineOptions& options,
                    const std::string& notes) {
  const RunRecord& record = outcome.record;
  std::string text = heading_of(record, options.functional);
  text += ", " + std::to_string(record.launches.size()) +
          (record.launches.size() == 1 ? " launch\n" : " launches\n");
  std::vector<std::string> rtl;
  if (!options.rtl.empty()) {
    rtl = names_of(select_rtl_blocks(options.rtl, record.machine));
    text += "RTL in the loop: " + join(with_own_files(rtl, options.rtl), ", ") + "\n";
  }
  if (outcome.stopped) {
    text +=
        "partial: the run was stopped in its last launch, and these are the counts until then\n";
  }
  if (record.checked && record.verified) {
    text += "verified: all " + with_thousands(record.values_checked) + " output values; " +
            outcome.detail + "\n";
  }
  if (!rtl.empty()) text += questions_text(outcome.questions, rtl);
  if (options.check_uniform) {
    text += "uniformity: " + with_thousands(outcome.compared) +
            " values compared over the lanes, all as analysed\n";
  }
  return text + notes + "\n";
}

/// Writes files. The first that cannot be written is told by the end: what else there is comes out
/// before.
class Files {
 public:
  template <class Write>
  void write(Write&& write) {
    try {
      write();
    } catch (const Error&) {
      if (failure_ == nullptr) failure_ = std::current_exception();
    }
  }
  void end() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

void check_waveform(const MachineOptions& options, Outcome& outcome) {
  require_whole_waveform(*options.waves);
  if (!is_still_waveform(*options.waves)) return;
  outcome.notes.push_back("the waveform " + in_quotes(*options.waves) + " shows no change: " +
                          nothing_happened(options.recorded.cycles, options.recorded.core));
}

/// The profile, and the report. The outcome gets a note where the report has no timeline.
void write_counts(const ProfileRecord& profile, const std::optional<Explanation>& explanation,
                  const LoadedProgram& loaded, const RunOptions& options, Outcome& outcome) {
  write_profiles(profile, options.machine.profile);
  const ReportOptions& wanted = options.machine.report;
  if (!wanted.wanted()) return;
  Report report = report_of("run", {&outcome}, profile);
  report.explanation = explanation;
  report.runs.front().window = window_of(outcome, loaded, wanted, options.program, outcome.notes);
  write_report(report, wanted.file);
}

}  // namespace

void run_command(const RunOptions& options) {
  NamedFiles outputs = outputs_of(options.program);
  outputs.emplace(outputs.begin(), "--stats", options.stats_file);
  outputs.emplace_back("--elf", options.elf_file);
  require_own_files(options.machine, outputs, inputs_of(options.program));
  const auto [config, notes] = machine_of(options.machine);
  if (options.print_config) {
    print_to(stdout, print_config(config));
    tell(notes);
    return;
  }
  const LoadedProgram loaded = load(options.program, config.core.isa);
  if (!options.elf_file.empty()) {
    const auto* first = reinterpret_cast<const char*>(loaded.elf.data());
    write_output(options.elf_file, {first, loaded.elf.size()});
    tell(notes);
    return;
  }
  if (!options.stats_file.empty()) require_writable(options.stats_file);
  for (const std::string& file : options.machine.profile.files) require_writable(file);
  if (options.machine.report.wanted()) require_writable(options.machine.report.file);
  // Statistics on standard output stay a file that other programs can read.
  const bool file_on_output = options.stats_file == "-" || options.machine.profile.prints();
  std::FILE* printed = file_on_output ? stderr : stdout;
  Outcome outcome =
      simulate(loaded, config, options.machine, options.program, loaded.name, printed);
  RunRecord& record = outcome.record;
  if (options.energy.wanted) {
    record.energy = energy_of(total_of(record.launches), config, options.energy.node);
  }
  Files files;
  if (options.machine.waves) {
    files.write([&] { check_waveform(options.machine, outcome); });
  }
  if (!options.stats_file.empty()) {
    files.write([&] { write_output(options.stats_file, statistics_json(record)); });
  }
  std::optional<Explanation> explanation;
  if (options.explain && !outcome.stopped) explanation = explain(outcome, loaded, options.program);
  if (options.explain && outcome.stopped) {
    outcome.notes.emplace_back(
        "the changes of --explain were not run, since the program did not run to its end");
  }
  std::string tables = file_on_output ? "" : statistics_text(record);
  if (options.machine.counts_by_instruction()) {
    const ProfileRecord profile = profile_record({&outcome}, {""}, options.energy);
    files.write([&] { write_counts(profile, explanation, loaded, options, outcome); });
    if (!options.machine.profile.view.empty()) {
      tables = profile_table(profile, options.machine.profile) + "\n" + summary_text(record);
    }
  }
  if (explanation) {
    tables.insert(0, explanation_text(*explanation, total_of(record.launches).cycles));
  }
  const std::string told = notes_text(notes) + notes_text(outcome.notes) + run_notes(record);
  print_to(printed, (file_on_output ? told : heading(outcome, options.machine, told)) + tables);
  print_to(printed, energy_text(record));
  files.end();
  require_verified(outcome);
  if (interrupted()) {
    throw Error(ErrorKind::Interrupted,
                "the changes of --explain were interrupted; the run is whole");
  }
}

}  // namespace lanefold
