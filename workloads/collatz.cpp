// SPDX-License-Identifier: Apache-2.0
// Collatz sequences: input, reference and check.
#include "workloads/collatz.h"

#include <algorithm>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class Collatz final : public Workload {
 public:
  std::string name() const override { return "collatz"; }
  std::string description() const override {
    return "Collatz sequences: a loop whose length no two lanes share";
  }
  std::string source_file() const override { return "collatz.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(203, 5'003, 50'003);
    SplitMix64 random(request.seed);
    std::vector<std::uint32_t> starts = random_numbers(random, count, 1'000'000);
    for (std::uint32_t& start : starts) start += 1;

    const DeviceArray<std::uint32_t> start(device, starts);
    const DeviceArray<std::uint32_t> steps(device, count);
    const DeviceArray<std::uint64_t> peak(device, count);
    launch(device, program, "collatz", linear_range(device, count), start, steps, peak, count);

    std::vector<std::uint32_t> expected_steps;
    std::vector<std::uint64_t> expected_peak;
    for (const std::uint32_t first : starts) {
      const CollatzOrbit orbit = collatz_orbit(first);
      expected_steps.push_back(orbit.steps);
      expected_peak.push_back(orbit.peak);
    }
    OutputCheck check;
    check.equal("steps", steps.download(), expected_steps);
    check.equal("peak", peak.download(), expected_peak);
    return check.result(std::to_string(count) + " numbers");
  }
};

}  // namespace

CollatzOrbit collatz_orbit(std::uint32_t start) {
  CollatzOrbit orbit{0, start};
  for (std::uint64_t n = start; n > 1; ++orbit.steps) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    orbit.peak = std::max(orbit.peak, n);
  }
  return orbit;
}

std::unique_ptr<Workload> make_collatz() { return std::make_unique<Collatz>(); }

}  // namespace lanefold
