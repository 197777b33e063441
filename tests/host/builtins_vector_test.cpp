// SPDX-License-Identifier: Apache-2.0
// Vector forms of built-in functions give the bits of the scalar forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <sstream>

#include "tests/support/builtin_calls.h"
#include "tests/support/builtin_runner.h"
#include "tests/support/half.h"

namespace lanefold {
namespace {

using Bytes = std::vector<unsigned char>;

/// A call with its arguments, and the types of its results' elements.
struct Call {
  std::string kernel;  ///< without the width
  std::string text;
  std::string scalar_result, vector_result;
  bool truth;  ///< 1 for scalars, -1 for vectors
};

std::string result_type(const std::string& name, const BuiltinType& type) {
  if (name == "ilogb") return "int";
  const bool magnitude = name == "abs" || name == "abs_diff";
  return magnitude ? type.unsigned_name : type.name;
}

std::string argument_text(const std::string& letter, std::size_t index, bool code) {
  std::string value(1, static_cast<char>('a' + index));
  // The highest bit of each component decides about vectors, any bit about scalars.
  std::string condition = "TO_S(AS_S(" + value + ") < (S)(0) ? (S)(-1) : (S)(0))";
  if (letter == "G") return value;
  if (letter == "S") return "first_" + value;
  if (letter == "I") return condition;
  if (letter == "U") return "AS_U(" + (code ? value : condition) + ")";
  if (letter == "N") return "n";
  if (letter == "int") return "first_n";
  return letter == "P" ? "&second" : "&integer";
}

std::vector<Call> calls_of(const std::vector<BuiltinFamily>& families, const BuiltinType& type) {
  std::vector<Call> calls;
  for (const BuiltinFamily& family : families) {
    std::string arguments;
    std::size_t index = 0;
    std::istringstream letters(family.arguments);
    for (std::string letter; letters >> letter; ++index) {
      if (index != 0) arguments += ", ";
      arguments += argument_text(letter, index, std::string(family.names) == "nan");
    }
    std::istringstream names(family.names);
    for (std::string name; names >> name;) {
      const bool truth = name.rfind("is", 0) == 0 || name == "signbit";
      const std::string result = result_type(name, type);
      calls.push_back({name + "_" + std::to_string(calls.size()), name + "(" + arguments + ")",
                       truth ? "int" : result, truth ? type.signed_name : result, truth});
    }
  }
  return calls;
}

/// The names that the calls use, for one width ("" for scalars).
std::string definitions(const BuiltinType& type, const std::string& width) {
  std::string text;
  for (const char* name : {"T", "S", "U", "N", "AS_S", "AS_U", "TO_S", "LOAD", "STORE"}) {
    text += fmt::format("#undef {}\n", name);
  }
  text += fmt::format(
      "#define T {0}{3}\n#define S {1}{3}\n#define U {2}{3}\n#define N int{3}\n"
      "#define AS_S as_{1}{3}\n#define AS_U as_{2}{3}\n#define TO_S convert_{1}{3}\n",
      type.name, type.signed_name, type.unsigned_name, width);
  if (width.empty()) {
    return text + "#define LOAD(i, p) p[i]\n#define STORE(v, i, p) (p)[i] = v\n";
  }
  return text + "#define LOAD vload" + width + "\n#define STORE vstore" + width + "\n";
}

/// Scalars take what a vector takes from its first component's place from the same place.
std::string kernels(const std::vector<Call>& calls, const BuiltinType& type,
                    const std::string& width) {
  std::string text = definitions(type, width);
  for (const Call& call : calls) {
    text += fmt::format(
        "kernel void {0}_{1}(global char* rs, global {2}* ss, global int* ks, global {2}* as,\n"
        "    global {2}* bs, global {2}* cs, global int* ns, global int* ws) {{\n"
        "  const size_t i = get_global_id(0); const size_t at = {3};\n"
        "  const T a = LOAD(i, as), b = LOAD(i, bs), c = LOAD(i, cs); const N n = LOAD(i, ns);\n"
        "  const {2} first_a = as[at], first_b = bs[at], first_c = cs[at];\n"
        "  const int first_n = ns[at]; T second = 0; N integer = 0;\n"
        "  STORE({4}, i, (global {5}*)rs); STORE(second, i, ss); STORE(integer, i, ks);\n}}\n",
        call.kernel, width, type.name, width.empty() ? "i / ws[0] * ws[0]" : "i * " + width,
        call.text, width.empty() ? call.scalar_result : call.vector_result);
  }
  return text;
}

/// Any bits, numbers of moderate size, small integers.
template <class T>
std::vector<T> elements(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    const std::uint64_t bits = random();
    if (bits % 4 == 0) {
      const std::uint64_t any = random();
      std::memcpy(&value, &any, sizeof value);
    } else if (std::is_integral_v<T>) {
      value = static_cast<T>(static_cast<std::int64_t>(random()) >> (bits / 4 % 64));
    } else {
      const double unit = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
      value = static_cast<T>(bits % 4 == 1   ? unit
                             : bits % 4 == 2 ? 20 * unit
                                             : std::rint(8 * unit));
    }
  }
  return values;
}

struct Results {
  Bytes first, second, integers;
};

/// The results' elements in groups of `size` bytes; of a truth, whether it is one.
Bytes elements_of(const Bytes& bytes, std::size_t count, std::size_t size, bool truth) {
  Bytes out(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count * size));
  if (!truth) return out;
  Bytes truths;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = out.begin() + static_cast<std::ptrdiff_t>(i * size);
    truths.push_back(std::any_of(at, at + static_cast<std::ptrdiff_t>(size),
                                 [](unsigned char byte) { return byte != 0; }));
  }
  return truths;
}

template <class T>
class VectorForms {
 public:
  VectorForms(const std::vector<BuiltinFamily>& families, const BuiltinType& type)
      : type_(type), calls_(calls_of(families, type)), runner_(program()) {}

  void check() {
    for (const Call& call : calls_) {
      for (const std::size_t width : {2, 3, 4, 8, 16}) {
        // As many vectors as fill whole groups.
        const std::size_t vectors = kElements / width / 64 * 64;
        const std::size_t count = vectors * width;
        const Results scalar = run(call.kernel + "_", count, width);
        const Results vector = run(call.kernel + "_" + std::to_string(width), vectors, width);
        const std::size_t size = call.text.rfind("ilogb", 0) == 0 ? 4 : sizeof(T);
        EXPECT_EQ(elements_of(scalar.first, count, call.truth ? 4 : size, call.truth),
                  elements_of(vector.first, count, size, call.truth))
            << call.text << " of " << type_.name << width;
        EXPECT_EQ(elements_of(scalar.second, count, sizeof(T), false),
                  elements_of(vector.second, count, sizeof(T), false))
            << call.text << " of " << type_.name << width << ", second result";
        EXPECT_EQ(elements_of(scalar.integers, count, 4, false),
                  elements_of(vector.integers, count, 4, false))
            << call.text << " of " << type_.name << width << ", int result";
      }
    }
  }

 private:
  static constexpr std::size_t kElements = 1024;

  std::string program() const {
    std::string text;
    if (type_.name == "half") text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
    for (const char* width : {"2", "3", "4", "8", "16"}) text += kernels(calls_, type_, width);
    return text + kernels(calls_, type_, "");
  }
  /// No half is a signalling NaN, which becomes a quiet one only on some ways.
  std::vector<T> inputs(std::uint64_t seed) const {
    std::vector<T> values = elements<T>(kElements, seed);
    if constexpr (std::is_same_v<T, std::uint16_t>) {
      for (T& bits : values) {
        if (type_.name == "half" && is_nan_half(bits)) bits |= 0x200;
      }
    }
    return values;
  }
  Results run(const std::string& kernel, std::size_t items, std::size_t width) {
    Results results{Bytes(8 * kElements), Bytes(8 * kElements), Bytes(8 * kElements)};
    std::vector<T> a = a_, b = b_, c = c_;
    std::vector<int> n = n_, w = {static_cast<int>(width)};
    runner_.run_back(kernel, items, results.first, results.second, results.integers, a, b, c, n, w);
    return results;
  }

  BuiltinType type_;
  std::vector<Call> calls_;
  BuiltinRunner runner_;
  std::vector<T> a_ = inputs(1);
  std::vector<T> b_ = inputs(2);
  std::vector<T> c_ = inputs(3);
  std::vector<int> n_ = elements<int>(kElements, 4);
};

std::vector<BuiltinFamily> single_precision() {
  std::vector<BuiltinFamily> all = float_families();
  all.insert(all.end(), single_families().begin(), single_families().end());
  return all;
}

TEST(BuiltinVectors, DeepOfFloatsGiveTheBitsOfScalars) {
  VectorForms<float>(single_precision(), {"float", "int", "uint"}).check();
}
TEST(BuiltinVectors, DeepOfDoublesGiveTheBitsOfScalars) {
  VectorForms<double>(float_families(), {"double", "long", "ulong"}).check();
}
TEST(BuiltinVectors, DeepOfHalvesGiveTheBitsOfScalars) {
  VectorForms<std::uint16_t>(float_families(), {"half", "short", "ushort"}).check();
}
TEST(BuiltinVectors, DeepOfBytesGiveTheBitsOfScalars) {
  VectorForms<std::int8_t>(integer_families(), {"char", "char", "uchar"}).check();
  VectorForms<std::uint8_t>(integer_families(), {"uchar", "char", "uchar"}).check();
}
TEST(BuiltinVectors, DeepOfShortsGiveTheBitsOfScalars) {
  VectorForms<std::int16_t>(integer_families(), {"short", "short", "ushort"}).check();
  VectorForms<std::uint16_t>(integer_families(), {"ushort", "short", "ushort"}).check();
}
TEST(BuiltinVectors, DeepOfIntsGiveTheBitsOfScalars) {
  VectorForms<std::int32_t>(integer_families(), {"int", "int", "uint"}).check();
  VectorForms<std::uint32_t>(integer_families(), {"uint", "int", "uint"}).check();
}
TEST(BuiltinVectors, DeepOfLongsGiveTheBitsOfScalars) {
  VectorForms<std::int64_t>(integer_families(), {"long", "long", "ulong"}).check();
  VectorForms<std::uint64_t>(integer_families(), {"ulong", "long", "ulong"}).check();
}

}  // namespace
}  // namespace lanefold
