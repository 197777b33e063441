// SPDX-License-Identifier: Apache-2.0
// The code where the machine starts a work-item: sets the stack, loads the arguments, calls the
// kernel, ends the work-item.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir_kernels.h"

namespace lanefold {

/// Symbol at which work-items of the kernel start.
std::string entry_symbol(const std::string& kernel_name);

/// LLVM IR to append to the program's: per kernel a start routine and the stub that it calls, and
/// one table of 32-bit words in section `.lanefold.layout`, for each kernel the size of its
/// argument block, then offset and size of each argument, all computed by LLVM itself.
std::string entry_stubs(const std::vector<IrKernel>& kernels);

}  // namespace lanefold
