// SPDX-License-Identifier: Apache-2.0
// The compaction tables are those of the Programmer's Reference Manual for Broadwell, volume 7,
// "EU compact instructions".

#include "decisions/isa/gen8/compaction.h"

#include <algorithm>
#include <array>

#include "decisions/isa/gen8/opcode.h"
#include "decisions/isa/gen8/source_fields.h"

namespace lanefold::gen8 {
namespace {

// Bits 8, 34, 10:9, 23:12, 33:31 of the native encoding, from the lowest on.
constexpr std::array<std::uint32_t, 32> kControlTable = {
    0x00002, 0x04000, 0x04001, 0x04002, 0x04003, 0x04004, 0x04005, 0x04007,
    0x04008, 0x04009, 0x0400d, 0x06000, 0x06001, 0x06002, 0x06003, 0x06004,
    0x06005, 0x06007, 0x06009, 0x0600d, 0x06010, 0x06100, 0x08000, 0x08002,
    0x08004, 0x08100, 0x16000, 0x16010, 0x18000, 0x18100, 0x28000, 0x28100};

// Bits 46:35, 94:89, 63:61.
constexpr std::array<std::uint32_t, 32> kTypeTable = {
    0x040001, 0x040040, 0x040041, 0x0400c1, 0x04015d, 0x0405dd, 0x040741, 0x040745,
    0x04075d, 0x041041, 0x043040, 0x043041, 0x045145, 0x047144, 0x047145, 0x05c75d,
    0x05d71d, 0x05d75c, 0x05d75d, 0x05f75c, 0x00040c, 0x04005d, 0x040145, 0x041040,
    0x045144, 0x047104, 0x049209, 0x05775d, 0x05f75d, 0x04f34c, 0x049248, 0x04b248};

// Bits 52:48, 68:64, 100:96.
constexpr std::array<std::uint16_t, 32> kSubregisterTable = {
    0x0000, 0x0001, 0x0008, 0x000f, 0x0010, 0x0080, 0x0100, 0x0180, 0x0200, 0x0210, 0x0280,
    0x1000, 0x1001, 0x1081, 0x1082, 0x1083, 0x1084, 0x1087, 0x1088, 0x108e, 0x108f, 0x1180,
    0x11e8, 0x2000, 0x2180, 0x3000, 0x3c87, 0x4000, 0x5000, 0x6000, 0x7000, 0x701c};

// Bits 88:77, or 120:109.
constexpr std::array<std::uint16_t, 32> kSourceTable = {
    0x000, 0x002, 0x010, 0x012, 0x018, 0x020, 0x028, 0x048, 0x050, 0x070, 0x078,
    0x300, 0x302, 0x308, 0x310, 0x312, 0x320, 0x328, 0x338, 0x340, 0x342, 0x348,
    0x350, 0x360, 0x368, 0x370, 0x371, 0x378, 0x468, 0x469, 0x46a, 0x588};

// Bits 28:8, 34:32.
constexpr std::array<std::uint32_t, 4> kTernaryControlTable = {0x0806001, 0x0006001, 0x0008001,
                                                               0x0008021};

// Bits 55:37, 72:65, 93:86, 114:107, 83; the others are zero.
constexpr std::array<std::uint64_t, 4> kTernarySourceTable = {0x07272720f000, 0x07272720f002,
                                                              0x07272720f008, 0x07272720f020};

std::uint64_t take(std::uint64_t word, Field field) { return Encoding(word, 0).wide(field); }

void copy(Encoding& to, Field target, std::uint64_t word, std::uint8_t low) {
  to.set(target, take(word, {low, target.bits}));
}

void expand_control(Encoding& native, std::uint64_t compacted) {
  const std::uint32_t entry = kControlTable[take(compacted, {8, 5})];
  copy(native, {8, 1}, entry, 0);
  copy(native, {34, 1}, entry, 1);
  copy(native, {9, 2}, entry, 2);
  copy(native, {12, 12}, entry, 4);
  copy(native, {31, 3}, entry, 16);
  copy(native, {24, 4}, compacted, 24);
  copy(native, {28, 1}, compacted, 23);
  copy(native, {30, 1}, compacted, 7);
}

void expand_types(Encoding& native, std::uint64_t compacted) {
  const std::uint32_t entry = kTypeTable[take(compacted, {13, 5})];
  copy(native, {35, 12}, entry, 0);
  copy(native, {89, 6}, entry, 12);
  copy(native, {61, 3}, entry, 18);
}

bool has_immediate(const Encoding& native) {
  return std::any_of(kSources.begin(), kSources.end(), [&](const SourceFields& source) {
    return native.get(source.file) == fields::kImmediateFile;
  });
}

/// An immediate has 13 bits, the highest of which is repeated.
std::uint32_t expand_immediate(std::uint64_t compacted) {
  const auto bits =
      static_cast<std::uint32_t>(take(compacted, {35, 5}) << 8 | take(compacted, {56, 8}));
  constexpr std::uint32_t kSign = 1U << 12;
  return (bits ^ kSign) - kSign;
}

void expand_operands(Encoding& native, std::uint64_t compacted) {
  const std::uint32_t subregisters = kSubregisterTable[take(compacted, {18, 5})];
  copy(native, {48, 5}, subregisters, 0);
  copy(native, {64, 5}, subregisters, 5);
  copy(native, {53, 8}, compacted, 40);
  copy(native, {69, 8}, compacted, 48);
  native.set({77, 12}, kSourceTable[take(compacted, {30, 5})]);
  if (has_immediate(native)) {
    native.set({96, 32}, expand_immediate(compacted));
    return;
  }
  copy(native, {96, 5}, subregisters, 10);
  copy(native, {101, 8}, compacted, 56);
  native.set({109, 12}, kSourceTable[take(compacted, {35, 5})]);
}

void expand_ternary(Encoding& native, std::uint64_t compacted) {
  const std::uint32_t control = kTernaryControlTable[take(compacted, {8, 2})];
  copy(native, {8, 21}, control, 0);
  copy(native, {32, 3}, control, 21);
  copy(native, {30, 2}, compacted, 30);
  const std::uint64_t sources = kTernarySourceTable[take(compacted, {10, 2})];
  copy(native, {37, 19}, sources, 0);
  copy(native, {65, 8}, sources, 19);
  copy(native, {86, 8}, sources, 27);
  copy(native, {107, 8}, sources, 35);
  copy(native, {56, 7}, compacted, 12);
  copy(native, {64, 1}, compacted, 28);
  copy(native, {85, 1}, compacted, 32);
  copy(native, {106, 1}, compacted, 33);
  copy(native, {73, 3}, compacted, 34);
  copy(native, {94, 3}, compacted, 37);
  copy(native, {115, 3}, compacted, 40);
  copy(native, {76, 7}, compacted, 43);
  copy(native, {97, 7}, compacted, 50);
  copy(native, {118, 7}, compacted, 57);
}

bool has_three_sources(std::uint64_t code) {
  return std::any_of(kOpcodeRows.begin(), kOpcodeRows.end(), [&](const OpcodeInfo& row) {
    return row.code == code && row.format == Format::Ternary;
  });
}

}  // namespace

Encoding expand(std::uint64_t compacted) {
  Encoding native;
  const std::uint64_t opcode = take(compacted, fields::kOpcode);
  native.set(fields::kOpcode, opcode);
  if (has_three_sources(opcode)) {
    expand_ternary(native, compacted);
  } else {
    expand_control(native, compacted);
    expand_types(native, compacted);
    expand_operands(native, compacted);
  }
  return native;
}

}  // namespace lanefold::gen8
