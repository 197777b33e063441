// SPDX-License-Identifier: Apache-2.0
// Random Bril programs that end.
#pragma once

#include <string>

#include "random_scalars.h"
#include "random_text.h"

namespace lanefold::bril {

/// Variables of every type that are set many times, in conditionals and loops. Some programs end by
/// an error. In some, variables have no value at first.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : text_(seed), scalars_(text_) {}

  std::string text() {
    for (int i = 0; i < kOfEach; ++i) {
      line("i{}: int = const {};", i, below(8));
      line("v{}: vector = s2vb i{};", i, i);
      line("p{}: pred = vcmp v{} v0;", i, i);
    }
    line("of_heap: int = const 3;");
    for (int i = 0; i < kRegions; ++i) {
      line("h{}: ptr<vector> = alloc of_heap;", i);
      for (int k = 0; k < 3; ++k) {
        element(i, k);
        line("store h v{};", below(kOfEach));
      }
    }
    scalars_.declare();
    has_late_ = below(4) == 0;
    statements(3);
    scalars_.end();
    for (int i = 0; i < kOfEach; ++i) line("print i{} v{} p{};", i, i, i);
    for (int i = 0; i < kRegions; ++i) line("free h{};", i);
    if (has_late_) line("l: int = const 1;\n  u: vector = s2vb l;");
    return "@main {\n" + text_.text() + "}\n";
  }

 private:
  static constexpr int kOfEach = RandomText::kOfEach;
  static constexpr int kRegions = 2;

  template <class... Values>
  void line(const char* pattern, Values... values) {
    text_.line(pattern, values...);
  }
  int below(int count) { return text_.below(count); }
  int any() { return text_.any(); }

  void statements(int depth) {
    for (int count = 1 + below(8); count > 0; --count) statement(depth);
  }

  void statement(int depth) {
    if (has_late_ && below(6) == 0) return late_statement();
    const int kind = below(depth > 0 ? 19 : 15);
    if (kind >= 12 && kind < 15) return scalars_.statement();
    if (kind < 6) return vector_statement();
    if (kind < 8) return scalar_statement();
    if (kind < 9) return memory_statement();
    if (kind < 10) return heap_statement();
    if (kind < 11) return line("print v{} i{};", any(), any());
    if (kind < 12) return line("p{}: pred = vcmp v{} v{};", any(), any(), any());
    kind < 17 ? conditional(depth) : loop(depth);
  }

  std::string predicate() {
    if (below(3) != 0) return "";
    return fmt::format("({}p{}) ", below(2) == 0 ? "!" : "", any());
  }

  void vector_statement() {
    static constexpr const char* kOperations[] = {"vadd", "vsub", "vmul", "vadd", "vmul", "vdiv"};
    const int kind = below(10);
    const std::string result = fmt::format("{}v{}: vector = ", predicate(), any());
    if (kind < 4) {
      line("{}{} v{} v{};", result, kOperations[below(below(4) == 0 ? 6 : 5)], any(), any());
    } else if (kind < 6) {
      line("v{}: vector = vphi p{} v{} v{};", any(), any(), any(), any());
    } else if (kind < 7) {
      line("{}s2v i{} i{} i{} i{};", result, any(), any(), any(), any());
    } else if (kind < 8) {
      const int same = any();
      line("{}s2v i{} i{} i{} i{};", result, same, same, same, same);
    } else if (kind < 9) {
      line("{}s2vb i{};", result, any());
    } else {
      line("v{}: vector = id v{};", any(), any());
    }
  }

  void scalar_statement() {
    static constexpr const char* kOperations[] = {"add", "sub", "mul"};
    const int kind = below(4);
    if (kind < 2) return line("i{}: int = {} i{} i{};", any(), kOperations[below(3)], any(), any());
    if (kind < 3) return line("i{}: int = const {};", any(), below(20) - 4);
    line("lane: int = const {};", below(4));
    line("i{}: int = v2s v{} lane;", any(), any());
  }

  void memory_statement() {
    line("at: int = const {};", below(60));
    line("ats: vector = s2vb at;");
    const std::string mask = predicate();
    switch (below(6)) {
      case 0:
        return line("{}v{}: vector = vload at;", mask, any());
      case 1:
        return line("{}v{}: vector = gather ats;", mask, any());
      case 2:
        return line("i{}: int = lw at;", any());
      case 3:
        return line("{}vstore v{} at;", mask, any());
      case 4:
        return line("{}scatter v{} ats;", mask, any());
      default:
        return line("sw i{} at;", any());
    }
  }

  /// Lets h lead to an element of a region, by a constant or by a number that is not known.
  void element(int region, int index) {
    line("on: int = const {};", index);
    line("h: ptr<vector> = ptradd h{} on;", region);
  }

  /// Stores and a load that may lead to one element. A few are out of bounds.
  void heap_statement() {
    for (int count = 1 + below(3); count > 0; --count) {
      element(below(kRegions), below(60) == 0 ? 3 : below(3));
      if (below(5) == 0) line("h: ptr<vector> = id h{};", below(kRegions));
      line("store h v{};", any());
    }
    if (below(2) == 0) element(below(kRegions), below(3));
    line("v{}: vector = load h;", any());
  }

  /// Adds a statement on variables that have no value until one of these, or the end, has set them.
  void late_statement() {
    switch (below(4)) {
      case 0:
        return line("l: int = id i{};", any());
      case 1:
        return line("u: vector = s2vb i{};", any());
      case 2:
        return line("i{}: int = add i{} l;", any(), any());
      default:
        return line("{}v{}: vector = vadd u v{};", predicate(), any(), any());
    }
  }

  void conditional(int depth) {
    const int number = labels_++;
    if (below(2) == 0) {
      scalars_.compare(number);
    } else {
      line("b{}: bool = lt i{} i{};", number, any(), any());
    }
    line("br b{} .yes{} .no{};", number, number, number);
    text_.label("yes", number);
    statements(depth - 1);
    line("jmp .join{};", number);
    text_.label("no", number);
    if (below(2) == 0) statements(depth - 1);
    text_.label("join", number);
  }

  void loop(int depth) {
    const int number = labels_++;
    line("n{}: int = const {};", number, 1 + below(3));
    line("one: int = const 1;");
    line("zero{}: int = const 0;", number);
    text_.label("loop", number);
    statements(depth - 1);
    line("n{}: int = sub n{} one;", number, number);
    line("m{}: bool = gt n{} zero{};", number, number, number);
    line("br m{} .loop{} .end{};", number, number, number);
    text_.label("end", number);
  }

  RandomText text_;
  RandomScalars scalars_;
  int labels_ = 0;
  bool has_late_ = false;
};

}  // namespace lanefold::bril
