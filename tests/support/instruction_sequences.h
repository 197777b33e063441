// SPDX-License-Identifier: Apache-2.0
// Random RV32IMAFD programs with branches, loops and calls, as assembler text that runs unchanged
// in qemu and on the machine.
//
// Register conventions: s0 points to the lane's memory, s11 to its record; s1 to s6 count loops;
// ra, sp, s0 and s11 hold addresses, all others hold data that a run compares.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "decisions/isa/opcode_table.h"

namespace lanefold {

/// What the instructions of a program may be.
struct SequenceProfile {
  const char* name;
  bool doubles;  ///< D instructions; the float registers have 64 bits
  bool flags;    ///< float CSRs
};

/// Bytes of memory that a lane's loads and stores reach.
constexpr unsigned kSequenceMemory = 256;

class SequenceGenerator {
 public:
  SequenceGenerator(SequenceProfile profile, std::uint64_t seed);

  /// A function `sequence_<number>` and the functions that it calls.
  std::string next(unsigned number);

  /// All opcodes that have been written so far.
  const std::set<Opcode>& seen() const { return seen_; }

 private:
  struct Scope {
    unsigned calls;                    ///< levels of functions that may still be called
    unsigned counter;                  ///< next free loop counter
    std::vector<std::string> forward;  ///< labels behind this point to which a branch may go
  };

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::string any_register();
  std::string data_register();
  std::string new_label();
  void emit(const std::string& line) { text_ += "  " + line + "\n"; }
  void emit(Opcode opcode, const std::string& operands);

  void block(Scope scope, unsigned statements, unsigned depth);
  void statement(const Scope& scope, unsigned depth);
  void compute();
  void memory_access();
  void atomic();
  void reservation();
  void float_csr();
  void program_counter();
  void branch(const std::string& target);
  void if_else(const Scope& scope, unsigned depth);
  void loop(Scope scope, unsigned depth);
  void call(const Scope& scope);
  void function(const std::string& name, Scope scope, unsigned statements);
  /// A register that holds s0 + a multiple of 8 below 128.
  std::string lane_address();

  SequenceProfile profile_;
  std::mt19937_64 random_;
  std::vector<Opcode> compute_;
  std::vector<Opcode> branches_;
  std::vector<Opcode> accesses_;
  std::vector<Opcode> atomics_;
  std::set<Opcode> seen_;
  std::string text_;
  unsigned number_ = 0;
  unsigned labels_ = 0;
};

}  // namespace lanefold
