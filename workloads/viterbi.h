// SPDX-License-Identifier: Apache-2.0
// The most likely states of a hidden Markov model.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// Logarithms of probabilities.
struct HiddenMarkovModel {
  std::uint32_t states = 0, symbols = 0;
  std::vector<float> start;
  std::vector<float> transitions;  ///< from each state (row) to each other
  std::vector<float> emissions;    ///< of each symbol by each state (row)
};

/// The most likely sequence of states; the first of states that are equally likely.
std::vector<std::uint8_t> likeliest_states(const HiddenMarkovModel& model,
                                           const std::vector<std::uint8_t>& observations);

}  // namespace lanefold
