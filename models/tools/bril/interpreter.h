// SPDX-License-Identifier: Apache-2.0
// Runs Bril programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bril/alu_ops.h"
#include "tools/bril/program.h"

namespace lanefold::bril {

struct RunOptions {
  std::uint64_t words = std::uint64_t{1} << 20;  ///< of memory, and elements of the heap
  bool filled = false;                           ///< each word is its address at first, not 0
  std::uint64_t instructions = UINT64_MAX;       ///< that may be carried out
};

/// What a run has carried out.
struct RunCounts {
  std::uint64_t instructions = 0;
  AluOps ops;
};

/// Takes what the program prints.
using Printer = std::function<void(std::string_view line)>;

/// Runs `main` of a program that check() has accepted, with a text for each of its parameters.
/// Arithmetic is modulo 2^64; a division truncates, and the least number by -1 is itself. All phis
/// at the begin of a block read before any of them writes; a phi without an argument for where
/// control comes from leaves its result without a value. Throws Error: Usage for arguments that
/// main does not take; Access for an address beyond the memory and a wrong use of the heap;
/// NoProgress beyond the limit; Program for a division by zero, a lane or character that there is
/// not, a variable without a value, calls that are nested too deep, a commit or an abort without
/// speculation, a call or return during it, and what is not freed at the end.
RunCounts run(const Program& program, const std::vector<std::string>& arguments,
              const RunOptions& options, const Printer& print);

}  // namespace lanefold::bril
