// SPDX-License-Identifier: Apache-2.0
// Hands over to another program.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// Runs a program in place of this one: its name, which is looked up on the path, and its
/// arguments. Throws Error(File), whose sentence ends with the hint, if it cannot be run.
[[noreturn]] void replace_process(std::vector<std::string> words, const std::string& hint = "");

}  // namespace lanefold
