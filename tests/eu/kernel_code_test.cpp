// SPDX-License-Identifier: Apache-2.0
// Code from bytes to linked instructions.
#include "decisions/eu/kernel_code.h"

#include <gtest/gtest.h>

#include <string>

#include "lanefold/error.h"
#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

// As in the tests of the decoder.
const std::string kEnd = "31006007043a0020e00f8d0610000082";  // send (8|M0) … {EOT}

std::string refusal_of(const std::string& hexadecimal) {
  try {
    link_kernel(code_of(hexadecimal));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KernelCode, KnowsWhoCarriesAnInstructionOut) {
  const KernelCode code = link_kernel(code_of(kEnd));
  ASSERT_EQ(code.size(), 1U);
  EXPECT_EQ(code[0].kind, InstructionClass::Exit);
  EXPECT_EQ(code[0].message.kind, MessageKind::End);
  EXPECT_EQ(code[0].unit, Unit::Send);
  EXPECT_EQ(code[0].window, 0xffU);
  EXPECT_EQ(code[0].operate, nullptr);
}

TEST(KernelCode, MustEndTheThread) {
  EXPECT_EQ(refusal_of(""), "a Gen8 kernel has no instructions");
  EXPECT_NE(refusal_of("31008003683a602360018d0604000002").find("does not end the thread"),
            std::string::npos);
}

TEST(KernelCode, MayHaveSubroutinesBehindTheEndOfTheThread) {
  const std::string call = "2c0060000800e02f0000490e20000000";  // call (8|M0) r127.0:ud 32
  const std::string ret = "2d00600000020020e00f450000000000";   // ret (8|M0) r127.0:ud
  const KernelCode code = link_kernel(code_of(call + kEnd + ret));
  ASSERT_EQ(code.size(), 3U);
  EXPECT_EQ(code[0].jip, 2U);
  EXPECT_TRUE(code[1].channels_join);
  EXPECT_NE(code[0].operate, nullptr);
  EXPECT_TRUE(code[2].branches());
}

TEST(KernelCode, HasNoBranchesOfChannelsThatAreOff) {
  const std::string call = "2c0060000c00e02f0000490e20000000";  // (W) call (8|M0) r127.0:ud 32
  const std::string ret = "2d00600000020020e00f450000000000";   // ret (8|M0) r127.0:ud
  EXPECT_EQ(refusal_of(call + kEnd + ret),
            "Gen8 instruction at 0x0 ((W) call (8|M0) r127.0:ud 32): branches of channels that are "
            "off do not exist");
}

}  // namespace
}  // namespace lanefold::gen8
