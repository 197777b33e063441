// SPDX-License-Identifier: Apache-2.0
// The most likely states of a hidden Markov model: input, reference and check.
#include "workloads/viterbi.h"

#include <algorithm>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

HiddenMarkovModel random_model(SplitMix64& random, std::uint32_t states) {
  constexpr std::uint32_t kSymbols = 10;
  HiddenMarkovModel model{states, kSymbols, {}, {}, {}};
  model.start = random_floats(random, states, -4.0F, -1.0F);
  model.transitions = random_floats(random, std::size_t{states} * states, -6.0F, -0.5F);
  model.emissions = random_floats(random, std::size_t{states} * kSymbols, -5.0F, -0.5F);
  return model;
}

class Viterbi final : public Workload {
 public:
  std::string name() const override { return "viterbi"; }
  std::string description() const override {
    return "most likely states of a hidden Markov model, with barriers";
  }
  std::string source_file() const override { return "viterbi.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t states, length, sequences;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({13, 11, 13}, {45, 30, 37}, {61, 60, 91});
    SplitMix64 random(request.seed);
    const HiddenMarkovModel model = random_model(random, shape.states);
    std::vector<std::uint8_t> observations;
    std::vector<std::uint8_t> expected;
    for (std::uint32_t sequence = 0; sequence < shape.sequences; ++sequence) {
      std::vector<std::uint8_t> seen(shape.length);
      for (std::uint8_t& symbol : seen) {
        symbol = static_cast<std::uint8_t>(random.below(model.symbols));
      }
      const std::vector<std::uint8_t> states = likeliest_states(model, seen);
      observations.insert(observations.end(), seen.begin(), seen.end());
      expected.insert(expected.end(), states.begin(), states.end());
    }

    const DeviceArray<float> start(device, model.start);
    const DeviceArray<float> transitions(device, model.transitions);
    const DeviceArray<float> emissions(device, model.emissions);
    const DeviceArray<std::uint8_t> device_observations(device, observations);
    const DeviceArray<std::uint8_t> from(device, observations.size() * shape.states);
    const DeviceArray<std::uint8_t> path(device, observations.size());
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = shape.sequences * range.local[0];
    const LocalBytes likelihoods{shape.states * 4};
    launch(device, program, "viterbi", range, start, transitions, emissions, device_observations,
           shape.states, model.symbols, shape.length, from, path, likelihoods, likelihoods);

    OutputCheck check;
    check.equal("state", path.download(), expected);
    return check.result(std::to_string(shape.sequences) + " sequences of " +
                        std::to_string(shape.length) + " observations, " +
                        std::to_string(shape.states) + " states");
  }
};

}  // namespace

std::vector<std::uint8_t> likeliest_states(const HiddenMarkovModel& model,
                                           const std::vector<std::uint8_t>& observations) {
  const std::size_t states = model.states;
  const auto emission = [&](std::size_t state, std::uint8_t symbol) {
    return model.emissions[state * model.symbols + symbol];
  };
  std::vector<float> now;
  for (std::size_t state = 0; state < states; ++state) {
    now.push_back(model.start[state] + emission(state, observations[0]));
  }
  std::vector<std::vector<std::uint8_t>> from(1);
  for (std::size_t step = 1; step < observations.size(); ++step) {
    std::vector<float> next;
    from.emplace_back();
    for (std::size_t state = 0; state < states; ++state) {
      std::vector<float> likelihoods;
      for (std::size_t other = 0; other < states; ++other) {
        likelihoods.push_back(now[other] + model.transitions[other * states + state]);
      }
      const auto best = std::max_element(likelihoods.begin(), likelihoods.end());
      next.push_back(*best + emission(state, observations[step]));
      from.back().push_back(static_cast<std::uint8_t>(best - likelihoods.begin()));
    }
    now = next;
  }
  const auto last = std::max_element(now.begin(), now.end()) - now.begin();
  std::vector<std::uint8_t> path(observations.size(), static_cast<std::uint8_t>(last));
  for (std::size_t step = path.size() - 1; step > 0; --step)
    path[step - 1] = from[step][path[step]];
  return path;
}

std::unique_ptr<Workload> make_viterbi() { return std::make_unique<Viterbi>(); }

}  // namespace lanefold
