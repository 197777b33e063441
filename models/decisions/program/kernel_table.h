// SPDX-License-Identifier: Apache-2.0
// The kernel table inside the ELF file: JSON, written by the compiler driver and distrusted by the
// loader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

/// Name of the ELF section that holds the kernel table, as text; not loaded into memory.
constexpr std::string_view kKernelTableSection = ".lanefold.kernels";

/// The content of that section. The reader throws Error(Program) on anything that the writer cannot
/// have written.
std::string write_kernel_info(const std::vector<KernelInfo>& kernels);
std::vector<KernelInfo> read_kernel_info(const std::byte* data, std::size_t size);

}  // namespace lanefold
