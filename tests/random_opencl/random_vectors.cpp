// SPDX-License-Identifier: Apache-2.0
// Expressions that are vectors, and elements of such.
#include <fmt/format.h>

#include <array>

#include "tests/random_opencl/random_values.h"

namespace lanefold {
namespace {

std::string vector_name(const char* element, unsigned width) {
  return fmt::format("{}{}", element, width);
}

/// The type of what a comparison gives, and of the masks that select takes.
std::string mask_element(const ScalarType& type) {
  switch (type.bits) {
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    default:
      return "long";
  }
}

}  // namespace

/// An integer of a vector of any type.
std::string RandomValues::element(unsigned depth) {
  const Variable* of = variable(true);
  if (of == nullptr) return word(depth);
  const bool plain = one_in(2);
  const std::string value = plain ? of->name : vector(*of->type, of->width, depth);
  if (!plain && one_in(3)) {
    return fmt::format("{}({} < {})", one_in(2) ? "any" : "all", value, of->name);
  }
  const std::string one = fmt::format("({}).s{}", value, below(of->width));
  return of->type->real ? saturated(scalar_type("int"), 1, *of->type, one) : "(" + one + ")";
}

std::string RandomValues::vector_leaf(const ScalarType& type, unsigned width) {
  const std::string name = vector_name(type.name, width);
  const Variable* one = variable(true);
  if (one != nullptr && one->width == width && !one_in(3)) {
    if (one->type == &type) return one->name;
    if (one->type->real && !type.real) return saturated(type, width, *one->type, one->name);
    return fmt::format("convert_{}({})", name, one->name);
  }
  if (one_in(2)) return fmt::format("({})({})", name, scalar(type, 0));
  std::string elements = scalar(type, 0);
  for (unsigned n = 1; n < width; ++n) elements += ", " + scalar(type, 0);
  return fmt::format("({})({})", name, elements);
}

std::string RandomValues::vector(const ScalarType& type, unsigned width, unsigned depth) {
  if (depth == 0) return vector_leaf(type, width);
  const std::string value = vector_operation(type, width, depth);
  if (!one_in(4)) return value;
  std::string order;
  for (unsigned n = 0; n < width; ++n) order += fmt::format("{:x}", below(width));
  return fmt::format("({}).s{}", value, order);
}

std::string RandomValues::vector_operation(const ScalarType& type, unsigned width, unsigned depth) {
  constexpr std::array kOperators = {"+", "-", "*", "&", "|", "^"};
  constexpr std::array kBinary = {"min", "max", "add_sat", "sub_sat", "hadd", "mul_hi"};
  const auto value = [&] { return vector(type, width, depth - 1); };
  const std::string name = vector_name(type.name, width);
  if (one_in(5)) {
    const std::string mask = vector_name(mask_element(type).c_str(), width);
    return fmt::format("select({}, {}, ({})({} < {}))", value(), value(), mask, value(), value());
  }
  if (type.real) return fmt::format("({} {} {})", value(), kOperators[below(3)], value());
  const std::string wrapping = (type.name[0] == 'u' ? "" : "u") + name;
  switch (below(5)) {
    case 0:
      return fmt::format("{}({}, {})", pick(kBinary), value(), value());
    case 1:
      return fmt::format("({} >> {})", value(), value());
    case 2:
      return fmt::format("as_{}(as_{}({}) << as_{}({}))", name, wrapping, value(), wrapping,
                         value());
    default:
      return fmt::format("as_{}(as_{}({}) {} as_{}({}))", name, wrapping, value(), pick(kOperators),
                         wrapping, value());
  }
}

}  // namespace lanefold
