// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/code_end.h"

#include "decisions/isa/gen8/compaction.h"
#include "decisions/isa/gen8/encoding.h"
#include "decisions/isa/gen8/opcode.h"
#include "decisions/zebin/little_endian.h"

namespace lanefold::gen8 {
namespace {

constexpr std::size_t kNativeBytes = 16;
constexpr std::size_t kCompactedBytes = 8;

bool ends_thread(const Encoding& encoding) {
  const std::uint32_t opcode = encoding.get(fields::kOpcode);
  const bool sends =
      opcode == opcode_info(Opcode::Send).code || opcode == opcode_info(Opcode::Sendc).code;
  return sends && encoding.test(fields::kEndOfThread);
}

}  // namespace

std::optional<std::size_t> code_bytes(const std::vector<std::byte>& section) {
  bool ends = false;
  std::size_t offset = 0;
  while (section.size() - offset >= kCompactedBytes) {
    const std::uint64_t low = get_little_endian(section.data() + offset, sizeof low);
    const Encoding start(low, 0);
    if (start.get(fields::kOpcode) == opcode_info(Opcode::Illegal).code) break;
    const bool compacted = start.test(fields::kCompacted);
    const std::size_t size = compacted ? kCompactedBytes : kNativeBytes;
    if (section.size() - offset < size) break;
    const std::byte* second = section.data() + offset + kCompactedBytes;
    ends |= ends_thread(compacted ? expand(low) : Encoding(low, get_little_endian(second, 8)));
    offset += size;
  }
  if (!ends) return std::nullopt;
  return offset;
}

}  // namespace lanefold::gen8
