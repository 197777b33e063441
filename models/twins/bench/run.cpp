// SPDX-License-Identifier: Apache-2.0
// Steps of a run, and the waveform of some of them.
#include "twins/bench/run.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanefold {

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

std::optional<Difference> first_difference(const Comparison& comparison, const RunStart& start) {
  const std::unique_ptr<BenchRun> run = comparison.make_run(start);
  for (std::uint64_t number = 0; number < comparison.steps; ++number) {
    if (std::optional<Mismatch> mismatch = run->step(number)) {
      return Difference{*std::move(mismatch), number, run->unit()};
    }
  }
  return std::nullopt;
}

void record_around(const Comparison& comparison, const RunStart& start, std::uint64_t step,
                   const std::string& fst_file) {
  constexpr std::uint64_t kStepsBefore = 16;
  constexpr std::uint64_t kStepsAfter = 4;
  const std::unique_ptr<BenchRun> run = comparison.make_run(start);
  const std::uint64_t first = step < kStepsBefore ? 0 : step - kStepsBefore;
  const std::uint64_t last = std::min(step + kStepsAfter, comparison.steps - 1);
  for (std::uint64_t number = 0; number <= last; ++number) {
    if (number == first) run->session().trace(fst_file);
    run->step(number);
  }
  run->session().stop_trace();
}

}  // namespace lanefold
