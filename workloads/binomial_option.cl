// SPDX-License-Identifier: Apache-2.0
// American put options on a binomial tree, one option per group: the tree is folded from its leaves
// to its root in local memory.

typedef struct {
  float price, strike;
  float up, down;            // factors of the price in one step
  float weight_up, weight_down;  // discounted probabilities
} Tree;

__kernel void binomial_option(__global const Tree* trees, __global float* values, uint steps,
                              __local float* now, __local float* next, __local float* prices) {
  const Tree tree = trees[get_group_id(0)];
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint leaf = item; leaf <= steps; leaf += items) {
    float price = tree.price;
    for (uint step = 0; step < steps; ++step) price *= step < leaf ? tree.up : tree.down;
    prices[leaf] = price;
    now[leaf] = fmax(tree.strike - price, 0.0f);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = steps; step > 0; --step) {
    for (uint node = item; node < step; node += items) {
      const float held = tree.weight_up * now[node + 1] + tree.weight_down * now[node];
      prices[node] = prices[node] * tree.up;
      next[node] = fmax(held, tree.strike - prices[node]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float* swap = now;
    now = next;
    next = swap;
  }
  if (item == 0) values[get_group_id(0)] = now[0];
}
