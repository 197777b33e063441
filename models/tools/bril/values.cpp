// SPDX-License-Identifier: Apache-2.0
// Values of Bril variables.
#include "tools/bril/values.h"

#include <charconv>
#include <vector>

#include "base/text.h"
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"

namespace lanefold::bril {
namespace {

std::int64_t wrapped(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

std::string text_of_lane(Type type, std::int64_t value) {
  if (type == Type::Int || type == Type::Vector) return std::to_string(value);
  if (type == Type::Float) return printed(float_of(value));
  if (type == Type::Char) return utf8_of(value);
  return value != 0 ? "true" : "false";
}

}  // namespace

std::string text_of(Type type, const Lanes& lanes) {
  if (type.is_pointer()) {
    return "&" + std::to_string(lanes[0]) + "[" + std::to_string(lanes[1]) + "]";
  }
  if (type != Type::Vector && type != Type::Pred) return text_of_lane(type, lanes[0]);
  std::vector<std::string> parts;
  for (const std::int64_t lane : lanes) parts.push_back(text_of_lane(type, lane));
  return "(" + join(parts, ", ") + ")";
}

std::optional<Lanes> parse_value(Type type, const std::string& text) {
  if (type == Type::Bool && (text == "true" || text == "false")) {
    return Lanes{text == "true" ? 1 : 0, 0, 0, 0};
  }
  if (type == Type::Float) {
    const std::optional<double> number = parse_float(text);
    return number ? std::optional<Lanes>({bits_of(*number), 0, 0, 0}) : std::nullopt;
  }
  if (type == Type::Char) {
    const std::optional<std::int64_t> code = parse_character(text);
    return code ? std::optional<Lanes>({*code, 0, 0, 0}) : std::nullopt;
  }
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  if (type != Type::Int || read.ec != std::errc() || read.ptr != end) return {};
  return Lanes{value, 0, 0, 0};
}

const char* values_of(Type type) {
  if (type == Type::Int) return "a whole number from -2^63 to 2^63 - 1";
  if (type == Type::Float) return "a number like 3, -0.25 or 1.5e-7";
  if (type == Type::Char) return "one character";
  return type == Type::Bool ? "true or false" : "no value from a command line";
}

std::int64_t calculate(Op op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  switch (op) {
    case Op::Add:
    case Op::VectorAdd:
      return wrapped(x + y);
    case Op::Sub:
    case Op::VectorSub:
      return wrapped(x - y);
    case Op::Mul:
    case Op::VectorMul:
      return wrapped(x * y);
    case Op::Div:
    case Op::VectorDiv:
      return b == -1 ? wrapped(0 - x) : a / b;
    case Op::FloatAdd:
      return bits_of(float_of(a) + float_of(b));
    case Op::FloatSub:
      return bits_of(float_of(a) - float_of(b));
    case Op::FloatMul:
      return bits_of(float_of(a) * float_of(b));
    case Op::FloatDiv:
      return bits_of(float_of(a) / float_of(b));
    case Op::FloatEqual:
      return float_of(a) == float_of(b) ? 1 : 0;
    case Op::FloatLess:
      return float_of(a) < float_of(b) ? 1 : 0;
    case Op::FloatGreater:
      return float_of(a) > float_of(b) ? 1 : 0;
    case Op::FloatLessEqual:
      return float_of(a) <= float_of(b) ? 1 : 0;
    case Op::FloatGreaterEqual:
      return float_of(a) >= float_of(b) ? 1 : 0;
    case Op::Equal:
    case Op::CharEqual:
    case Op::VectorCompare:
      return a == b ? 1 : 0;
    case Op::Less:
    case Op::CharLess:
      return a < b ? 1 : 0;
    case Op::Greater:
    case Op::CharGreater:
      return a > b ? 1 : 0;
    case Op::LessEqual:
    case Op::CharLessEqual:
      return a <= b ? 1 : 0;
    case Op::GreaterEqual:
    case Op::CharGreaterEqual:
      return a >= b ? 1 : 0;
    case Op::And:
      return a & b;
    default:  // Or
      return a | b;
  }
}

}  // namespace lanefold::bril
