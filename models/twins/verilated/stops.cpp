// SPDX-License-Identifier: Apache-2.0
// What Verilator's run-time library calls where a design stops: here it throws Error(Internal), so
// that no design ends the program.
#include <verilated.h>

#include <string>

#include "lanefold/error.h"

namespace {

[[noreturn]] void stop(const char* file, int line, const std::string& why) {
  const bool known = file != nullptr && *file != '\0';
  const std::string where = known ? " at " + std::string(file) + ":" + std::to_string(line) : "";
  throw lanefold::Error(lanefold::ErrorKind::Internal, "the RTL stops" + where + ": " + why);
}

}  // namespace

void vl_stop(const char* file, int line, const char* /*scope*/) {
  stop(file, line, "$stop, $fatal, or an assertion that fails");
}
void vl_fatal(const char* file, int line, const char* /*scope*/, const char* message) {
  stop(file, line, message);
}
