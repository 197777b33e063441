// SPDX-License-Identifier: Apache-2.0
// Bril programs.
#include "tools/bril/program.h"

#include <algorithm>

namespace lanefold::bril {

unsigned Function::variable(const std::string& name) {
  const auto [place, fresh] = numbers.try_emplace(name, static_cast<unsigned>(variables.size()));
  if (fresh) variables.push_back({name, Type::None});
  return place->second;
}

std::optional<std::string> Function::declare(unsigned variable, Type type_here) {
  Variable& declared = variables[variable];
  if (declared.type != Type::None && declared.type != type_here) {
    return "variable '" + declared.name + "' is declared as " + bril::name_of(type_here) +
           " here, but as " + bril::name_of(declared.type) + " before";
  }
  declared.type = type_here;
  return {};
}

unsigned Function::fresh(const std::string& name, Type type) {
  std::string free = name;
  while (numbers.count(free) != 0) free = name + "." + std::to_string(++suffixes[name]);
  const unsigned number = variable(free);
  variables[number].type = type;
  return number;
}

const Function* Program::find(const std::string& name) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& one) { return one.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace lanefold::bril
