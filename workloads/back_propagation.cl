// SPDX-License-Identifier: Apache-2.0
// One step of training a network of two layers: forward, errors, and weights of both layers.
// weights[i * outputs + o] leads from input i to output o.

#include "tree_sum.cl"

// One output per group: the squashed sum of all weighted inputs.
__kernel void layer_forward(__global const float* inputs, __global const float* weights,
                            __global float* outputs, uint input_count, __local float* parts) {
  const uint output = get_group_id(0);
  const uint output_count = get_num_groups(0);
  float sum = 0.0f;
  for (uint i = get_local_id(0); i < input_count; i += get_local_size(0)) {
    sum += inputs[i] * weights[i * output_count + output];
  }
  sum = tree_sum(parts, sum);
  if (get_local_id(0) == 0) outputs[output] = 1.0f / (1.0f + native_exp(-sum));
}

__kernel void output_errors(__global const float* outputs, __global const float* targets,
                            __global float* errors, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const float output = outputs[i];
  errors[i] = output * (1.0f - output) * (targets[i] - output);
}

// From the errors of the layer behind, through the weights that lead there.
__kernel void hidden_errors(__global const float* outputs, __global const float* weights,
                            __global const float* errors_behind, __global float* errors,
                            uint count, uint count_behind) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  float sum = 0.0f;
  for (uint j = 0; j < count_behind; ++j) {
    sum += errors_behind[j] * weights[i * count_behind + j];
  }
  errors[i] = outputs[i] * (1.0f - outputs[i]) * sum;
}

// Moves each weight along its gradient, with momentum.
__kernel void adjust_weights(__global const float* inputs, __global const float* errors,
                             __global float* weights, __global float* changes, uint input_count,
                             uint output_count, float rate, float momentum) {
  const uint output = get_global_id(0);
  const uint input = get_global_id(1);
  if (input >= input_count || output >= output_count) return;
  const uint weight = input * output_count + output;
  const float change = rate * errors[output] * inputs[input] + momentum * changes[weight];
  weights[weight] += change;
  changes[weight] = change;
}
