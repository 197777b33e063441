// SPDX-License-Identifier: Apache-2.0
// Files that belong to the program.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// A file in one of these folders beside the program's own, as it is built, or in a folder of
/// libraries, as it is installed. Otherwise throws Error(File): what is missing, where it was
/// looked for, and a remedy.
std::string file_beside_program(const std::vector<std::string>& folders, const std::string& name,
                                const std::string& missing, const std::string& remedy);

/// The OpenCL driver: $LANEFOLD_ICD, or beside the program. Throws Error(File).
std::string driver_file();
/// The library that runs kernels on other OpenCL platforms. Throws Error(File).
std::string reference_file();

}  // namespace lanefold
