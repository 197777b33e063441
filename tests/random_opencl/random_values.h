// SPDX-License-Identifier: Apache-2.0
// Random expressions of OpenCL C, each of which has one value on every implementation: sums wrap in
// unsigned types, divisors are not zero, floats are rounded once where OpenCL says how. A zero's
// sign may be either, and must not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lanefold {

struct ScalarType {
  const char* name;
  const char* wrapping;  ///< the unsigned type in which its sums are made; of floats itself
  const char* counting;  ///< the signed type of that size
  unsigned bits;
  bool is_signed;
  bool real;
};

/// All types of scalars, integers first.
extern const std::vector<ScalarType> kScalarTypes;
constexpr std::size_t kIntegerTypes = 8;
const ScalarType& scalar_type(const std::string& name);

struct Variable {
  std::string name;
  const ScalarType* type;
  unsigned width = 1;  ///< elements of a vector

  std::string type_name() const;
};

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned chances) { return below(chances) == 0; }
  template <class List>
  const auto& pick(const List& list) {
    return list[below(static_cast<unsigned>(std::size(list)))];
  }

  /// Expressions that any of them may use; what else is in scope goes to `places`.
  std::vector<Variable> variables;
  /// Integers of type uint that are no variables: ids, elements of arrays, counters of loops.
  std::vector<std::string> places;
  bool doubles = true;

  const ScalarType& type();
  const Variable* variable(bool vector);

  std::string scalar(const ScalarType& type, unsigned depth);
  std::string vector(const ScalarType& type, unsigned width, unsigned depth);
  /// Of type uint.
  std::string word(unsigned depth) { return scalar(scalar_type("uint"), depth); }
  std::string condition(unsigned depth);
  /// A real expression as an integer, or a vector of such: what is beyond the type saturates.
  std::string saturated(const ScalarType& type, unsigned width, const ScalarType& from,
                        const std::string& real);

 private:
  const ScalarType& integer_type() { return kScalarTypes[below(kIntegerTypes)]; }
  std::string leaf(const ScalarType& type);
  std::string literal(const ScalarType& type);
  std::string integer(const ScalarType& type, unsigned depth);
  std::string converted(const ScalarType& type, unsigned depth);
  std::string sum(const ScalarType& type, unsigned depth);
  std::string shift(const ScalarType& type, unsigned depth);
  std::string quotient(const ScalarType& type, unsigned depth);
  std::string integer_function(const ScalarType& type, unsigned depth);
  std::string real(const ScalarType& type, unsigned depth);
  std::string real_function(const ScalarType& type, unsigned depth);
  std::string comparison(unsigned depth);
  std::string element(unsigned depth);
  std::string vector_leaf(const ScalarType& type, unsigned width);
  std::string vector_operation(const ScalarType& type, unsigned width, unsigned depth);

  std::mt19937_64 random_;
};

}  // namespace lanefold
