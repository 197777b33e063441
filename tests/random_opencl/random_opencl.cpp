// SPDX-License-Identifier: Apache-2.0
// Functions, kernels and barriers; statements are in random_statements.cpp.
#include "tests/random_opencl/random_opencl.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace lanefold {
namespace {

constexpr const char* kParameters =
    "__global const uint* in, __global uint* out, __global ulong* longs, "
    "__global ushort* shorts, __global uchar* bytes, __global uint* counters, uint salt";

}  // namespace

NDRange random_range(std::uint64_t seed) {
  constexpr std::array<std::array<std::uint32_t, 2>, 6> kGroups = {
      {{16, 1}, {32, 1}, {24, 1}, {8, 5}, {7, 3}, {64, 1}}};
  const auto& group = kGroups[seed % kGroups.size()];
  NDRange range;
  range.dimensions = 2;
  range.local = {group[0], group[1], 1};
  range.global = {2 * group[0], group[1], 1};
  return range;
}

RandomOpenCl::RandomOpenCl(std::uint64_t seed, std::string name)
    : values_(seed), name_(std::move(name)) {
  values_.doubles = values_.one_in(4);
}

void RandomOpenCl::line(const std::string& text) {
  text_ += std::string(2 * indent_, ' ') + text + '\n';
}
void RandomOpenCl::open(const std::string& text) {
  line(text + " {");
  ++indent_;
}
void RandomOpenCl::close(const std::string& text) {
  --indent_;
  line(text);
}
std::string RandomOpenCl::fresh(const char* stem) { return fmt::format("{}{}", stem, names_++); }

std::string RandomOpenCl::source() {
  for (unsigned rest = values_.below(3); rest > 0; --rest) function();
  kernel();
  return std::move(text_);
}

/// Of every type one or two, and three vectors.
void RandomOpenCl::declare_variables(bool from_memory) {
  constexpr std::array<unsigned, 4> kWidths = {2, 3, 4, 8};
  const auto declare = [&](const ScalarType& type, unsigned width) {
    const Variable one{fresh("v"), &type, width};
    const std::string value = width > 1     ? values_.vector(type, width, 0)
                              : from_memory ? values_.scalar(type, 1)
                                            : values_.scalar(type, 0);
    line(fmt::format("{} {} = {};", one.type_name(), one.name, value));
    values_.variables.push_back(one);
  };
  for (const ScalarType& type : kScalarTypes) {
    if (type.bits == 64 && type.real && !values_.doubles) continue;
    if (from_memory || values_.one_in(3)) declare(type, 1);
    if (&type == &scalar_type("uint")) declare(type, 1);
  }
  for (unsigned rest = from_memory ? 3 : values_.below(2); rest > 0; --rest) {
    declare(values_.type(), values_.pick(kWidths));
  }
  line(fmt::format("uint p[8] = {{{}}};", values_.word(0)));
  values_.places.emplace_back("p[salt & 7]");
  values_.places.emplace_back(fmt::format("p[{} & 7]", values_.word(1)));
}

void RandomOpenCl::function() {
  values_.variables.clear();
  values_.places = {"salt", "in[salt & 63]"};
  Function made{fmt::format("{}_f{}", name_, functions_.size()), &values_.type(), {}};
  std::string parameters = "__global const uint* in, uint salt, uint* array";
  for (unsigned rest = 1 + values_.below(3); rest > 0; --rest) {
    const Variable parameter{fresh("a"), &values_.type()};
    made.parameters.push_back(parameter.type);
    parameters += fmt::format(", {} {}", parameter.type_name(), parameter.name);
    values_.variables.push_back(parameter);
  }
  values_.places.emplace_back(fmt::format("array[{} & 7]", values_.word(0)));
  returns_ = made.result;
  open(fmt::format("{} {}({})", made.result->name, made.name, parameters));
  declare_variables(false);
  budget_ = 8;
  Place place;
  place.in_function = place.may_return = true;
  block(place, 3 + values_.below(3));
  line(fmt::format("array[{} & 7] ^= {};", values_.word(1), values_.word(1)));
  line(fmt::format("return {};", values_.scalar(*made.result, 2)));
  close();
  functions_.push_back(made);
}

void RandomOpenCl::kernel() {
  values_.variables.clear();
  open(fmt::format("__kernel void {}({})", name_, kParameters));
  line("const uint lid = get_local_id(1) * get_local_size(0) + get_local_id(0);");
  line("const uint gid = get_global_id(1) * get_global_size(0) + get_global_id(0);");
  line("const uint items = get_local_size(0) * get_local_size(1);");
  line(fmt::format("const uint own = gid * {};", kOwnWords));
  line(fmt::format("__local uint shared[64], sums[{}];", kSharedCounters));
  line(fmt::format("if (lid < {}) sums[lid] = in[lid];", kSharedCounters));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  values_.places = {"gid",
                    "lid",
                    "salt",
                    "get_local_id(0)",
                    "get_global_id(1)",
                    "get_group_id(0)",
                    "in[gid & 63]",
                    "in[(lid + salt) & 63]"};
  declare_variables(true);
  values_.places.emplace_back(fmt::format("in[{} & 63]", values_.word(1)));
  budget_ = 30;
  for (unsigned rest = 1 + values_.below(3); rest > 0; --rest) {
    block({}, 2 + values_.below(5));
    if (values_.one_in(3)) {
      uniform_loop();
    } else {
      exchange();
    }
  }
  line(fmt::format("if (lid < {0}) atomic_add(&counters[{0} + lid], sums[lid]);", kSharedCounters));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  budget_ += 6;
  Place last;
  last.may_return = true;
  block(last, 2 + values_.below(4));
  finish_kernel();
  close();
}

/// Work-items give their words to others, and see what atomics have left.
void RandomOpenCl::exchange() {
  line(fmt::format("shared[lid] = {};", values_.word(2)));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  const std::string got = fresh("g");
  line(fmt::format("const uint {} = shared[{} % items] + shared[(lid + {}) % items] * sums[{}];",
                   got, values_.word(1), 1 + values_.below(9), values_.below(kSharedCounters)));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line(fmt::format("p[{} & 7] ^= {};", values_.word(1), got));
  values_.places.push_back(got);
}

void RandomOpenCl::uniform_loop() {
  const std::string counter = fresh("r");
  const std::size_t outside = values_.places.size();
  open(fmt::format("for (uint {0} = 0; {0} < (salt & 3) + 1; ++{0})", counter));
  values_.places.push_back(counter);
  block({}, 1 + values_.below(3));
  exchange();
  close();
  values_.places.resize(outside);
}

/// NaNs differ in their bits, and Intel's compiler folds x + 0 to x, which changes the sign of a
/// zero: all NaNs are written as one, and all zeros.
void RandomOpenCl::finish_kernel() {
  unsigned place = 0;
  const auto keep = [&](const std::string& value) {
    line(fmt::format("longs[own + {}] ^= (ulong)({});", place++ % kOwnWords, value));
  };
  for (const Variable& one : values_.variables) {
    for (unsigned n = 0; n < one.width; ++n) {
      const std::string name = one.width > 1 ? fmt::format("{}.s{}", one.name, n) : one.name;
      if (!one.type->real) {
        keep(name);
      } else {
        keep(fmt::format("isnan({0}) ? 7 : {0} == 0 ? 0 : as_u{1}({0})", name,
                         one.type->bits == 64 ? "long" : "int"));
      }
    }
  }
  line(fmt::format("for (uint i = 0; i < 8; ++i) out[own + {} + i] = p[i];", kOwnWords - 8));
}

}  // namespace lanefold
