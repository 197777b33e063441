// SPDX-License-Identifier: Apache-2.0
// Monte Carlo pricing of an Asian option: input, reference and check.
#include <cmath>

#include "workloads/device_math.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

struct AsianOption {
  std::uint32_t steps;
  float start, strike, drift, deviation;
};

/// What one path pays, with the kernel's operations.
float asian_payoff(const AsianOption& option, std::uint32_t seed) {
  PcgRandom random(seed);
  float price = option.start;
  float sum = 0.0F;
  for (std::uint32_t step = 0; step < option.steps; step += 2) {
    const float radius = std::sqrt(-2.0F * device_log(random.positive_unit()));
    const float angle = 6.2831855F * random.positive_unit();
    price *= device_exp(option.drift + option.deviation * (radius * device_cos(angle)));
    sum += price;
    price *= device_exp(option.drift + option.deviation * (radius * device_sin(angle)));
    sum += price;
  }
  return std::fmax(sum / static_cast<float>(option.steps) - option.strike, 0.0F);
}

class MonteCarloAsian final : public Workload {
 public:
  std::string name() const override { return "monte-carlo-asian"; }
  std::string description() const override {
    return "Asian option by Monte Carlo: transcendental functions, no divergence";
  }
  std::string source_file() const override { return "monte_carlo_asian.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto paths = reader.by_size<std::uint32_t>(501, 10'003, 50'003);
    SplitMix64 random(request.seed);
    const AsianOption option{reader.by_size<std::uint32_t>(30, 64, 128),
                             random.between(90.0F, 100.0F), random.between(95.0F, 105.0F), 0.0005F,
                             0.02F};
    const std::uint32_t seed = random.next_word();

    const DeviceArray<float> payoff(device, paths);
    launch(device, program, "monte_carlo_asian", linear_range(device, paths), payoff, paths,
           option.steps, option.start, option.strike, option.drift, option.deviation, seed);

    std::vector<float> expected;
    for (std::uint32_t path = 0; path < paths; ++path) {
      expected.push_back(asian_payoff(option, seed + path));
    }
    OutputCheck check(request.functions);
    check.equal("payoff", payoff.download(), expected);
    return check.result(std::to_string(paths) + " paths of " + std::to_string(option.steps) +
                        " steps");
  }
};

}  // namespace

std::unique_ptr<Workload> make_monte_carlo_asian() { return std::make_unique<MonteCarloAsian>(); }

}  // namespace lanefold
