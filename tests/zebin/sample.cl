// SPDX-License-Identifier: Apache-2.0
// What sample.bin is made of, by ocloc 22.43:
//   ocloc compile -file sample.cl -device bdw -32 --format zebin -exclude_ir -output sample \
//     -out_dir . -options "-cl-std=CL1.2 -cl-kernel-arg-info" \
//     -internal_options -cl-intel-has-buffer-offset-arg
//   mv sample_Gen8core.bin sample.bin
typedef struct {
  float scale;
  int steps[2];
  char sign;
} Rule;

__constant float weights[8] = {0.5f, 1.5f, 2.25f, 3.125f, 4.5f, 5.5f, 6.25f, 7.125f};

/// Local memory of its own and of an argument, a struct, constant data, a barrier.
__kernel __attribute__((reqd_work_group_size(16, 2, 1))) void apply(
    __global const float* restrict in, __global float* out, const Rule rule, __local float* row,
    float4 offset) {
  __local float first[32];
  const size_t x = get_local_id(0);
  const size_t y = get_local_id(1);
  first[y * 16 + x] = in[get_global_id(0)];
  row[x] = in[get_global_id(1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
      first[31 - x] * rule.scale + row[(x + rule.steps[1]) & 15] * weights[x & 7] + offset.z;
}

/// A private array that does not fit into registers, and an argument that nobody reads.
__kernel void remember(__global int* data, int unused, __constant int* table) {
  int seen[1000];
#pragma unroll 1
  for (int i = 0; i < 1000; ++i) seen[data[i] % 1000] = table[i];
  data[get_global_id(0)] = seen[data[get_global_id(0)] % 1000];
}
