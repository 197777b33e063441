// SPDX-License-Identifier: Apache-2.0
// The path of configurations that a search for width and depth took.
#include "report/adaptation_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "decisions/warp_slices/slice_table.h"

namespace lanefold {
namespace {

constexpr unsigned kPcBits = 32;

std::string text_of(const AdaptationStep& step) {
  if (step.tasks == 0) return "chosen " + step.simd;
  return fmt::format("{} {:.2f}", step.simd,
                     static_cast<double>(step.cycles) / static_cast<double>(step.tasks));
}

std::string text_of_core(const LaunchStatistics& launch, unsigned core) {
  std::vector<std::string> steps;
  for (const AdaptationStep& step : launch.adaptation_path) {
    if (step.core == core) steps.push_back(text_of(step));
  }
  const bool search = steps.size() > 1;
  return fmt::format("core {}: {}{}\n", core, join(steps, ", "),
                     search || steps.empty() ? "" : ": too few work-items for a search");
}

}  // namespace

std::string slice_storage_text(const CoreConfig& core) {
  if (!divides_warps(core)) return "";
  const SliceStorage bytes = storage_of_slices(core.warps, core.warp_width, core.slices, kPcBits);
  return fmt::format(
      "\nstorage of a core's {} slices: table {} bytes, stacks {}{}\n", core.slices,
      with_thousands(bytes.table), with_thousands(bytes.stacks),
      adapts(core) ? fmt::format(", adaptation state unit {}", kAdaptationBytes) : "");
}

std::string adaptation_text(const RunRecord& run) {
  if (!adapts(run.machine.core) || run.launches.empty()) return "";
  const auto longest =
      std::max_element(run.launches.begin(), run.launches.end(),
                       [](const auto& a, const auto& b) { return a.cycles < b.cycles; });
  if (!longest->timed) return "";
  std::string text = fmt::format(
      "\nwidth x depth tried in launch {} ({}), with the cycles of a "
      "work-item\n",
      longest - run.launches.begin() + 1, longest->kernel);
  for (unsigned core = 0; core < longest->cores; ++core) text += text_of_core(*longest, core);
  return text;
}

}  // namespace lanefold
