// SPDX-License-Identifier: Apache-2.0
// The kernel table inside the ELF file: JSON, written by the compiler driver and distrusted by the
// loader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

/// Name of the ELF section that holds the kernel table, as text; not loaded into memory.
constexpr std::string_view kKernelTableSection = ".lanefold.kernels";

/// Bytes of a stack frame, from what sp is when the function is called.
struct StackArea {
  std::int32_t offset = 0;
  std::uint32_t bytes = 0;
};
/// By symbol of a function, where it keeps registers: no pointer of the program leads there.
/// Functions that are not there may have such areas, too.
using StackSpills = std::map<std::string, std::vector<StackArea>>;

struct KernelTable {
  std::vector<KernelInfo> kernels;
  StackSpills spills;
};

/// The content of that section. The reader throws Error(Program) on anything that the writer cannot
/// have written.
std::string write_kernel_table(const KernelTable& table);
KernelTable read_kernel_table(const std::byte* data, std::size_t size);

}  // namespace lanefold
