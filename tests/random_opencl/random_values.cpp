// SPDX-License-Identifier: Apache-2.0
// Scalars; vectors are in random_vectors.cpp.
#include "tests/random_opencl/random_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanefold {

const std::vector<ScalarType> kScalarTypes = {
    {"char", "uint", "int", 8, true, false},     {"uchar", "uint", "int", 8, false, false},
    {"short", "uint", "int", 16, true, false},   {"ushort", "uint", "int", 16, false, false},
    {"int", "uint", "int", 32, true, false},     {"uint", "uint", "int", 32, false, false},
    {"long", "ulong", "long", 64, true, false},  {"ulong", "ulong", "long", 64, false, false},
    {"float", "float", "float", 32, true, true}, {"double", "double", "double", 64, true, true},
};

const ScalarType& scalar_type(const std::string& name) {
  return *std::find_if(kScalarTypes.begin(), kScalarTypes.end(),
                       [&](const ScalarType& type) { return type.name == name; });
}

std::string Variable::type_name() const {
  return width == 1 ? type->name : fmt::format("{}{}", type->name, width);
}

const ScalarType& RandomValues::type() {
  const auto count = static_cast<unsigned>(kScalarTypes.size()) - (doubles ? 0 : 1);
  return one_in(3) ? scalar_type("uint") : kScalarTypes[below(count)];
}

const Variable* RandomValues::variable(bool vector) {
  std::vector<const Variable*> found;
  for (const Variable& one : variables) {
    if ((one.width > 1) == vector) found.push_back(&one);
  }
  return found.empty() ? nullptr : pick(found);
}

std::string RandomValues::literal(const ScalarType& type) {
  constexpr std::array<std::uint64_t, 16> kInteresting = {
      0,    1,    2,    3,      7,      31,         32,         64,
      0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
  if (type.real) {
    constexpr std::array kReals = {"0.0", "1.0", "-1.5", "0.1", "3.0", "1e-3", "1e9", "-7.25"};
    return fmt::format("(({}){}{})", type.name, pick(kReals), type.bits == 32 ? "f" : "");
  }
  std::uint64_t bits = one_in(3) ? random_() : pick(kInteresting);
  if (one_in(4)) bits = ~bits;
  return fmt::format("(({}){:#x}ul)", type.name, bits);
}

std::string RandomValues::leaf(const ScalarType& type) {
  std::vector<std::string> same;
  for (const Variable& one : variables) {
    if (one.width == 1 && one.type == &type) same.push_back(one.name);
  }
  if (!same.empty() && !one_in(3)) return pick(same);
  if (one_in(3)) return literal(type);
  if (one_in(3)) return fmt::format("(({}){})", type.name, pick(places));
  const Variable* other = variable(false);
  if (other == nullptr) return literal(type);
  if (!other->type->real) return fmt::format("(({}){})", type.name, other->name);
  if (type.real) return fmt::format("(({}){})", type.name, other->name);
  return saturated(type, 1, *other->type, other->name);
}

/// Intel's compiler folds convert_T_sat of a constant that is out of range to anything, so values
/// are brought into range before. What is above the highest integer is cut off.
std::string RandomValues::saturated(const ScalarType& type, unsigned width, const ScalarType& from,
                                    const std::string& real) {
  const unsigned bits = type.is_signed ? type.bits - 1 : type.bits;
  return fmt::format("convert_{0}(fmin(fmax({2}, ({1}){3}), ({1})0x1.fffffep{4}))",
                     Variable{"", &type, width}.type_name(), from.name, real,
                     type.is_signed ? fmt::format("-0x1p{}", bits) : "0", bits - 1);
}

std::string RandomValues::scalar(const ScalarType& type, unsigned depth) {
  if (depth == 0) return leaf(type);
  if (one_in(10)) {
    return fmt::format("(({})({} ? {} : {}))", type.name, condition(depth - 1),
                       scalar(type, depth - 1), scalar(type, depth - 1));
  }
  return type.real ? real(type, depth) : integer(type, depth);
}

std::string RandomValues::condition(unsigned depth) {
  if (depth == 0 || !one_in(4)) return comparison(depth);
  switch (below(3)) {
    case 0:
      return fmt::format("({} && {})", condition(depth - 1), condition(depth - 1));
    case 1:
      return fmt::format("({} || {})", condition(depth - 1), condition(depth - 1));
    default:
      return fmt::format("(!{})", condition(depth - 1));
  }
}

std::string RandomValues::comparison(unsigned depth) {
  constexpr std::array kOperators = {"<", "<=", ">", ">=", "==", "!="};
  const ScalarType& of = type();
  const unsigned below_it = depth == 0 ? 0 : depth - 1;
  // What is equal by chance only is compared in few bits.
  if (!of.real && one_in(2)) {
    return fmt::format("(({} & {}) {} {})", scalar(of, below_it), 1 + below(7), pick(kOperators),
                       below(4));
  }
  return fmt::format("({} {} {})", scalar(of, below_it), pick(kOperators), scalar(of, below_it));
}

std::string RandomValues::integer(const ScalarType& type, unsigned depth) {
  switch (below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return sum(type, depth);
    case 4:
      return shift(type, depth);
    case 5:
      return quotient(type, depth);
    case 6:
      return fmt::format("(({}){})", type.name, scalar(integer_type(), depth - 1));
    case 7:
      return converted(type, depth);
    case 8:
      return fmt::format("(({}){})", type.name, condition(depth - 1));
    case 9:
      return fmt::format("(({}){})", type.name, element(depth - 1));
    default:
      return integer_function(type, depth);
  }
}

std::string RandomValues::converted(const ScalarType& type, unsigned depth) {
  const ScalarType& from = this->type();
  const std::string value = scalar(from, depth - 1);
  return from.real ? saturated(type, 1, from, value)
                   : fmt::format("convert_{}({})", type.name, value);
}

std::string RandomValues::sum(const ScalarType& type, unsigned depth) {
  constexpr std::array kOperators = {"+", "-", "*", "&", "|", "^"};
  if (one_in(8)) return fmt::format("(({})~{})", type.name, scalar(type, depth - 1));
  return fmt::format("(({0})(({1}){2} {3} ({1}){4}))", type.name, type.wrapping,
                     scalar(type, depth - 1), pick(kOperators), scalar(type, depth - 1));
}

/// OpenCL takes the low bits of the count.
std::string RandomValues::shift(const ScalarType& type, unsigned depth) {
  const std::string count = scalar(integer_type(), depth - 1);
  if (one_in(2)) {
    return fmt::format("(({})(({}){} << {}))", type.name, type.wrapping, scalar(type, depth - 1),
                       count);
  }
  return fmt::format("(({})(({}){} >> {}))", type.name,
                     type.is_signed ? type.counting : type.wrapping, scalar(type, depth - 1),
                     count);
}

/// Intel's compiler divides signed values by unsigned ones where it sees that both are bytes: a
/// divisor has 32 bits of an argument.
std::string RandomValues::quotient(const ScalarType& type, unsigned depth) {
  const char* of = type.is_signed ? type.counting : type.wrapping;
  return fmt::format("(({0})(({1}){2} {3} ({1})((({4} ^ salt) & 0xfff) + {5})))", type.name, of,
                     scalar(type, depth - 1), one_in(2) ? "/" : "%", word(depth - 1), 1 + below(9));
}

/// Intel's compiler folds a rotation by 0 or by more bits than there are to anything, and its
/// library's mad_sat of 64 bits is wrong for a factor of 0. What is negated or made absolute of
/// bytes and words, it extends as an unsigned number: before the product of mad_sat of 32 bits, and
/// as abs before a quotient.
std::string RandomValues::integer_function(const ScalarType& type, unsigned depth) {
  constexpr std::array kBinary = {"min",  "max",   "add_sat", "sub_sat",
                                  "hadd", "rhadd", "mul_hi",  "abs_diff"};
  const auto value = [&] { return scalar(type, depth - 1); };
  switch (below(8)) {
    case 0:
      return fmt::format("(({}){}({}))", type.name, one_in(2) ? "clz" : "popcount", value());
    case 1:
      return fmt::format("(({})abs(({})({} | 1)))", type.name, type.bits < 32 ? "int" : type.name,
                         value());
    case 2:
      return fmt::format("{}({}, {}, {})", type.bits < 32 && one_in(2) ? "mad_sat" : "bitselect",
                         value(), value(), value());
    case 3:
      return fmt::format("clamp({}, ({})2, ({})100)", value(), type.name, type.name);
    case 4:
      return fmt::format("rotate({}, ({})(({} & {}) | 1))", value(), type.name, value(),
                         type.bits - 1);
    default:
      return fmt::format("(({}){}({}, {}))", type.name, pick(kBinary), value(), value());
  }
}

std::string RandomValues::real(const ScalarType& type, unsigned depth) {
  constexpr std::array kOperators = {"+", "-", "*"};
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return fmt::format("({} {} {})", scalar(type, depth - 1), pick(kOperators),
                         scalar(type, depth - 1));
    case 3:
      return fmt::format("convert_{}({})", type.name, scalar(integer_type(), depth - 1));
    case 4:
      return fmt::format("(-{})", scalar(type, depth - 1));
    case 5:
      if (type.bits == 64) {
        return fmt::format("({} / (fabs({}) + 0.5))", scalar(type, depth - 1),
                           scalar(type, depth - 1));
      }
      // Of any sign, below two; small ones are denormals.
      return fmt::format("as_float({} & 0xbfffffffu)", word(depth - 1));
    default:
      return real_function(type, depth);
  }
}

std::string RandomValues::real_function(const ScalarType& type, unsigned depth) {
  constexpr std::array kUnary = {"fabs", "floor", "ceil", "trunc", "rint", "round"};
  const auto value = [&] { return scalar(type, depth - 1); };
  switch (below(5)) {
    case 0:
      return fmt::format("{}({}, {})", one_in(2) ? "fmin" : "fmax", value(), value());
    case 1:
      return fmt::format("fma({}, {}, {})", value(), value(), value());
    case 2:
      return fmt::format("copysign({}, ({}){})", value(), type.name,
                         scalar(scalar_type("int"), depth - 1));
    default:
      return fmt::format("{}({})", pick(kUnary), value());
  }
}

}  // namespace lanefold
