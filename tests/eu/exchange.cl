// SPDX-License-Identifier: Apache-2.0
// What exchange.bin is made of, by ocloc 22.43:
//   ocloc compile -file exchange.cl -device bdw -32 --format zebin -exclude_ir -output exchange \
//     -out_dir . -options "-cl-std=CL1.2 -cl-kernel-arg-info" \
//     -internal_options -cl-intel-has-buffer-offset-arg
//   mv exchange_Gen8core.bin exchange.bin
/// Four threads of a group reverse their values through local memory.
__kernel __attribute__((reqd_work_group_size(64, 1, 1), intel_reqd_sub_group_size(16))) void
exchange(__global int* data) {
  __local int values[64];
  const size_t local_id = get_local_id(0);
  values[local_id] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = values[63 - local_id];
}
