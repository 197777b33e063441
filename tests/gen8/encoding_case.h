// SPDX-License-Identifier: Apache-2.0
// Rows of the tables of Gen8 encodings: bytes and text.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// Bytes of one instruction in hexadecimal, and its text.
struct EncodingCase {
  const char* bytes;
  const char* text;
};

inline std::vector<std::byte> code_of(const std::string& hexadecimal) {
  constexpr int kBase = 16;
  std::vector<std::byte> code;
  for (std::size_t at = 0; at < hexadecimal.size(); at += 2) {
    code.push_back(static_cast<std::byte>(std::stoi(hexadecimal.substr(at, 2), nullptr, kBase)));
  }
  return code;
}

inline std::string text_of(const std::string& hexadecimal) {
  return disassemble(decode(code_of(hexadecimal), 0));
}

template <typename Cases>
void expect_texts(const Cases& cases) {
  for (const EncodingCase& example : cases) {
    EXPECT_EQ(text_of(example.bytes), example.text) << example.bytes;
  }
}

}  // namespace lanefold::gen8
