// SPDX-License-Identifier: Apache-2.0
// What can go wrong by the user's doing: one clear sentence and the exit code of its kind.
#pragma once

#include <stdexcept>
#include <string>

namespace lanefold {

/// The kind of a failure; its value is the exit code of the `lanefold` command.
enum class ErrorKind : int {
  Verification = 1,   ///< the program ran, but its output is not the expected one
  Usage = 2,          ///< a command line that cannot be understood
  Configuration = 3,  ///< a machine that cannot be: unknown key, wrong type, value out of range
  File = 4,           ///< a file that cannot be read or written
  Compiler = 5,       ///< a compiler, or Verilator, is missing or refuses the program
  Program = 6,        ///< an ELF file that is not a program for this machine
  Launch = 7,         ///< a launch that cannot be: no such kernel, wrong arguments, group too large
  IllegalInstruction = 8,  ///< an instruction that the machine does not have
  Access = 9,              ///< a misaligned or out-of-range memory access
  Barrier = 10,            ///< a barrier that some work-items of the group cannot reach
  NoProgress = 11,         ///< a kernel that does not end
  Points = 12,             ///< runs of a sweep that failed
  Internal = 70,           ///< a broken invariant of the model: always our bug
  Interrupted = 130,       ///< by SIGINT or SIGTERM, as shells say it
};

/// Thrown for every failure that a user can cause. `what()` is one sentence: what, where, what
/// would be valid.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace lanefold
