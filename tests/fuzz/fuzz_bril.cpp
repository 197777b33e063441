// SPDX-License-Identifier: Apache-2.0
// Any text as Bril: it is refused in one sentence, or prints in both forms as what reads the same
// again, and computes the same in both forms of SSA and without redundant lanes.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lanefold/error.h"
#include "tools/bril/interpreter.h"
#include "tools/bril/json_form.h"
#include "tools/bril/read.h"
#include "tools/bril/scalarise.h"
#include "tools/bril/shadows.h"
#include "tools/bril/strictness.h"
#include "tools/bril/text_form.h"

namespace {

using namespace lanefold;

/// What a run prints and how it ends; empty if that takes too long.
std::string outcome(const bril::Program& program) {
  std::string printed;
  const auto line = [&](std::string_view text) { printed.append(text).push_back('\n'); };
  try {
    bril::run(program, {}, {256, true, 10'000}, line);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::NoProgress) return {};
    printed += std::to_string(static_cast<int>(error.kind()));
  }
  return printed;
}

/// A program that need not mean anything, as Bril's tools convert it.
void convert(const bril::Program& program) {
  const std::string text = bril::text_of(program, bril::TextStyle::Reference);
  const auto again = [](const std::string& form) {
    return bril::text_of(bril::parse(form, "form"), bril::TextStyle::Reference);
  };
  if (again(text) != text || again(bril::json_of(program)) != text) std::abort();
}

/// In the SSA form with get and set, where values are surely set before they are used.
bril::Program in_shadows(const bril::Program& program) {
  return bril::with_functions(program, [](const bril::Function& function) {
    if (bril::speculates(function) || bril::variable_without_value(function)) return function;
    return bril::with_shadows(bril::to_ssa(function));
  });
}

void expect_same(const std::string& before, const bril::Program& changed) {
  const std::string after = outcome(changed);
  if (!before.empty() && !after.empty() && before != after) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  bril::Program program;
  try {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    convert(bril::parse(input, "fuzz.bril"));
    program = bril::read(input, "fuzz.bril");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Program) std::abort();
    return 0;
  }
  const std::string text = bril::text_of(program);
  if (bril::text_of(bril::read(text, "text")) != text) std::abort();
  if (bril::text_of(bril::read(bril::json_of(program), "json")) != text) std::abort();
  const std::string before = outcome(program);
  for (const auto broadcasts : {bril::Broadcasts::AtUses, bril::Broadcasts::Once}) {
    expect_same(before, bril::scalarise(program, broadcasts));
  }
  expect_same(before, in_shadows(program));
  return 0;
}
