// SPDX-License-Identifier: Apache-2.0
// American put options on a binomial tree: input, reference and check.
#include <cmath>

#include "workloads/finance.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// The layout is the kernel's.
struct BinomialTree {
  float price, strike;
  float up, down;
  float weight_up, weight_down;
};

/// Factors and discounted probabilities of Cox, Ross and Rubinstein.
BinomialTree tree_of(const OptionTerms& terms, std::uint32_t steps) {
  const float step = terms.years / static_cast<float>(steps);
  const float up = std::exp(terms.volatility * std::sqrt(step));
  const float down = 1.0F / up;
  const float discount = std::exp(-terms.rate * step);
  const float probability = (1.0F / discount - down) / (up - down);
  return {terms.price, terms.strike,           up,
          down,        discount * probability, discount * (1.0F - probability)};
}

class BinomialOption final : public Workload {
 public:
  std::string name() const override { return "binomial-option"; }
  std::string description() const override {
    return "American options on a binomial tree that shrinks in local memory";
  }
  std::string source_file() const override { return "binomial_option.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t options, steps;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({103, 14}, {203, 90}, {603, 180});
    SplitMix64 random(request.seed);
    std::vector<BinomialTree> trees;
    std::vector<float> expected;
    for (std::uint32_t option = 0; option < shape.options; ++option) {
      const float price = random.between(20.0F, 60.0F);
      const OptionTerms terms{price, random.between(30.0F, 50.0F), random.between(0.5F, 2.0F),
                              0.03F, 0.3F};
      trees.push_back(tree_of(terms, shape.steps));
      expected.push_back(binomial_price(terms, shape.steps));
    }

    const DeviceArray<BinomialTree> device_trees(device, trees);
    const DeviceArray<float> values(device, shape.options);
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = shape.options * range.local[0];
    const LocalBytes level{(shape.steps + 1) * 4};
    launch(device, program, "binomial_option", range, device_trees, values, shape.steps, level,
           level, level);

    OutputCheck check;
    check.equal("value", values.download(), expected);
    return check.result(std::to_string(shape.options) + " options, " + std::to_string(shape.steps) +
                        " steps");
  }
};

}  // namespace

float binomial_price(const OptionTerms& terms, std::uint32_t steps) {
  const BinomialTree tree = tree_of(terms, steps);
  std::vector<float> prices;
  std::vector<float> values;
  for (std::uint32_t leaf = 0; leaf <= steps; ++leaf) {
    float price = tree.price;
    for (std::uint32_t step = 0; step < steps; ++step) price *= step < leaf ? tree.up : tree.down;
    prices.push_back(price);
    values.push_back(std::fmax(tree.strike - price, 0.0F));
  }
  for (std::size_t step = steps; step > 0; --step) {
    for (std::size_t node = 0; node < step; ++node) {
      const float held = tree.weight_up * values[node + 1] + tree.weight_down * values[node];
      prices[node] *= tree.up;
      values[node] = std::fmax(held, tree.strike - prices[node]);
    }
  }
  return values[0];
}

std::unique_ptr<Workload> make_binomial_option() { return std::make_unique<BinomialOption>(); }

}  // namespace lanefold
