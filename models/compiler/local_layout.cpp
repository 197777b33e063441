// SPDX-License-Identifier: Apache-2.0
// Where the __local variables of a program lie in local memory.
#include "compiler/local_layout.h"

#include <algorithm>
#include <numeric>

namespace lanefold {

LocalLayout lay_out_local(const std::vector<LocalVariables>& variables, std::size_t kernels) {
  LocalLayout layout;
  layout.offsets.resize(variables.size());
  layout.bytes.resize(kernels);
  std::vector<std::size_t> order(variables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return variables[a].kernels.size() > variables[b].kernels.size();
  });
  for (const std::size_t index : order) {
    const LocalVariables& one = variables[index];
    std::uint64_t begin = 0;
    for (const std::size_t kernel : one.kernels) begin = std::max(begin, layout.bytes[kernel]);
    begin = (begin + one.alignment - 1) / one.alignment * one.alignment;
    layout.offsets[index] = begin;
    for (const std::size_t kernel : one.kernels) layout.bytes[kernel] = begin + one.bytes;
  }
  return layout;
}

}  // namespace lanefold
