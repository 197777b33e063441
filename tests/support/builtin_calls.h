// SPDX-License-Identifier: Apache-2.0
// OpenCL C that calls every built-in function for every type and vector width of the standard.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// Functions with the same parameters. In `arguments` G is the gentype, S its scalar, I and U are
/// signed and unsigned integers of the gentype's width and size, N an int of the gentype's width,
/// P a pointer to the gentype, Q one to N; other words are taken as they are.
struct BuiltinFamily {
  const char* names;
  const char* arguments;
  bool vectors_only = false;
};

struct BuiltinType {
  std::string name, signed_name, unsigned_name;
};

/// For float and double, for float only, and for all integers.
const std::vector<BuiltinFamily>& float_families();
const std::vector<BuiltinFamily>& single_families();
const std::vector<BuiltinFamily>& integer_families();

/// Bodies of a kernel with the parameters (global char* m, global char* g, local char* l,
/// constant char* c) and the variable `private char* p`.
std::string float_calls();
std::string double_calls();
std::string half_calls();
std::string integer_calls();
std::string conversion_calls();
std::string vector_data_calls();
std::string synchronisation_calls();
/// Takes further parameters of the kernel.
std::string image_calls();
std::string image_parameters();

}  // namespace lanefold
