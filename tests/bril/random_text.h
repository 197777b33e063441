// SPDX-License-Identifier: Apache-2.0
// Text of a random Bril program while it grows.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

namespace lanefold::bril {

class RandomText {
 public:
  static constexpr int kOfEach = 4;  ///< variables of a type, with numbers from 0 on

  explicit RandomText(std::uint32_t seed) : random_(seed) {}

  /// Adds an instruction.
  template <class... Values>
  void line(const char* pattern, Values... values) {
    text_ += "  " + fmt::format(fmt::runtime(pattern), values...) + "\n";
  }
  void label(const char* name, int number) { text_ += fmt::format(".{}{}:\n", name, number); }
  const std::string& text() const { return text_; }

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  /// Number of a variable.
  int any() { return below(kOfEach); }
  /// One of some names.
  template <std::size_t kCount>
  const char* one_of(const char* const (&names)[kCount]) {
    return names[below(static_cast<int>(kCount))];
  }

 private:
  std::mt19937 random_;
  std::string text_;
};

}  // namespace lanefold::bril
