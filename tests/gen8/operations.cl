// SPDX-License-Identifier: Apache-2.0
// What no workload has: functions that are called, rounding, counting of bits, fields of bits,
// saturation, halves, doubles, 64-bit integers. For the comparison with iga64; nobody runs it.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__attribute__((noinline)) int sum_of_products(int a, int b) {
  int sum = 0;
  for (int i = 0; i < b; ++i) {
    sum += a * i ^ b;
  }
  return sum;
}

__kernel void calls(__global int* values) {
  const size_t i = get_global_id(0);
  values[i] = sum_of_products(values[i], i) + sum_of_products(i, values[i]);
}

__kernel void rounds(__global float* values) {
  const size_t i = get_global_id(0);
  const float x = values[i];
  float whole;
  values[i] = floor(x) + ceil(x + 1) + rint(x + 2) + trunc(x + 3) + fract(x, &whole) + whole;
}

__kernel void converts(__global const float* from, __global int* to) {
  const size_t i = get_global_id(0);
  to[i] = convert_int_rtp(from[i]) + convert_uchar_sat(from[i + 1]) + convert_short_sat_rtn(from[i + 2]);
}

__kernel void counts(__global uint* values) {
  const size_t i = get_global_id(0);
  const uint x = values[i];
  values[i] = popcount(x) + clz(x) + rotate(x, 5U) + ((x >> 3) & 0x1f) + mul_hi(x, values[i + 1]) +
              bitselect(x, values[i + 1], 0x0ff0U) + hadd(x, values[i + 1]);
}

__kernel void saturates(__global int* signed_values, __global uchar* bytes) {
  const size_t i = get_global_id(0);
  signed_values[i] = add_sat(signed_values[i], signed_values[i + 1]) + abs_diff(signed_values[i], 7);
  bytes[i] = add_sat(bytes[i], bytes[i + 1]) - sub_sat(bytes[i + 2], bytes[i + 3]);
}

__kernel void halves(__global half* values) {
  const size_t i = get_global_id(0);
  values[i] = fma(values[i], values[i + 1], (half)0.1f) + sqrt(values[i + 2]);
}

__kernel void doubles(__global double* values) {
  const size_t i = get_global_id(0);
  values[i] = values[i] / values[i + 1] + sqrt(values[i + 2]) * 0.1 + fma(values[i], 3.0, values[3]);
}

__kernel void longs(__global long* values) {
  const size_t i = get_global_id(0);
  values[i] = values[i] / (values[i + 1] + 1) + (values[i] << 3) * 1000000007L - abs(values[i + 2]);
}

__kernel void exchanges(__global int* values, __local int* local_values) {
  const size_t i = get_local_id(0);
  local_values[i] = atomic_xchg(&values[0], 3) + atomic_cmpxchg(&values[1], 5, 7) + atomic_max(&values[2], 9);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  values[3 + i] = atomic_or(&local_values[0], 1) + any(values[i] < 3) + local_values[i ^ 1];
}
