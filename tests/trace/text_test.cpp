// SPDX-License-Identifier: Apache-2.0
// The text form of mask traces: what it says, what is refused, and the way there and back.
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observers/mask_trace/trace_text.h"
#include "tests/support/refusal.h"
#include "tests/trace/traces.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string text_of(const std::string& bytes) {
  std::string text;
  MaskTraceReader reader(bytes, "test.trace");
  print_trace(reader, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(TraceText, MakesStraightLinesOfCodeOneStep) {
  const std::vector<std::string> lines{"# pc width bits pipe mask",
                                       "0x100 16 32 fpu 0xffff",
                                       "0x110 16 64 em 0xffff",
                                       "0x118 16 32 send 0xffff # a load",
                                       "",
                                       "0x100 16 32 fpu 0xffff",
                                       "0x110 16 64 em 0xffff",
                                       "0x118 16 32 send 0xffff",
                                       "  0x120\t16 32 fpu 0xff\r",
                                       "288 8 16 fpu 1 1000"};
  EXPECT_THAT(steps_of(imported(lines)),
              ElementsAre(Step{0x100, 3, 0xffff, 1}, Step{0x100, 3, 0xffff, 1},
                          Step{0x120, 1, 0xff, 1}, Step{288, 1, 1, 1000}));
}

TEST(TraceText, ReadsItsOwnTextAgain) {
  const std::vector<std::string> lines{"# pc width bits pipe mask [count]",
                                       "0x100 16 32 fpu 0xffff",
                                       "0x104 16 64 em 0x00ff",
                                       "0x100 16 32 fpu 0xffff 65536",
                                       "0xffffffffffffffff 64 16 fpu 0x8000000000000001",
                                       "0x0 1 32 send 0x0 3",
                                       "0x0 1 32 fpu 0x1 4294967295",
                                       "0x0 1 32 fpu 0x1 7"};
  for (const bool compressed : {false, true}) {
    const std::string text = text_of(imported(lines, compressed));
    EXPECT_EQ(text, join(lines, "\n") + "\n");
    EXPECT_EQ(text_of(imported(split(text, '\n'), compressed)), text);
  }
}

TEST(TraceText, PrintsSegmentsInstructionByInstruction) {
  std::string bytes;
  MaskTraceWriter writer({"", 16}, true, into(bytes));
  writer.add(writer.define(code_of(2)), LaneMask(0xf), 2);
  writer.close();
  EXPECT_EQ(text_of(bytes),
            "# pc width bits pipe mask [count]\n"
            "0x1000 16 32 fpu 0x000f\n0x1004 16 32 fpu 0x000f\n"
            "0x1000 16 32 fpu 0x000f\n0x1004 16 32 fpu 0x000f\n");
}

TEST(TraceText, RejectsALineWithItsNumberAndTheValidForm) {
  const std::vector<std::pair<const char*, const char*>> lines{
      {"x 16 32 fpu 0xf", "'x' is no pc; valid: 0x0 to 0xffffffffffffffff"},
      {"-4 16 32 fpu 0xf", "'-4' is no pc"},
      {"0x 16 32 fpu 0xf", "'0x' is no pc"},
      {"0 0 32 fpu 0xf", "'0' is no warp width; valid: 1 to 64"},
      {"0 65 32 fpu 0xf", "'65' is no warp width; valid: 1 to 64"},
      {"0 16 24 fpu 0xf", "'24' is no operand size; valid: 16, 32 or 64"},
      {"0 16 8 fpu 0xf", "'8' is no operand size; valid: 16"},
      {"0 16 32 alu 0xf", "'alu' is no pipe; valid: fpu, em, send or control"},
      {"0 16 32 fpu 0x10000", "'0x10000' is no mask; valid: 0x0 to 0xffff"},
      {"0 16 32 fpu 0b11", "'0b11' is no mask"},
      {"0 16 32 fpu", "the mask is missing; valid: 0x0 to 0xffff"},
      {"0 16 32", "the pipe is missing; valid: fpu, em, send or control"},
      {"0 16 32 fpu 0xf 0", "'0' is no count; valid: 1 to 4294967295"},
      {"0 16 32 fpu 0xf 4294967296", "'4294967296' is no count; valid: 1 to 4294967295"},
      {"0 16 32 fpu 0xf 1 2", "'2' is no field of the line; valid: pc width bits pipe mask"},
      {"\x01\xff", "'\\x01\xff' is no pc"}};
  for (const auto& [line, reason] : lines) {
    const std::string why = refusal(ErrorKind::File, [&, text = line] {
      imported({"# one", "", text});
    });
    EXPECT_THAT(why, HasSubstr(std::string("masks.txt:3: ") + reason));
  }
}

}  // namespace
}  // namespace lanefold
