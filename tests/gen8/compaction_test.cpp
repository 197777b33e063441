// SPDX-License-Identifier: Apache-2.0
// Compacted instructions: entries of each table, with the text that iga64 1.1.0 prints, and
// equality with the native instruction for all that decode.

#include "decisions/isa/gen8/compaction.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "lanefold/error.h"
#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

constexpr EncodingCase kControlEntries[] = {
    {"40400220e7040506", "(W) add (1|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40410220e7040506", "add (4|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40430220e7040506", "(W) add (4|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40450220e7040506", "add (4|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,NoDDClr}"},
    {"40480220e7040506", "add (4|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,NoDDChk}"},
    {"404b0220e7040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"404d0220e7040506", "(W) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"404f0220e7040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,NoDDClr}"},
    {"40540220e7040506", "add (8|M8) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40550220e7040506", "(f0.0) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40560220e7040506", "add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40570220e7040506", "(W) add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"40580220e7040506", "add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,NoDDClr}"},
    {"40590220e7040506", "(f0.0) add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405a0220e7040506", "add (8|M0) (sat)r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405b0220e7040506", "add (8|M8) (sat)r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405c0220e7040506", "add (16|M0) (sat)r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405d0220e7040506",
     "(f0.0) add (16|M0) (sat)r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405e0220e7040506", "add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"405f0220e7040506", "(f0.1) add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
};

constexpr EncodingCase kTypeEntries[] = {
    {"014b0020e7040506", "mov (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud {Compacted}"},
    {"016b0020e7040506", "mov (8|M0) r4.0<1>:ud 0xFFFFFC06:ud {Compacted}"},
    {"018b0020e7040506", "mov (8|M0) r4.0<1>:f r5.0<8;8,1>:d {Compacted}"},
    {"01ab0020e7040506", "mov (8|M0) r4.0<1>:f 0xFFFFFC06:vf {Compacted}"},
    {"01cb0020e7040506", "mov (8|M0) r4.0<1>:ud r5.0<8;8,1>:f {Compacted}"},
    {"01eb0020e7040506", "mov (8|M0) r4.0<1>:d r5.0<8;8,1>:f {Compacted}"},
    {"010b0120e7040506", "mov (8|M0) r4.0<1>:f r5.0<8;8,1>:f {Compacted}"},
    {"402b0120e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"406b0120e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0xFFFFFC06:ud {Compacted}"},
    {"408b0120e7040506", "add (8|M0) r4.0<1>:d r5.0<8;8,1>:d r6.0<8;8,1>:d {Compacted}"},
    {"40cb0120e7040506", "add (8|M0) r4.0<1>:d r5.0<8;8,1>:d -1018:d {Compacted}"},
    {"01eb0120e7040506", "mov (8|M0) r4.0<1>:f r5.0<8;8,1>:f {Compacted}"},
    {"404b0220e7040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}"},
    {"01ab0220e7040506", "mov (8|M0) r4.0<1>:f r5.0<8;8,1>:ud {Compacted}"},
    {"01cb0220e7040506", "mov (8|M0) r4.0<1>:d r5.0<8;8,1>:d {Compacted}"},
    {"406b0320e7040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f 0xFFFFFC06:vf {Compacted}"},
    {"408b0320e7040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f -qnan(0x3FFC06):f {Compacted}"},
};

constexpr EncodingCase kSubregisterEntries[] = {
    {"402b0120e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b0920e7040506", "add (8|M0) r4.2<1>:ud r5.0<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b1120e7040506", "add (8|M0) r4.4<1>:ud r5.0<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b1520e7040506", "add (8|M0) r4.0<1>:ud r5.1<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b1920e7040506", "add (8|M0) r4.0<1>:ud r5.2<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b1d20e7040506", "add (8|M0) r4.0<1>:ud r5.3<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b2120e7040506", "add (8|M0) r4.0<1>:ud r5.4<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b2520e7040506", "add (8|M0) r4.4<1>:ud r5.4<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b2920e7040506", "add (8|M0) r4.0<1>:ud r5.5<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}"},
    {"402b2d20e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.1<8;8,1>:ud {Compacted}"},
    {"402b4120e7040506", "add (8|M0) r4.1<1>:ud r5.1<8;8,1>:ud r6.1<8;8,1>:ud {Compacted}"},
    {"402b4920e7040506", "add (8|M0) r4.2<1>:ud r5.1<8;8,1>:ud r6.1<8;8,1>:ud {Compacted}"},
    {"402b5520e7040506", "add (8|M0) r4.0<1>:ud r5.3<8;8,1>:ud r6.1<8;8,1>:ud {Compacted}"},
    {"016b5820e7040506", "mov (8|M0) r4.2<1>:ud 0xFFFFFC06:ud {Compacted}"},
    {"402b5d20e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.2<8;8,1>:ud {Compacted}"},
    {"402b6120e7040506", "add (8|M0) r4.0<1>:ud r5.3<8;8,1>:ud r6.2<8;8,1>:ud {Compacted}"},
    {"402b6520e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.3<8;8,1>:ud {Compacted}"},
    {"402b6d20e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.4<8;8,1>:ud {Compacted}"},
    {"402b7120e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.5<8;8,1>:ud {Compacted}"},
    {"402b7520e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.6<8;8,1>:ud {Compacted}"},
    {"402b7920e7040506", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud r6.7<8;8,1>:ud {Compacted}"},
    {"402b7d20e7040506", "add (8|M0) r4.7<1>:ud r5.0<8;8,1>:ud r6.7<8;8,1>:ud {Compacted}"},
};

constexpr EncodingCase kSourceEntries[] = {
    {"404b0220f8040506", "add (8|M0) r4.0<1>:f r5.0<0;1,0>:f r6.0<16;16,1>:f {Compacted}"},
    {"404b0260f0040506", "add (8|M0) r4.0<1>:f -r5.0<0;1,0>:f -r6.0<8;8,1>:f {Compacted}"},
    {"404b02a0e8040506", "add (8|M0) r4.0<1>:f r5.0<0;1,2>:f (abs)r6.0<8;8,1>:f {Compacted}"},
    {"404b02e0e0040506", "add (8|M0) r4.0<1>:f -r5.0<0;1,2>:f r6.0<8;8,1>:f {Compacted}"},
    {"404b0220d9040506", "add (8|M0) r4.0<1>:f r5.0<0;1,4>:f r6.0<4;8,4>:f {Compacted}"},
    {"404b0260d1040506", "add (8|M0) r4.0<1>:f r5.0<0;2,0>:f (abs)r6.0<4;8,2>:f {Compacted}"},
    {"404b02a0c9040506", "add (8|M0) r4.0<1>:f r5.0<0;2,1>:f r6.0<4;8,2>:f {Compacted}"},
    {"404b02e0c1040506", "add (8|M0) r4.0<1>:f r5.0<0;4,1>:f r6.0<4;8,1>:f {Compacted}"},
    {"404b0220ba040506", "add (8|M0) r4.0<1>:f r5.0<0;4,2>:f r6.0<4;8,0>:f {Compacted}"},
    {"404b0260b2040506", "add (8|M0) r4.0<1>:f r5.0<0;8,2>:f r6.0<4;4,2>:f {Compacted}"},
    {"404b02a0aa040506", "add (8|M0) r4.0<1>:f r5.0<0;8,4>:f r6.0<4;4,1>:f {Compacted}"},
    {"404b02e0a2040506", "add (8|M0) r4.0<1>:f r5.0<4;1,0>:f -r6.0<4;4,0>:f {Compacted}"},
    {"404b02209b040506", "add (8|M0) r4.0<1>:f -r5.0<4;1,0>:f r6.0<4;4,0>:f {Compacted}"},
    {"404b026093040506", "add (8|M0) r4.0<1>:f r5.0<4;1,1>:f r6.0<4;2,4>:f {Compacted}"},
    {"404b02a08b040506", "add (8|M0) r4.0<1>:f r5.0<4;1,2>:f r6.0<4;2,1>:f {Compacted}"},
    {"404b02e083040506", "add (8|M0) r4.0<1>:f -r5.0<4;1,2>:f r6.0<4;2,0>:f {Compacted}"},
    {"404b02207c040506", "add (8|M0) r4.0<1>:f r5.0<4;2,0>:f -r6.0<4;1,2>:f {Compacted}"},
    {"404b026074040506", "add (8|M0) r4.0<1>:f r5.0<4;2,1>:f r6.0<4;1,2>:f {Compacted}"},
    {"404b02a06c040506", "add (8|M0) r4.0<1>:f r5.0<4;2,4>:f r6.0<4;1,1>:f {Compacted}"},
    {"404b02e064040506", "add (8|M0) r4.0<1>:f r5.0<4;4,0>:f -r6.0<4;1,0>:f {Compacted}"},
    {"404b02205d040506", "add (8|M0) r4.0<1>:f -r5.0<4;4,0>:f r6.0<4;1,0>:f {Compacted}"},
    {"404b026055040506", "add (8|M0) r4.0<1>:f r5.0<4;4,1>:f r6.0<0;8,4>:f {Compacted}"},
    {"404b02a04d040506", "add (8|M0) r4.0<1>:f r5.0<4;4,2>:f r6.0<0;8,2>:f {Compacted}"},
    {"404b02e045040506", "add (8|M0) r4.0<1>:f r5.0<4;8,0>:f r6.0<0;4,2>:f {Compacted}"},
    {"404b02203e040506", "add (8|M0) r4.0<1>:f r5.0<4;8,1>:f r6.0<0;4,1>:f {Compacted}"},
    {"404b026036040506", "add (8|M0) r4.0<1>:f r5.0<4;8,2>:f r6.0<0;2,1>:f {Compacted}"},
    {"404b02a02e040506", "add (8|M0) r4.0<1>:f (abs)r5.0<4;8,2>:f r6.0<0;2,0>:f {Compacted}"},
    {"404b02e026040506", "add (8|M0) r4.0<1>:f r5.0<4;8,4>:f r6.0<0;1,4>:f {Compacted}"},
    {"404b02201f040506", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f -r6.0<0;1,2>:f {Compacted}"},
    {"404b026017040506", "add (8|M0) r4.0<1>:f (abs)r5.0<8;8,1>:f r6.0<0;1,2>:f {Compacted}"},
    {"404b02a00f040506", "add (8|M0) r4.0<1>:f -r5.0<8;8,1>:f -r6.0<0;1,0>:f {Compacted}"},
    {"404b02e007040506", "add (8|M0) r4.0<1>:f r5.0<16;16,1>:f r6.0<0;1,0>:f {Compacted}"},
};

constexpr EncodingCase kTernaryEntries[] = {
    {"5b400020202f18fe",
     "(W) mad (8|M0) r4.0<1>:f r5.0<2;1>:f r6.1<2;1>:f r127.7<1>:f {Compacted}"},
    {"5b440020412f18fe",
     "(W) mad (8|M0) r4.0<1>:f -r5.0<2;1>:f r6.2<0;0>:f r127.7<1>:f {Compacted}"},
    {"5b4800a0602f18fe",
     "(W) mad (8|M0) (sat)r4.0<1>:f r5.0<2;1>:f -r6.3<2;1>:f r127.7<1>:f {Compacted}"},
    {"5b4c00a0812f18fe",
     "(W) mad (8|M0) (sat)r4.0<1>:f r5.0<2;1>:f r6.4<0;0>:f -r127.7<1>:f {Compacted}"},
    {"5b410030242e18fe", "mad (8|M0) r4.0<1>:f r5.1<0;0>:f r6.1<2;1>:f r127.6<1>:f {Compacted}"},
    {"5b450030452e18fe", "mad (8|M0) r4.0<1>:f -r5.1<0;0>:f r6.2<0;0>:f r127.6<1>:f {Compacted}"},
    {"5b4900b0642e18fe",
     "mad (8|M0) (sat)r4.0<1>:f r5.1<0;0>:f -r6.3<2;1>:f r127.6<1>:f {Compacted}"},
    {"5b4d00b0852e18fe",
     "mad (8|M0) (sat)r4.0<1>:f r5.1<0;0>:f r6.4<0;0>:f -r127.6<1>:f {Compacted}"},
    {"5b4200202a2d18fe", "mad (16|M0) r4.0<1>:f r5.2<2;1>:f r6.1<2;1>:f r127.5<0>:f {Compacted}"},
    {"5b4600204b2d18fe", "mad (16|M0) r4.0<1>:f -r5.2<2;1>:f r6.2<0;0>:f r127.5<0>:f {Compacted}"},
    {"5b4a00a06a2d18fe",
     "mad (16|M0) (sat)r4.0<1>:f r5.2<2;1>:f -r6.3<2;1>:f r127.5<0>:f {Compacted}"},
    {"5b4e00a08b2d18fe",
     "mad (16|M0) (sat)r4.0<1>:f r5.2<2;1>:f r6.4<0;0>:f -r127.5<0>:f {Compacted}"},
    {"5b4300302e2c18fe", "mad (16|M16) r4.0<1>:f r5.3<0;0>:f r6.1<2;1>:f r127.4<0>:f {Compacted}"},
    {"5b4700304f2c18fe", "mad (16|M16) r4.0<1>:f -r5.3<0;0>:f r6.2<0;0>:f r127.4<0>:f {Compacted}"},
    {"5b4b00b06e2c18fe",
     "mad (16|M16) (sat)r4.0<1>:f r5.3<0;0>:f -r6.3<2;1>:f r127.4<0>:f {Compacted}"},
    {"5b4f00b08f2c18fe",
     "mad (16|M16) (sat)r4.0<1>:f r5.3<0;0>:f r6.4<0;0>:f -r127.4<0>:f {Compacted}"},
};

constexpr EncodingCase kImmediateEntries[] = {
    {"016b002000040500", "mov (8|M0) r4.0<1>:ud 0x0:ud {Compacted}"},
    {"016b0020000405ff", "mov (8|M0) r4.0<1>:ud 0xFF:ud {Compacted}"},
    {"016b0020780405ff", "mov (8|M0) r4.0<1>:ud 0xFFF:ud {Compacted}"},
    {"016b002080040500", "mov (8|M0) r4.0<1>:ud 0xFFFFF000:ud {Compacted}"},
    {"016b0020f80405fe", "mov (8|M0) r4.0<1>:ud 0xFFFFFFFE:ud {Compacted}"},
    {"406b012007040500", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0x0:ud {Compacted}"},
    {"406b0120070405ff", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0xFF:ud {Compacted}"},
    {"406b01207f0405ff", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0xFFF:ud {Compacted}"},
    {"406b012087040500", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0xFFFFF000:ud {Compacted}"},
    {"406b0120ff0405fe", "add (8|M0) r4.0<1>:ud r5.0<8;8,1>:ud 0xFFFFFFFE:ud {Compacted}"},
    {"408b032007040500", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f 0.0:f {Compacted}"},
    {"408b0320070405ff", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f 3.57331e-43:f {Compacted}"},
    {"408b03207f0405ff", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f 5.73832e-42:f {Compacted}"},
    {"408b032087040500", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f -qnan(0x3FF000):f {Compacted}"},
    {"408b0320ff0405fe", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f -qnan(0x3FFFFE):f {Compacted}"},
};

TEST(Gen8Compaction, HasTheTextOfIga64ForControls) { expect_texts(kControlEntries); }

TEST(Gen8Compaction, HasTheTextOfIga64ForTypes) { expect_texts(kTypeEntries); }

TEST(Gen8Compaction, HasTheTextOfIga64ForSubregisters) { expect_texts(kSubregisterEntries); }

TEST(Gen8Compaction, HasTheTextOfIga64ForSources) { expect_texts(kSourceEntries); }

TEST(Gen8Compaction, HasTheTextOfIga64ForThreeSources) { expect_texts(kTernaryEntries); }

TEST(Gen8Compaction, HasTheTextOfIga64ForImmediates) { expect_texts(kImmediateEntries); }

std::vector<std::byte> bytes_of(std::uint64_t low, std::uint64_t high) {
  std::vector<std::byte> code;
  for (const std::uint64_t word : {low, high}) {
    for (unsigned i = 0; i < sizeof word; ++i) {
      code.push_back(static_cast<std::byte>(word >> (8 * i)));
    }
  }
  return code;
}

std::optional<Instruction> decode_if_possible(const std::vector<std::byte>& code) {
  try {
    return decode(code, 0);
  } catch (const Error&) {
    return std::nullopt;
  }
}

TEST(Gen8Compaction, SaysNoMoreThanTheNativeInstruction) {
  constexpr std::uint64_t kSeed = 20130623;
  constexpr std::uint64_t kCompactedBit = std::uint64_t{1} << fields::kCompacted;
  constexpr int kWords = 200'000;
  std::mt19937_64 random(kSeed);
  int compared = 0;
  for (int i = 0; i < kWords; ++i) {
    const std::uint64_t word = random() | kCompactedBit;
    const std::optional<Instruction> compacted = decode_if_possible(bytes_of(word, 0));
    if (!compacted || compacted->opcode == Opcode::Jmpi) {  // jmpi counts from its end
      continue;
    }
    const Encoding native = expand(word);
    Instruction expected = decode(bytes_of(native.wide({0, 64}), native.wide({64, 64})), 0);
    expected.size = 8;
    ASSERT_EQ(disassemble(*compacted), disassemble(expected)) << std::hex << word;
    ++compared;
  }
  EXPECT_GT(compared, kWords / 100) << "seed " << kSeed;
}

}  // namespace
}  // namespace lanefold::gen8
