// SPDX-License-Identifier: Apache-2.0
// Statements of random kernels.
#include <fmt/format.h>

#include <array>

#include "tests/random_opencl/random_opencl.h"

namespace lanefold {
namespace {

constexpr unsigned kMostDepth = 4;

}  // namespace

/// Names of a block are gone at its end.
void RandomOpenCl::block(const Place& place, unsigned statements) {
  const std::size_t places = values_.places.size();
  for (unsigned n = 0; n < statements; ++n) statement(place);
  values_.places.resize(places);
}

void RandomOpenCl::statement(const Place& place) {
  if (budget_ == 0) return assign();
  --budget_;
  if (place.depth < kMostDepth && values_.one_in(2)) return compound(place);
  if ((place.in_loop || place.may_return || !place.label.empty()) && values_.one_in(4)) {
    return leave(place);
  }
  switch (values_.below(8)) {
    case 0:
    case 1:
      return store(place);
    case 2:
      return place.in_function ? assign() : change_shared();
    case 3:
      return place.in_function ? assign() : change_own();
    case 4:
      return functions_.empty() || place.in_function ? assign() : call();
    default:
      return assign();
  }
}

void RandomOpenCl::compound(Place place) {
  ++place.depth;
  switch (values_.below(8)) {
    case 0:
    case 1:
    case 2:
      return branch(place);
    case 3:
      return choose(place);
    case 4:
      return labelled(place);
    default:
      return loop(place);
  }
}

void RandomOpenCl::assign() {
  const Variable* to = values_.variable(values_.one_in(4));
  if (to == nullptr) to = values_.variable(false);
  if (to == nullptr) return line(";");
  const std::string value =
      to->width > 1 ? values_.vector(*to->type, to->width, 2) : values_.scalar(*to->type, 3);
  if (to->width > 1 && values_.one_in(3)) {
    return line(fmt::format("{}.s{} = {};", to->name, values_.below(to->width),
                            values_.scalar(*to->type, 2)));
  }
  line(fmt::format("{} = {};", to->name, value));
}

/// To a private array, or to what the work-item has of an output.
void RandomOpenCl::store(const Place& place) {
  if (place.in_function || values_.one_in(3)) {
    return line(fmt::format("p[{} & 7] = {};", values_.word(2), values_.word(2)));
  }
  switch (values_.below(5)) {
    case 0:
      return line(fmt::format("vstore4({}, {} & 7, out + own);",
                              values_.vector(scalar_type("uint"), 4, 1), values_.word(1)));
    case 1:
      return line(fmt::format("bytes[own + ({} & 63)] = {};", values_.word(1),
                              values_.scalar(scalar_type("uchar"), 2)));
    case 2:
      return line(fmt::format("shorts[own + ({} & 63)] += {};", values_.word(1),
                              values_.scalar(scalar_type("ushort"), 2)));
    case 3:
      return line(fmt::format("longs[own + ({} & 63)] -= {};", values_.word(1),
                              values_.scalar(scalar_type("ulong"), 2)));
    default:
      return line(fmt::format("out[own + ({} & 31)] += {};", values_.word(1), values_.word(2)));
  }
}

/// Each counter has one operation, whose order does not matter.
void RandomOpenCl::change_shared() {
  constexpr std::array kOperations = {"add", "sub", "inc", "min", "max", "or", "xor", "and"};
  const unsigned number = values_.below(kSharedCounters);
  const std::string operation = kOperations.at(number);
  const std::string value = operation == "inc" ? "" : ", " + values_.word(2);
  line(fmt::format("atomic_{}(&{}[{}]{});", operation, values_.one_in(2) ? "sums" : "counters",
                   number, value));
}

/// What nobody else changes gives its old value.
void RandomOpenCl::change_own() {
  constexpr std::array kOperations = {"add", "sub", "xchg", "min", "max", "or", "xor", "and"};
  const std::string at = fmt::format("&out[own + ({} & 31)]", values_.word(1));
  const std::string to = fmt::format("p[{} & 7]", values_.word(1));
  if (values_.one_in(3)) {
    return line(fmt::format("{} += atomic_cmpxchg({}, {} & 3, {} & 3);", to, at, values_.word(1),
                            values_.word(1)));
  }
  line(fmt::format("{} ^= atomic_{}({}, {});", to, values_.pick(kOperations), at, values_.word(1)));
}

void RandomOpenCl::branch(Place place) {
  open(fmt::format("if ({})", values_.condition(2)));
  block(place, 1 + values_.below(3));
  while (values_.one_in(2)) {
    const bool last = values_.one_in(2);
    close(last ? "} else {" : fmt::format("}} else if ({}) {{", values_.condition(2)));
    ++indent_;
    block(place, 1 + values_.below(3));
    if (last) break;
  }
  close();
}

/// At most seven rounds. In a loop, a label behind it is a way out that `break` is not.
void RandomOpenCl::loop(Place place) {
  place.in_loop = true;
  const std::string counter = fresh("i");
  const std::string limit = fresh("n");
  const std::size_t outside = values_.places.size();
  line(fmt::format("uint {} = 0, {} = {} & 7;", counter, limit, values_.word(1)));
  values_.places.push_back(counter);
  const std::string goes_on =
      values_.one_in(3) ? fmt::format(" && {}", values_.condition(2)) : std::string();
  const unsigned kind = values_.below(3);
  if (kind == 0) open(fmt::format("for (; {0} < {1}{2}; ++{0})", counter, limit, goes_on));
  if (kind == 1) open(fmt::format("while ({}++ < {}{})", counter, limit, goes_on));
  if (kind == 2) open("do");
  block(place, 1 + values_.below(4));
  close(kind == 2 ? fmt::format("}} while (++{} < {}{});", counter, limit, goes_on) : "}");
  values_.places.resize(outside);
}

/// `break` belongs to the switch, and some cases have none.
void RandomOpenCl::choose(Place place) {
  open(fmt::format("switch ({} & 7)", values_.word(2)));
  const unsigned cases = 1 + values_.below(4);
  const unsigned other = values_.below(2 * cases);
  for (unsigned n = 0; n < cases; ++n) {
    line(n == other ? "default:" : fmt::format("case {}:", 2 * n));
    if (values_.one_in(3)) line(fmt::format("case {}:", 2 * n + 1));
    open("");
    block(place, 1 + values_.below(2));
    close();
    if (!values_.one_in(3)) line("break;");
  }
  close();
}

void RandomOpenCl::labelled(Place place) {
  place.label = fresh("l");
  if (values_.one_in(2)) {
    loop(place);
  } else {
    open(fmt::format("if ({})", values_.condition(2)));
    block(place, 2 + values_.below(3));
    close();
  }
  line(place.label + ":;");
}

void RandomOpenCl::leave(const Place& place) {
  std::vector<std::string> ways;
  if (place.in_loop) ways = {"break", "continue"};
  if (!place.label.empty()) ways.push_back("goto " + place.label);
  if (place.may_return) {
    ways.push_back(place.in_function ? "return " + values_.scalar(*returns_, 1) : "return");
  }
  line(fmt::format("if ({}) {};", values_.condition(2), values_.pick(ways)));
}

void RandomOpenCl::call() {
  const Function& function = values_.pick(functions_);
  std::string arguments = "in, salt, p";
  for (const ScalarType* type : function.parameters) arguments += ", " + values_.scalar(*type, 1);
  const Variable* to = values_.variable(false);
  const std::string value = fmt::format("{}({})", function.name, arguments);
  const bool saturates = function.result->real && !to->type->real;
  line(fmt::format("{} = {};", to->name,
                   saturates ? values_.saturated(*to->type, 1, *function.result, value)
                             : fmt::format("({}){}", to->type->name, value)));
}

}  // namespace lanefold
