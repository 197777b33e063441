// SPDX-License-Identifier: Apache-2.0
// What is not an instruction: the sentence that says why, and that random bytes do no harm.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "lanefold/error.h"
#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

/// The sentence that refuses an instruction, or nothing when it decodes.
std::string refusal(const std::vector<std::byte>& code, std::size_t offset) {
  try {
    decode(code, offset);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::IllegalInstruction);
    return error.what();
  }
}

/// Bytes of an instruction, and the end of the sentence that refuses it.
constexpr EncodingCase kRefused[] = {
    {"7f006000e83a8020a0008d3ac0008d00", "an opcode that this decoder knows, found code 0x7f"},
    {"4000c000e83a8020a0008d3ac0008d00", "an execution size, 0 to 5, found code 0x6"},
    {"40006007e83a8020a0008d3ac0008d00", "a condition modifier, 0 to 6, 8 or 9, found code 0x7"},
    {"40006e00e83a8020a0008d3ac0008d00", "a predicate control, 0 to 13, found code 0xe"},
    {"40c06000e83a8020a0008d3ac0008d00", "a thread control, 0 to 2, found code 0x3"},
    {"40288000e83a8020a0008d3ac0008d00", "channels 0 to 31, found 16 channels from 20"},
    {"40016000e83a8020a0008d3ac0008d00",
     "align1 of an instruction with up to two sources, found align16"},
    {"40006000683b8020a0008d3ac0008d00", "a type of elements, 0 to 10, found code 0xb"},
    {"40006000f03a8020a0008d3ac0008d00", "a register, in file 0 or 1, found code 0x2"},
    {"40006000e83e8020a0008d3ac0008d00", "a register, in file 0 or 1, found code 0x3"},
    {"40006000e83a8020a0008d38c0008d00",
     "a general register or an immediate as second source, file 1 or 3, found code 0x0"},
    {"01006000e83a0039a0008d0000000000", "a register r0 to r127, found r200"},
    {"01006000e03a003ca0008d0000000000",
     "an architecture register that this decoder knows, found code 0xe0"},
    {"01006000e83a8220a0008d0000000000", "a subregister at a multiple of 4 bytes, found byte 2"},
    {"01006000e03a0428a0008d0000000000", "no subregister of ce or ip, found byte 4"},
    {"01006000e83a8020a000950000000000", "a region's width, 0 to 4, found code 0x5"},
    {"01006000e83a8020a000ed0000000000",
     "a region's vertical stride, 0 to 6, or 15 of indirect ones, found code 0x7"},
    {"01006000e83a8020a000ed0100000000",
     "a region's vertical stride, 0 to 6, or 15 of indirect ones, found code 0xf"},
    {"01006000e87e8020a0008d0000000000", "a type of immediates, 0 to 11, found code 0xf"},
    {"40006000e83a8020a0008d46c0008d00",
     "a 64-bit immediate in a native instruction with one source only, found two sources"},
    {"01006000e03a00a0a0008d0000000000",
     "general registers as indirect operand, file 1, found code 0x0"},
    {"5b00600000001e04c85100390c20c701",
     "align16 of an instruction with three sources or of a math macro, found align1"},
    {"5b01600000401f04c85100390c20c701",
     "a type of three-source instructions, 0 to 4, found code 0x5"},
    {"5b01600000001e04005000390c20c701",
     "the swizzle xyzw, or one element for all, found code 0x0"},
    {"5b01000000001e04c85100390c20c701",
     "two channels or more, all of which are written, or one of a vector, found 1 channels and "
     "write "
     "mask 0xf"},
    {"5b01600000000604c85100390c20c701",
     "two channels or more, all of which are written, or one of a vector, found 8 channels and "
     "write "
     "mask 0x3"},
    {"5b01600000181e04c85300390c20c701", "a subregister at a multiple of 8 bytes, found byte 4"},
    {"5d01400000d802040550c0000c20c001", "all elements of a macro's source, found one for all"},
    {"5d01400000d812040450c0000c20c001", "a special accumulator, 0 to 8, found code 0x9"},
    {"5d01420000d802040450c0000c20c001",
     "no predicate of one component in align16, found code 0x2"},
    {"38006008e83a8020a0008d3ac0008d00", "a math function, 1 to 7 or 9 to 15, found code 0x8"},
    {"3800600ee83a8100a200603ac3006000",
     "align16 of an instruction with three sources or of a math macro, found align1"},
    {"38006009e83a8020a0808d3ac0008d00",
     "general registers as operands of math, found an indirect operand"},
    {"38006009e03a0026a0008d3ac0008d00",
     "general registers as operands of math, found an architecture register"},
    {"3801600ee83a8100a280603ac3006000",
     "direct registers as operands of a macro, found an indirect one"},
    {"20000000040000000000000a00000000", "an immediate as target, file 3, found code 0x1"},
    {"20000000040000000000000600000000", "a target of type d, 1, found code 0x0"},
    {"20002000040000000000000e00000000", "one channel of jmpi without mask, found 2 channels"},
    {"20000000000000000000000e00000000", "one channel of jmpi without mask, found 1 with mask"},
    {"20200000040000000000000e00000000", "channel 0 of jmpi, found channel 16"},
    {"2c0060002800e02f0000490e20000000",
     "a general register of type ud as return address, found something else"},
    {"2c0060000800e00f0000490e20000000", "elements side by side as return address, found stride 0"},
    {"30000000040000320006000000000000",
     "a notification register as operand of wait, found something else"},
    {"31008001683a602360018d06025e2004", "a shared function, 0 or 2 to 13, found code 0x1"},
    {"3100800c683a602360018d00025e2004", "an immediate descriptor, file 3, found code 0x0"},
    {"3100800c6838602360018d06025e2004",
     "an architecture register that this decoder knows, found code 0xb"},
    {"3100800c603a002660018d06025e2004",
     "direct general registers as payload and response of a message, found something else"},
    {"7e00002000000000",
     "a native encoding of an instruction without operands, found a compacted one"},
    {"404b0020e7040506",
     "a general register or an immediate as second source, file 1 or 3, found code 0x0"},
};

TEST(Gen8Refusal, SaysWhatWasExpected) {
  for (const EncodingCase& example : kRefused) {
    EXPECT_THAT(refusal(code_of(example.bytes), 0), testing::EndsWith(example.text))
        << example.bytes;
  }
}

TEST(Gen8Refusal, NamesOffsetAndBytes) {
  std::vector<std::byte> code = code_of("404f0220e7040506");
  code.insert(code.end(), 16, std::byte{0xff});
  EXPECT_EQ(refusal(code, 8),
            "Gen8 instruction at 0x8 (ff ff ff ff ff ff ff ff): expected an opcode that this "
            "decoder knows, found code 0x7f");
}

TEST(Gen8Refusal, NamesTheEndOfTheCode) {
  const std::vector<std::byte> code = code_of("40006000e83a8020a0008d");
  EXPECT_EQ(refusal(code, 0),
            "Gen8 instruction at 0x0 (40 00 60 00 e8 3a 80 20 a0 00 8d): expected 16 bytes, "
            "found 11");
  EXPECT_THROW(decode_kernel(code), Error);
}

/// Decodes `code` at its start; whatever decodes has a text.
bool survives(const std::vector<std::byte>& code) {
  try {
    return !disassemble(decode(code, 0)).empty();
  } catch (const Error& error) {
    return std::string(error.what()).find("expected") != std::string::npos;
  }
}

TEST(Gen8Refusal, TakesRandomBytes) {
  constexpr unsigned kSeed = 20130623;
  constexpr int kInstructions = 200'000;
  constexpr std::size_t kLongest = 20;
  std::mt19937 random(kSeed);
  for (int i = 0; i < kInstructions; ++i) {
    std::vector<std::byte> code(1 + random() % kLongest);
    for (std::byte& byte : code) {
      byte = static_cast<std::byte>(random());
    }
    ASSERT_TRUE(survives(code)) << "seed " << kSeed << ", number " << i;
  }
}

/// Most random bytes fail early; a few bits of an instruction that decodes go deeper.
TEST(Gen8Refusal, TakesInstructionsWithRandomBitsChanged) {
  constexpr unsigned kSeed = 20120521;
  constexpr int kVariants = 20'000;
  constexpr const char* kInstructions[] = {"40185893ee3a8840ac60003e0000003f",
                                           "011060006caaf0a7089ee90100000000",
                                           "5b014000404a1004c95300390c20c701",
                                           "3801600ee83a8100a800603ac3006000",
                                           "2220911002000000f0ffffff20000000",
                                           "31006007043a0020e00f8d0610000082",
                                           "404f0220e7040506",
                                           "5b08042000040506"};
  std::mt19937 random(kSeed);
  for (const char* bytes : kInstructions) {
    for (int i = 0; i < kVariants; ++i) {
      std::vector<std::byte> code = code_of(bytes);
      for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
        const std::size_t bit = random() % (8 * code.size());
        code[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
      }
      ASSERT_TRUE(survives(code)) << bytes << ", seed " << kSeed << ", number " << i;
    }
  }
}

}  // namespace
}  // namespace lanefold::gen8
