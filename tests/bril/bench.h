// SPDX-License-Identifier: Apache-2.0
// Bril programs in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lanefold/error.h"
#include "tools/bril/interpreter.h"
#include "tools/bril/read.h"
#include "tools/bril/scalarise.h"
#include "tools/bril/shadows.h"
#include "tools/bril/ssa.h"
#include "tools/bril/text_form.h"

namespace lanefold::bril {

inline Program program_of(const std::string& text) { return read(text, "test.bril"); }
/// A program whose main has these instructions.
inline Program main_of(const std::string& body) { return program_of("@main {\n" + body + "}\n"); }

/// What a run prints, and how it ends if that is by an error.
inline std::string outcome(const Program& program, const std::vector<std::string>& arguments = {}) {
  std::string printed;
  const auto line = [&](std::string_view text) { printed += std::string(text) + "\n"; };
  try {
    run(program, arguments, {64, true, 100'000}, line);
  } catch (const Error& error) {
    printed += "error " + std::to_string(static_cast<int>(error.kind())) + "\n";
  }
  return printed;
}

/// What a run prints of x, which an instruction makes from a and b: constants of this type.
inline std::string result_of(const std::string& type, const std::string& a, const std::string& b,
                             const std::string& instruction) {
  return outcome(main_of("a: " + type + " = const " + a + "; b: " + type + " = const " + b + ";\n" +
                         instruction + " print x;\n"));
}

/// The sentence of the error that `call` throws.
template <class Call>
std::string sentence_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// The sentence that a run of main with these instructions ends with.
inline std::string ending_of(const std::string& body) {
  const Program program = main_of(body);
  return sentence_of([&] { run(program, {}, {64, true, 1000}, [](std::string_view) {}); });
}

inline Program in_ssa(const Program& program) {
  return with_functions(program,
                        [](const Function& function) { return to_ssa(function).function; });
}

/// In SSA with get and set.
inline Program in_shadows(const Program& program) {
  return with_functions(program,
                        [](const Function& function) { return with_shadows(to_ssa(function)); });
}

inline Program through_ssa(const Program& program) {
  return with_functions(program,
                        [](const Function& function) { return from_ssa(to_ssa(function)); });
}

inline void expect_left_alone(const Program& program) {
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    EXPECT_EQ(text_of(scalarise(program, broadcasts)), text_of(program));
  }
}

}  // namespace lanefold::bril
