// SPDX-License-Identifier: Apache-2.0
// What clang says of stack frames.
#include "compiler/stack_spills.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/host/compiler_fixture.h"

namespace lanefold {
namespace {

constexpr const char* kMessages =
    "warning: unknown\n"
    "remark: <unknown>:0:0: \n"
    "Function: f\n"
    "Offset: [SP-4], Type: Spill, Align: 4, Size: 4\n"
    "Offset: [SP-84], Type: Variable, Align: 4, Size: 64\n"
    "Offset: [SP-96], Type: Spill, Align: 8, Size: 8 [-Rpass-analysis=stack-frame-layout]\n"
    "mine.cl:3:0: remark: \n"
    "Function: g [-Rpass-analysis=stack-frame-layout]\n"
    "error: no\n";

TEST(StackSpills, AreReadFromFrameLayouts) {
  const StackSpills spills = spills_in(kMessages);
  ASSERT_EQ(spills.size(), 1U);
  const std::vector<StackArea>& areas = spills.at("f");
  ASSERT_EQ(areas.size(), 2U);
  EXPECT_EQ(areas[0].offset, -4);
  EXPECT_EQ(areas[0].bytes, 4U);
  EXPECT_EQ(areas[1].offset, -96);
  EXPECT_EQ(areas[1].bytes, 8U);
  EXPECT_TRUE(spills_in("").empty());
}

TEST(StackSpills, LeaveOtherMessagesAsTheyAre) {
  EXPECT_EQ(without_frame_layouts(kMessages), "warning: unknown\nerror: no\n");
}

/// The function calls another one, so that it keeps its return address.
TEST_F(Compiler, SaysWhereFunctionsKeepRegisters) {
  const CompiledProgram program = compile_opencl(R"cl(
    __attribute__((noinline)) int other(int x) { return x * x; }
    __attribute__((noinline)) int calls(int x) { return other(x) + x; }
    kernel void k(global int* p) { p[0] = calls(p[1]); })cl",
                                                 "mine.cl");
  const CompiledElf elf(program.elf);
  const std::string text = elf.section(kKernelTableSection);
  const StackSpills spills =
      read_kernel_table(reinterpret_cast<const std::byte*>(text.data()), text.size()).spills;
  ASSERT_TRUE(spills.count("calls") == 1) << text;
  EXPECT_EQ(spills.at("calls").front().offset, -4);
  EXPECT_EQ(spills.count("other"), 0U);
}

}  // namespace
}  // namespace lanefold
