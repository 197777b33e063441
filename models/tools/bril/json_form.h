// SPDX-License-Identifier: Apache-2.0
// Bril's canonical form, JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// An object with "functions", each with "instrs", as Bril's tools exchange them. The predicate
/// `(!p0)` is "pred": "p0" with "neg": "1", or "pred": "!p0". Unknown keys are wrong. Throws
/// Error(Program) with line and column, or with the function and instruction that is wrong. Types
/// are not checked: check() does that.
Program parse_json(std::string_view text, const std::string& file);

enum class Positions : std::uint8_t {
  LeftOut,
  Printed,  ///< "pos" of functions, labels, instructions and imports, where they are known
};

/// As Bril's bril2json prints it: keys in alphabetic order, indented by two spaces, in ASCII, with
/// a newline at the end. Predicates have "neg", "0" or "1".
std::string json_of(const Program& program, Positions positions = Positions::LeftOut);

}  // namespace lanefold::bril
