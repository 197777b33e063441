// SPDX-License-Identifier: Apache-2.0
// The kernel table of a compiled program: what the front end says of the kernels, completed by the
// sizes and offsets that LLVM computed.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir_kernels.h"
#include "lanefold/kernel_info.h"

namespace lanefold {

/// `object` is the content of an ELF object file with section `.lanefold.layout`.
std::vector<KernelInfo> kernel_infos(const std::vector<IrKernel>& kernels,
                                     const std::string& object);

}  // namespace lanefold
