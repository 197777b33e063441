// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8/raw_instruction.h"

#include <fmt/format.h>

#include <algorithm>

#include "decisions/isa/gen8/compaction.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

constexpr std::size_t kNativeBytes = 16;
constexpr std::size_t kCompactedBytes = 8;

/// Little endian; bytes behind the end of the code are zero.
std::uint64_t word_at(const std::vector<std::byte>& code, std::size_t offset) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < sizeof word && offset + i < code.size(); ++i) {
    word |= std::to_integer<std::uint64_t>(code[offset + i]) << (8 * i);
  }
  return word;
}

std::string hexadecimal(const std::vector<std::byte>& code, std::size_t offset, std::size_t size) {
  std::string text;
  for (std::size_t i = offset; i < std::min(offset + size, code.size()); ++i) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(code[i]));
  }
  return text;
}

}  // namespace

void RawInstruction::refuse(const std::string& expected, const std::string& found) const {
  throw Error(ErrorKind::IllegalInstruction,
              fmt::format("Gen8 instruction at {:#x} ({}): expected {}, found {}", offset, bytes,
                          expected, found));
}

void RawInstruction::refuse_code(const std::string& expected, std::uint32_t code) const {
  refuse(expected, fmt::format("code {:#x}", code));
}

RawInstruction fetch(const std::vector<std::byte>& code, std::size_t offset) {
  RawInstruction raw;
  const std::uint64_t low = word_at(code, offset);
  const bool compacted = Encoding(low, 0).test(fields::kCompacted);
  const std::size_t size = compacted ? kCompactedBytes : kNativeBytes;
  raw.offset = static_cast<std::uint32_t>(offset);
  raw.size = static_cast<std::uint8_t>(size);
  raw.bytes = hexadecimal(code, offset, size);
  if (code.size() - offset < size) {
    raw.refuse(fmt::format("{} bytes", size), fmt::format("{}", code.size() - offset));
  }
  raw.encoding = compacted ? expand(low) : Encoding(low, word_at(code, offset + kCompactedBytes));
  return raw;
}

}  // namespace lanefold::gen8
