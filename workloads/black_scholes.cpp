// SPDX-License-Identifier: Apache-2.0
// Black-Scholes prices: input, reference and check.
#include "workloads/device_math.h"
#include "workloads/finance.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

float normal_distribution(float x) {
  const float t = 1.0F / (1.0F + 0.2316419F * std::fabs(x));
  const float series =
      t * (0.31938153F +
           t * (-0.356563782F + t * (1.781477937F + t * (-1.821255978F + t * 1.330274429F))));
  const float tail = 0.39894228F * device_exp(-0.5F * x * x) * series;
  return x > 0.0F ? 1.0F - tail : tail;
}

class BlackScholes final : public Workload {
 public:
  std::string name() const override { return "black-scholes"; }
  std::string description() const override {
    return "European options in closed form: streaming, extended math";
  }
  std::string source_file() const override { return "black_scholes.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr float kRate = 0.02F;
    constexpr float kVolatility = 0.3F;
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(5'003, 200'003, 2'000'003);
    SplitMix64 random(request.seed);
    const std::vector<float> prices = random_floats(random, count, 5.0F, 50.0F);
    const std::vector<float> strikes = random_floats(random, count, 5.0F, 50.0F);
    const std::vector<float> years = random_floats(random, count, 0.25F, 10.0F);

    const DeviceArray<float> device_prices(device, prices);
    const DeviceArray<float> device_strikes(device, strikes);
    const DeviceArray<float> device_years(device, years);
    const DeviceArray<float> call(device, count);
    const DeviceArray<float> put(device, count);
    launch(device, program, "black_scholes", linear_range(device, count), device_prices,
           device_strikes, device_years, call, put, count, kRate, kVolatility);

    std::vector<float> expected_call;
    std::vector<float> expected_put;
    for (std::size_t i = 0; i < count; ++i) {
      const OptionPrices both =
          black_scholes_prices({prices[i], strikes[i], years[i], kRate, kVolatility});
      expected_call.push_back(both.call);
      expected_put.push_back(both.put);
    }
    OutputCheck check(request.functions);
    check.equal("call", call.download(), expected_call);
    check.equal("put", put.download(), expected_put);
    return check.result(std::to_string(count) + " options");
  }
};

}  // namespace

OptionPrices black_scholes_prices(const OptionTerms& terms) {
  const auto& [price, strike, years, rate, volatility] = terms;
  const float root = std::sqrt(years);
  const float d1 = (device_log(price / strike) + (rate + 0.5F * volatility * volatility) * years) /
                   (volatility * root);
  const float d2 = d1 - volatility * root;
  const float discounted = strike * device_exp(-rate * years);
  const float n1 = normal_distribution(d1);
  const float n2 = normal_distribution(d2);
  return {price * n1 - discounted * n2, discounted * (1.0F - n2) - price * (1.0F - n1)};
}

std::unique_ptr<Workload> make_black_scholes() { return std::make_unique<BlackScholes>(); }

}  // namespace lanefold
