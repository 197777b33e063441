// SPDX-License-Identifier: Apache-2.0
// Where the __local variables of a program lie in local memory: each kernel has those that it uses
// for itself, and kernels that never share one may have the same addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanefold {

/// Variables that stay together, and the kernels that use them.
struct LocalVariables {
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;       ///< a power of two
  std::vector<std::size_t> kernels;  ///< by number, ascending
};

struct LocalLayout {
  std::vector<std::uint64_t> offsets;  ///< of each variable, from the start of local memory
  std::vector<std::uint64_t> bytes;    ///< of each kernel: the end of its last variable
};

/// Variables of more kernels come first, others as they are given. So a kernel takes no more than
/// its variables do, and so does one that is called by others, unless kernels share variables with
/// several that share none.
LocalLayout lay_out_local(const std::vector<LocalVariables>& variables, std::size_t kernels);

}  // namespace lanefold
