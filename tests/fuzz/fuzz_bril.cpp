// SPDX-License-Identifier: Apache-2.0
// Any text as Bril: it is refused in one sentence, or prints in both forms as what reads the same
// again, and computes the same without redundant lanes.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lanefold/error.h"
#include "tools/bril/interpreter.h"
#include "tools/bril/json_form.h"
#include "tools/bril/read.h"
#include "tools/bril/scalarise.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  bril::Program program;
  try {
    program = bril::read({reinterpret_cast<const char*>(data), size}, "fuzz.bril");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Program) std::abort();
    return 0;
  }
  const std::string text = bril::text_of(program);
  if (bril::text_of(bril::read(text, "text")) != text) std::abort();
  if (bril::text_of(bril::read(bril::json_of(program), "json")) != text) std::abort();
  for (const auto broadcasts : {bril::Broadcasts::AtUses, bril::Broadcasts::Once}) {
    const std::string before = outcome(program);
    const std::string after = outcome(bril::scalarise(program, broadcasts));
    if (!before.empty() && !after.empty() && before != after) std::abort();
  }
  return 0;
}
