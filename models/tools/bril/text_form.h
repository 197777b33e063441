// SPDX-License-Identifier: Apache-2.0
// Bril's text form.
#pragma once

#include <string>
#include <string_view>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// Functions `@name(a: int): type { … }`, labels `.name:`, and instructions as in
/// `(p0) c: vector = vadd a b;`. As in Bril's first version, `@` and `.` may be left out. Throws
/// Error(Program) with line and column. Types are not checked: check() does that.
Program parse_text(std::string_view text, const std::string& file);

/// Text that parse_text() reads as the same program.
std::string text_of(const Program& program);
std::string text_of(const Function& function);
std::string text_of(const Function& function, const Instruction& instruction);

}  // namespace lanefold::bril
