// SPDX-License-Identifier: Apache-2.0
// Lines, inlined functions and symbols of programs.
#include "decisions/program/source_places.h"

#include <gtest/gtest.h>

#include "lanefold/program.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

TEST(SourcePlaces, OfWhatIsNoElfFileKnowNothing) {
  const std::vector<std::byte> none;
  EXPECT_FALSE(SourcePlaces(none).line(0x10000).known());
  EXPECT_TRUE(SourcePlaces(none).stack(0x10000).empty());
  const std::vector<std::byte> noise(100, std::byte{7});
  EXPECT_FALSE(SourcePlaces(noise).line(0x10000).known());
  EXPECT_TRUE(SourcePlaces(noise).stack(0x10000).empty());
}

TEST(SourcePlaces, BehindTheCodeKnowNothing) {
  const auto program = compile_program("__kernel void k(__global uint* out) { out[0] = 1; }");
  const SourcePlaces places(program->file());
  EXPECT_FALSE(places.line(0xfffffff0).known());
  EXPECT_TRUE(places.stack(0xfffffff0).empty());
}

TEST(SourcePlaces, CodeInWhichThreadsStartHasNoLineOfTheFunctionInFront) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) { out[get_global_id(0)] = 1; }\n"
      "__kernel void l(__global uint* out) { out[get_global_id(0)] = 2; }\n");
  const SourcePlaces places(program->file());
  unsigned without_line = 0;
  for (std::uint32_t pc = 0x10000; pc < 0x12000; pc += 4) {
    const std::vector<SourceFrame> stack = places.stack(pc);
    if (stack.empty()) continue;
    const SourceFrame& frame = stack.back();
    EXPECT_EQ(frame.function.rfind("__", 0), std::string::npos);
    if (!frame.line.known()) {
      ++without_line;
    } else if (frame.function == "k" || frame.function == "l") {
      EXPECT_EQ(frame.line.number, frame.function == "k" ? 1U : 2U) << pc;
    }
  }
  EXPECT_NE(without_line, 0U);
}

}  // namespace
}  // namespace lanefold
