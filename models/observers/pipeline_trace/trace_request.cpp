// SPDX-License-Identifier: Apache-2.0
// What the user asks of a pipeline trace.
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"
#include "lanefold/pipeline_trace.h"

namespace lanefold {

PipelineTraceFormat pipeline_trace_format(const std::string& file) {
  std::filesystem::path name = file;
  if (name.extension() == ".gz") name = name.stem();
  if (name.extension() == ".kanata") return PipelineTraceFormat::Kanata;
  if (name.extension() == ".json") return PipelineTraceFormat::Chrome;
  throw Error(ErrorKind::Usage,
              "the name of a pipeline trace says its format: " + in_quotes(file) +
                  " ends in neither .kanata (Konata) nor .json (Perfetto, speedscope), with or "
                  "without .gz");
}

CycleWindow parse_cycle_window(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() == 2) {
    const auto from = parse_integer<std::uint64_t>(parts[0]).value;
    const auto to = parse_integer<std::uint64_t>(parts[1]).value;
    if (from && to && *from < *to) return {*from, *to};
  }
  throw Error(ErrorKind::Usage,
              "a window of cycles is A:B, two whole numbers with A < B, not " + in_quotes(text));
}

unsigned parse_traced_core(const std::string& text) {
  if (const auto core = parse_integer<unsigned>(text).value) return *core;
  throw Error(ErrorKind::Usage,
              "a core is chosen by its number, from 0 on, not " + in_quotes(text));
}

void check_traced_core(unsigned core, const MachineConfig& config) {
  if (core < config.cores) return;
  const std::string valid =
      config.cores == 1 ? "core 0 only" : fmt::format("cores 0 to {}", config.cores - 1);
  throw Error(ErrorKind::Usage,
              fmt::format("there is no core {}: {} has {}", core, config.name, valid));
}

}  // namespace lanefold
