// SPDX-License-Identifier: Apache-2.0
// Bril's text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// Functions `@name(a: int): type { … }`, labels `.name:`, and instructions as in
/// `(p0) c: vector = vadd a b;`, and imports `from "path" import @f, @g as @h;`. As in Bril's first
/// version, `@` and `.` may be left out. Throws Error(Program) with line and column. Types are not
/// checked: check() does that.
Program parse_text(std::string_view text, const std::string& file);

enum class TextStyle : std::uint8_t {
  Readable,   ///< an empty line between functions, and arguments of phis each with its label
  Reference,  ///< as Bril's bril2txt prints it
};

/// Text that parse_text() reads as the same program.
std::string text_of(const Program& program, TextStyle style = TextStyle::Readable);
std::string text_of(const Function& function, TextStyle style = TextStyle::Readable);
std::string text_of(const Import& import);
std::string text_of(const Function& function, const Instruction& instruction,
                    TextStyle style = TextStyle::Readable);

}  // namespace lanefold::bril
