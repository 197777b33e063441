// SPDX-License-Identifier: Apache-2.0
// What each Bril operation takes and gives.
#pragma once

#include <string>
#include <vector>

#include "tools/bril/program.h"

namespace lanefold::bril {

struct Operation {
  Op op;
  const char* name;
  std::vector<Type> arguments;  ///< of operations that are not `special`
  Type result;                  ///< None for an effect
  /// What other types it has than these: constants, copies, phis, shadows, calls, returns, prints,
  /// labels, pointers, bit casts.
  bool special = false;
  bool predicated = false;  ///< may have a predicate
  Op scalar = Op::Nop;      ///< what does the same once (the page's swap table); Nop: nothing does
};

const Operation& operation(Op op);
/// nullptr for any other name.
const Operation* find_operation(const std::string& name);
/// The names there are, for messages.
const std::vector<std::string>& operation_names();

inline bool ends_block(Op op) { return op == Op::Jump || op == Op::Branch || op == Op::Return; }
inline bool speculates(Op op) { return op == Op::Speculate || op == Op::Commit || op == Op::Guard; }
/// Whether it only says, in SSA, where a value comes from.
inline bool joins(Op op) {
  return op == Op::Phi || op == Op::Get || op == Op::Set || op == Op::Undef;
}
/// Whether it stands for no operation of an ALU.
inline bool is_free(Op op) {
  return speculates(op) || joins(op) || op == Op::Label || op == Op::Nop || op == Op::Print ||
         op == Op::Call || ends_block(op);
}
/// Whether it takes every lane of the ALU. A broadcast and an extraction take one.
bool takes_all_lanes(const Function& function, const Instruction& instruction);

}  // namespace lanefold::bril
