// SPDX-License-Identifier: Apache-2.0
// What random Bril programs do with floats, characters and their places on the heap.
#pragma once

#include "random_text.h"

namespace lanefold::bril {

/// Floats f0…, characters c0…, and for each of both types two allocations, with a pointer that
/// leads into either of them. Integers i0… are there already.
class RandomScalars {
 public:
  explicit RandomScalars(RandomText& text) : text_(text) {}

  /// Declares them, and uses each operation of each kind that a program is to hold.
  void declare() {
    for (int i = 0; i < RandomText::kOfEach; ++i) {
      text_.line("f{}: float = const {};", i, text_.one_of(kNumbers));
      text_.line("c{}: char = const '{}';", i, text_.one_of(kCharacters));
    }
    text_.line("room: int = const {};", kElements);
    for (const Kind& kind : kKinds) {
      for (int region = 0; region < kRegions; ++region) allocate(kind, region);
    }
    float_statement();
    char_statement();
    for (const Kind& kind : kKinds) heap_statement(kind);
  }

  void statement() {
    switch (text_.below(5)) {
      case 0:
      case 1:
        return float_statement();
      case 2:
        return char_statement();
      case 3:
        return heap_statement(kKinds[text_.below(2)]);
      default:
        return text_.line("print f{} c{};", text_.any(), text_.any());
    }
  }

  /// Sets b and this number to what a comparison says.
  void compare(int number) {
    static constexpr const char* kFloats[] = {"feq", "flt", "fgt", "fle", "fge"};
    static constexpr const char* kChars[] = {"ceq", "clt", "cgt", "cle", "cge"};
    const bool floats = text_.below(2) == 0;
    const char* const type = floats ? "f" : "c";
    text_.line("b{}: bool = {} {}{} {}{};", number, text_.one_of(floats ? kFloats : kChars), type,
               text_.any(), type, text_.any());
  }

  /// Prints all that there is, and frees it.
  void end() {
    for (int i = 0; i < RandomText::kOfEach; ++i) text_.line("print f{} c{};", i, i);
    for (const Kind& kind : kKinds) {
      text_.line("x_{}: {} = load at_{};", kind.name, kind.type, kind.name);
      text_.line("print x_{};", kind.name);
      for (int region = 0; region < kRegions; ++region) {
        text_.line("free m_{}{};", kind.name, region);
      }
    }
  }

 private:
  struct Kind {
    const char* name;  ///< of its variables, before their numbers
    const char* type;
  };
  static constexpr Kind kKinds[] = {{"f", "float"}, {"c", "char"}};
  static constexpr int kRegions = 2;
  static constexpr int kElements = 3;
  static constexpr const char* kNumbers[] = {"0",     "-0.0",   "1", "0.1",    "-2.5", "1e-7",
                                             "1e300", "-1e300", "7", "5e-324", ".5",   "1e17"};
  static constexpr const char* kCharacters[] = {"a", "Z", "\\n", "\\0", "'", "#", ";", "\xc3\xa4"};

  void allocate(const Kind& kind, int region) {
    text_.line("m_{}{}: ptr<{}> = alloc room;", kind.name, region, kind.type);
    for (int element = 0; element < kElements; ++element) {
      lead_to(kind, region, element);
      text_.line("store at_{} {}{};", kind.name, kind.name, text_.any());
    }
  }

  void lead_to(const Kind& kind, int region, int element) {
    text_.line("step: int = const {};", element);
    text_.line("at_{}: ptr<{}> = ptradd m_{}{} step;", kind.name, kind.type, kind.name, region);
  }

  /// Where the pointer leads to may depend on the way here.
  void heap_statement(const Kind& kind) {
    if (text_.below(2) == 0) lead_to(kind, text_.below(kRegions), text_.below(kElements));
    if (text_.below(8) == 0) {
      text_.line("at_{}: ptr<{}> = id m_{}{};", kind.name, kind.type, kind.name,
                 text_.below(kRegions));
    }
    if (text_.below(2) == 0) text_.line("store at_{} {}{};", kind.name, kind.name, text_.any());
    text_.line("{}{}: {} = load at_{};", kind.name, text_.any(), kind.type, kind.name);
  }

  void float_statement() {
    static constexpr const char* kOperations[] = {"fadd", "fsub", "fmul", "fdiv"};
    static constexpr const char* kFromBits[] = {"bitcast", "bits2float"};
    static constexpr const char* kToBits[] = {"bitcast", "float2bits"};
    switch (text_.below(8)) {
      case 0:
        return text_.line("f{}: float = const {};", text_.any(), text_.one_of(kNumbers));
      case 1:
        return text_.line("f{}: float = {} i{};", text_.any(), text_.one_of(kFromBits),
                          text_.any());
      case 2:
        return text_.line("i{}: int = {} f{};", text_.any(), text_.one_of(kToBits), text_.any());
      case 3:
        return text_.line("f{}: float = id f{};", text_.any(), text_.any());
      default:
        return text_.line("f{}: float = {} f{} f{};", text_.any(), text_.one_of(kOperations),
                          text_.any(), text_.any());
    }
  }

  /// One in thirty integers is no character.
  void char_statement() {
    switch (text_.below(5)) {
      case 0:
        return text_.line("c{}: char = const '{}';", text_.any(), text_.one_of(kCharacters));
      case 1:
        return text_.line("c{}: char = id c{};", text_.any(), text_.any());
      case 2:
        return text_.line("i{}: int = char2int c{};", text_.any(), text_.any());
      default:
        text_.line("code: int = const {};", text_.below(30) == 0 ? 55296 : text_.below(1000));
        return text_.line("c{}: char = int2char code;", text_.any());
    }
  }

  RandomText& text_;
};

}  // namespace lanefold::bril
