// SPDX-License-Identifier: Apache-2.0
// Types of Bril values.
#include "tools/bril/type.h"

#include <array>

namespace lanefold::bril {
namespace {

constexpr std::array<const char*, 8> kKinds{"",     "int",   "bool", "vector",
                                            "pred", "float", "char", "any"};

}  // namespace

std::string name_of(Type type) {
  std::string name;
  for (unsigned i = 0; i < type.pointers(); ++i) name += "ptr<";
  return name + kKinds.at(type.kind()) + std::string(type.pointers(), '>');
}

std::optional<Type> parse_type(const std::string& text) {
  for (std::size_t kind = 1; kind < kKinds.size(); ++kind) {
    if (text == kKinds.at(kind)) return static_cast<Type::Kind>(kind);
  }
  return {};
}

const char* type_names() { return "int, bool, float, char, any, vector, pred or ptr<type>"; }

}  // namespace lanefold::bril
