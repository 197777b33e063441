// SPDX-License-Identifier: Apache-2.0
// All comparisons of the shapes of one module.
#include "twins/bench/cosimulation.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/text.h"
#include "lanefold/error.h"
#include "twins/bench/comparisons.h"
#include "twins/plugin/plugin.h"

namespace lanefold {
namespace {

/// A new file among the temporary ones.
std::string temporary_waveform() {
  std::error_code failure;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
  if (failure) folder = "/tmp";
  const std::string end = ".fst";
  std::string name = (folder / ("lanefold-cosim-XXXXXX" + end)).string();
  const int file = mkstemps(name.data(), static_cast<int>(end.size()));
  if (file >= 0) close(file);
  return name;
}

std::string waveform(const CosimRequest& request, const Comparison& comparison,
                     const RunStart& start, std::uint64_t step) {
  const std::string file = request.waves ? *request.waves : temporary_waveform();
  try {
    record_around(comparison, start, step, file);
    return "waveform of what happened around it: " + file;
  } catch (const Error& error) {
    return fmt::format("no waveform: {}", error.what());
  }
}

std::string difference_text(const Difference& difference, const Comparison& comparison,
                            std::uint64_t seed) {
  const auto& [mismatch, step, unit] = difference;
  return fmt::format(
      "    {} is {} in the RTL, but {} in the model\n    {}\n    {} {} of {}, seed {}\n",
      mismatch.field, mismatch.actual, mismatch.expected, mismatch.context, unit,
      with_thousands(step), with_thousands(comparison.steps), seed);
}

/// Adds a comparison to the report.
void compare(const CosimRequest& request, const Comparison& comparison, const RunStart& start,
             CosimReport& report) {
  const std::string file = request.rtl.files.front();
  try {
    const std::optional<Difference> difference = first_difference(comparison, start);
    if (!difference) return;
    const auto& [field, expected, actual, context] = difference->mismatch;
    report.text += difference_text(*difference, comparison, start.seed);
    report.text += "    " + waveform(request, comparison, start, difference->step) + "\n";
    report.difference =
        fmt::format("{} is not equal to the model of {}: {} is {} instead of {} ({})", file,
                    request.rtl.block, field, actual, expected, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Internal) throw;
    report.difference = fmt::format("{}: {}", file, error.what());
  }
}

}  // namespace

CosimReport cosimulate(const CosimRequest& request) {
  const PluginModels own = load_own_rtl(request.rtl, request.geometry);
  const RunStart start{request.seed, own.models};
  CosimReport report;
  if (!own.left_out.empty()) report.text += "  " + own.left_out + "\n";
  for (const RtlModel& model : own.models) {
    for (const Comparison& comparison : comparisons_of(model, request.random)) {
      report.text += fmt::format("  {}: {}\n", model.shape, comparison.tried);
      compare(request, comparison, start, report);
      if (report.difference) break;
    }
    if (report.difference) break;
  }
  report.text = fmt::format("{} in {}: {}\n{}", request.rtl.block, join(request.rtl.files, ", "),
                            report.difference ? "NOT EQUAL" : "equal", report.text);
  return report;
}

}  // namespace lanefold
