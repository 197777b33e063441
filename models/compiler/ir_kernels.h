// SPDX-License-Identifier: Apache-2.0
// What clang's front end says of the kernels of a program: read from its textual LLVM IR.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

/// One parameter of a kernel: as the user wrote it, and as the IR passes it.
struct IrParameter {
  std::string name;
  std::string type_name;
  std::string access;
  ArgumentKind kind = ArgumentKind::Value;
  std::string ir_type;  ///< first-class type of the value in the argument block
  std::string passing;  ///< "byval(T) align N" of an aggregate, passed by address; else empty
};

struct IrKernel {
  std::string name;
  std::string ir_name;         ///< escaped as in the IR, without quotes
  std::string attributes;      ///< attribute group, for instance "#0"
  std::string attribute_text;  ///< as KernelInfo::attributes
  std::string subprogram;      ///< the debug node of the function, or empty
  std::vector<IrParameter> parameters;
  std::array<std::uint32_t, 3> required_work_group_size{};
  std::uint32_t required_sub_group_size = 0;  ///< as KernelInfo's
};

struct IrKernels {
  std::vector<IrKernel> kernels;  ///< in the order of the source
  std::string warnings;  ///< a line for each kernel that is left out: the machine cannot pass one
                         ///< of its arguments (a depth image)
};

/// The kernels that `ir` defines. Nothing refers to one that is left out, nor to what only it uses.
IrKernels find_kernels(const std::string& ir);

}  // namespace lanefold
