// SPDX-License-Identifier: Apache-2.0
// Which kernels use which __local variables, also by functions that they call and by tables of
// addresses: read from the relocations of object files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/local_layout.h"

namespace lanefold {

/// The variables of one section of an object.
struct LocalSection {
  std::size_t object = 0;
  std::string name;
  LocalVariables variables;
};

/// The sections that a kernel uses, in the order of objects and sections. `entries` are the symbols
/// at which kernels start; kernels are numbered as these.
std::vector<LocalSection> local_sections(const std::vector<std::string>& objects,
                                         const std::vector<std::string>& entries);

}  // namespace lanefold
