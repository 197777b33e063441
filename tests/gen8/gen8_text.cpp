// SPDX-License-Identifier: Apache-2.0
// Prints the code of a Gen8 kernel, for the comparison with iga64: one line for each instruction,
// "error: …" for one that the decoder refuses.
//   gen8_text FILE      the bytes of the code, such as the section .text.KERNEL

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "decisions/isa/gen8/instruction.h"
#include "lanefold/error.h"

namespace {

std::vector<std::byte> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> code;
  for (const char byte : bytes) {
    code.push_back(static_cast<std::byte>(byte));
  }
  return code;
}

/// Bytes of the instruction at `offset`, whether it decodes or not.
std::size_t size_at(const std::vector<std::byte>& code, std::size_t offset) {
  constexpr auto kCompacted = std::byte{0x20};
  const bool compacted = offset + 3 < code.size() && (code[offset + 3] & kCompacted) == kCompacted;
  return compacted ? 8 : 16;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: gen8_text FILE\n";
    return EXIT_FAILURE;
  }
  const std::vector<std::byte> code = read_file(arguments[1]);
  for (std::size_t offset = 0; offset < code.size(); offset += size_at(code, offset)) {
    try {
      std::cout << lanefold::gen8::disassemble(lanefold::gen8::decode(code, offset)) << '\n';
    } catch (const lanefold::Error& error) {
      std::cout << "error: " << error.what() << '\n';
    }
  }
  return EXIT_SUCCESS;
}
