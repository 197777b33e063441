// SPDX-License-Identifier: Apache-2.0
// Types that values of Bril's type any turn out to have in a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/bril/program.h"
#include "tools/bril/values.h"

namespace lanefold::bril {

/// Whether a function may find values of another type than check() could see: it has values of type
/// any, or calls a function that returns one.
bool is_dynamic(const Program& program, const Function& function);

/// What is wrong with the type of an argument, before an instruction of the function is carried
/// out; nothing if all have what it wants, or no value. `values` are those of the variables.
std::optional<std::string> wrong_argument(const Program& program, const Function& function,
                                          const Instruction& instruction,
                                          const std::vector<Value>& values);

/// The same of the result, when it has been carried out.
std::optional<std::string> wrong_result(const Function& function, const Instruction& instruction,
                                        const std::vector<Value>& values);

}  // namespace lanefold::bril
