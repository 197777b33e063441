// SPDX-License-Identifier: Apache-2.0
// Monte Carlo pricing of an Asian call option: each work-item follows one path of the price and
// pays what its average exceeds the strike by.

#include "pcg.cl"

#define TWO_PI 6.2831855f

// `drift` and `deviation` are those of the logarithm of the price in one step.
__kernel void monte_carlo_asian(__global float* payoff, uint paths, uint steps, float start,
                                float strike, float drift, float deviation, uint seed) {
  const uint path = get_global_id(0);
  if (path >= paths) return;
  uint state = seed + path;
  float price = start;
  float sum = 0.0f;
  for (uint step = 0; step < steps; step += 2) {
    // Two normally distributed numbers from two uniform ones (Box and Muller).
    const float radius = sqrt(-2.0f * native_log(next_positive_unit(&state)));
    const float angle = TWO_PI * next_positive_unit(&state);
    price = price * native_exp(drift + deviation * (radius * native_cos(angle)));
    sum += price;
    price = price * native_exp(drift + deviation * (radius * native_sin(angle)));
    sum += price;
  }
  payoff[path] = fmax(sum / (float)steps - strike, 0.0f);
}
