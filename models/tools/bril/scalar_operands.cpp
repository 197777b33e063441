// SPDX-License-Identifier: Apache-2.0
// Scalars where a vector operation wants a vector.
#include "tools/bril/scalar_operands.h"

#include <algorithm>

#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

Instruction broadcast_of(Function& function, unsigned scalar, const Place& place) {
  Instruction broadcast;
  broadcast.op = Op::Broadcast;
  broadcast.arguments = {scalar};
  broadcast.result = function.fresh(std::string(function.name_of(scalar)) + "_v", Type::Vector);
  broadcast.implied = true;
  broadcast.place = place;
  return broadcast;
}

}  // namespace

Program with_scalar_operands(const Program& program) {
  return with_functions(program, [](const Function& before) {
    Function function = before;
    function.body.clear();
    for (Instruction instruction : before.body) {
      const std::vector<Type>& wanted = operation(instruction.op).arguments;
      for (std::size_t i = 0; i < std::min(wanted.size(), instruction.arguments.size()); ++i) {
        unsigned& argument = instruction.arguments[i];
        if (wanted[i] != Type::Vector || function.type_of(argument) != Type::Int) continue;
        function.body.push_back(broadcast_of(function, argument, instruction.place));
        argument = *function.body.back().result;
      }
      function.body.push_back(std::move(instruction));
    }
    return function;
  });
}

}  // namespace lanefold::bril
