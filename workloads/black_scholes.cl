// SPDX-License-Identifier: Apache-2.0
// Black-Scholes prices of European call and put options, one option per work-item.

// The normal distribution function (Abramowitz and Stegun, 26.2.17).
static float normal_distribution(float x) {
  const float t = 1.0f / (1.0f + 0.2316419f * fabs(x));
  const float series =
      t * (0.31938153f +
           t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
  const float tail = 0.39894228f * native_exp(-0.5f * x * x) * series;
  return x > 0.0f ? 1.0f - tail : tail;
}

__kernel void black_scholes(__global const float* price, __global const float* strike,
                            __global const float* years, __global float* call,
                            __global float* put, uint count, float rate, float volatility) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const float root = sqrt(years[i]);
  const float d1 = (native_log(price[i] / strike[i]) +
                    (rate + 0.5f * volatility * volatility) * years[i]) /
                   (volatility * root);
  const float d2 = d1 - volatility * root;
  const float discounted = strike[i] * native_exp(-rate * years[i]);
  const float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
}
