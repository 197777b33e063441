// SPDX-License-Identifier: Apache-2.0
// Host references of the pricing workloads, with the operations of the kernels.
#pragma once

#include <cstdint>

namespace lanefold {

struct OptionTerms {
  float price = 0, strike = 0;
  float years = 0;  ///< to the end
  float rate = 0;   ///< of interest
  float volatility = 0;
};

struct OptionPrices {
  float call = 0, put = 0;
};

/// Prices of European options.
OptionPrices black_scholes_prices(const OptionTerms& terms);
/// The price of an American put, on a binomial tree of `steps` steps.
float binomial_price(const OptionTerms& terms, std::uint32_t steps);

}  // namespace lanefold
