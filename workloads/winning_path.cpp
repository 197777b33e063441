// SPDX-License-Identifier: Apache-2.0
// Path of the highest score (IPDPS'12 table II: Short): input, reference and check.
#include "workloads/winning_path.h"

#include <algorithm>
#include <utility>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

WinningPaths winning_paths_on_device(Device& device, const Program& program,
                                     const std::vector<std::int32_t>& gains,
                                     std::uint32_t choices) {
  const auto steps = static_cast<std::uint32_t>(gains.size() / choices);
  const DeviceArray<std::int32_t> device_gains(device, gains);
  const DeviceArray<std::int32_t> first(device, choices);
  const DeviceArray<std::int32_t> second(device, choices);
  const DeviceArray<std::uint32_t> origins(device, gains.size());
  const DeviceArray<std::int32_t>* before = &first;
  const DeviceArray<std::int32_t>* after = &second;
  for (std::uint32_t step = 0; step < steps; ++step) {
    launch(device, program, "winning_step", linear_range(device, choices), *before, device_gains,
           *after, origins, choices, step);
    std::swap(before, after);
  }
  return {before->download(), origins.download()};
}

class WinningPath final : public Workload {
 public:
  std::string name() const override { return "winning-path"; }
  std::string description() const override {
    return "winning path through the choices of six steps, by dynamic programming";
  }
  std::string source_file() const override { return "winning_path.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr std::uint32_t kSteps = 6;
    const RequestReader reader(*this, request);
    const auto choices = reader.by_size<std::uint32_t>(2'003, 50'000, 150'000);
    SplitMix64 random(request.seed);
    std::vector<std::int32_t> gains(std::size_t{kSteps} * choices);
    for (std::int32_t& gain : gains) gain = static_cast<std::int32_t>(random.below(201)) - 100;

    const WinningPaths actual = winning_paths_on_device(device, program, gains, choices);
    const WinningPaths expected = find_winning_paths(gains, choices);
    OutputCheck check;
    check.equal("score", actual.scores, expected.scores);
    check.equal("origin", actual.origins, expected.origins);
    return check.result(std::to_string(kSteps) + " steps of " + std::to_string(choices) +
                        " choices, the winner ends at " + std::to_string(expected.winner().back()));
  }
};

}  // namespace

std::vector<std::uint32_t> WinningPaths::winner() const {
  const auto best = std::max_element(scores.begin(), scores.end());
  auto choice = static_cast<std::uint32_t>(best - scores.begin());
  std::vector<std::uint32_t> path;
  for (std::size_t end = origins.size(); end > 0; end -= scores.size()) {
    path.push_back(choice);
    choice = origins[end - scores.size() + choice];
  }
  std::reverse(path.begin(), path.end());
  return path;
}

WinningPaths find_winning_paths(const std::vector<std::int32_t>& gains, std::uint32_t choices) {
  WinningPaths paths{std::vector<std::int32_t>(choices), {}};
  for (std::size_t step = 0; step < gains.size(); step += choices) {
    std::vector<std::int32_t> next;
    for (std::uint32_t choice = 0; choice < choices; ++choice) {
      std::uint32_t origin = choice;
      const auto consider = [&](std::uint32_t other) {
        if (paths.scores[other] > paths.scores[origin]) origin = other;
      };
      if (choice > 0) consider(choice - 1);
      if (choice + 1 < choices) consider(choice + 1);
      next.push_back(paths.scores[origin] + gains[step + choice]);
      paths.origins.push_back(origin);
    }
    paths.scores = next;
  }
  return paths;
}

std::unique_ptr<Workload> make_winning_path() { return std::make_unique<WinningPath>(); }

}  // namespace lanefold
