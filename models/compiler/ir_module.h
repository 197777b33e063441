// SPDX-License-Identifier: Apache-2.0
// What the compiler asks of, and changes in, a module of textual LLVM IR as a whole.
#pragma once

#include <string>
#include <string_view>

namespace lanefold {

/// The module with linkages that suit a program: an `inline` function of C99 without a definition
/// elsewhere is one, and the kernels of a whole program are internal, so that one merged into its
/// entry stub leaves no second copy.
std::string with_own_linkage(const std::string& ir, bool whole_program);

/// True if the module has the body of this function.
bool defines_function(const std::string& ir, std::string_view name);

/// True if any function or variable of the module uses double precision.
bool uses_double(const std::string& ir);

/// True if two modules differ at most in the processor that they are for, and in metadata.
bool same_code(const std::string& ir, const std::string& other);

}  // namespace lanefold
