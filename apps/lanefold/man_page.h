// SPDX-License-Identifier: Apache-2.0
// The commands and their options for the manual page.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lanefold {

/// In roff, for the section COMMANDS.
std::string man_commands(const CLI::App& app);

}  // namespace lanefold
