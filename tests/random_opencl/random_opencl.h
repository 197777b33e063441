// SPDX-License-Identifier: Apache-2.0
// Random kernels of OpenCL C with divergent control flow of all kinds. Whatever executes one must
// leave the same memory: work-items share only atomics whose order does not matter, and local
// memory between barriers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/device.h"
#include "tests/random_opencl/random_values.h"

namespace lanefold {

constexpr unsigned kInputWords = 64;  ///< a power of two
constexpr unsigned kOwnWords = 64;    ///< of each work-item in each output, at most
constexpr unsigned kSharedCounters = 8;

/// A range for the kernels of a seed; groups may end within a thread.
NDRange random_range(std::uint64_t seed);

/// Grows one kernel `void NAME(in, out, longs, shorts, bytes, counters, salt)`. Of each output but
/// the counters, a work-item has kOwnWords elements.
class RandomOpenCl {
 public:
  RandomOpenCl(std::uint64_t seed, std::string name);

  /// With the functions that it calls.
  std::string source();

 private:
  struct Function {
    std::string name;
    const ScalarType* result;
    std::vector<const ScalarType*> parameters;
  };
  /// Where a statement is.
  struct Place {
    unsigned depth = 0;
    bool in_loop = false;
    bool may_return = false;
    bool in_function = false;
    std::string label;  ///< behind an enclosing statement, where there is one
  };

  void line(const std::string& text);
  void open(const std::string& text);
  void close(const std::string& text = "}");
  std::string fresh(const char* stem);

  void declare_variables(bool from_memory);
  void function();
  void kernel();
  void finish_kernel();
  void exchange();
  void uniform_loop();

  void block(const Place& place, unsigned statements);
  void statement(const Place& place);
  void compound(Place place);
  void assign();
  void store(const Place& place);
  void change_shared();
  void change_own();
  void branch(Place place);
  void loop(Place place);
  void choose(Place place);
  void labelled(Place place);
  void leave(const Place& place);
  void call();

  RandomValues values_;
  std::string name_;
  std::string text_;
  unsigned indent_ = 0;
  unsigned names_ = 0;
  unsigned budget_ = 0;  ///< statements that are left
  const ScalarType* returns_ = nullptr;
  std::vector<Function> functions_;
};

}  // namespace lanefold
