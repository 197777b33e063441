// SPDX-License-Identifier: Apache-2.0
// `lanefold bril` as its users call it.
#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

class BrilCommand : public Command {};

TEST_F(BrilCommand, RunsProgramsWithArguments) {
  const Finished two = lanefold("bril run --fill workloads/bril/fir-loop.bril 2");
  EXPECT_EQ(two.code, 0);
  EXPECT_EQ(two.out, "(9, 26, 43, 60)\n");
  EXPECT_EQ(lanefold("bril run --fill workloads/bril/fir.bril").out, two.out);
  const Finished none = lanefold("bril run workloads/bril/fir-loop.bril");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("main takes 1 argument, not 0"));
}

TEST_F(BrilCommand, PrintsProgramsThatItReadsBack) {
  for (const char* how : {"opt", "opt --json", "opt --reuse", "ssa", "ssa --json"}) {
    const std::string file = path("out.bril");
    const std::string call = std::string("bril ") + how + " workloads/bril/fir-loop.bril > ";
    ASSERT_EQ(lanefold(call + file).code, 0);
    EXPECT_EQ(lanefold("bril run --fill " + file + " 2").out, "(9, 26, 43, 60)\n") << how;
  }
}

TEST_F(BrilCommand, CountsAsThePageDoes) {
  const Finished counted = lanefold(
      "bril count workloads/bril/fir.bril workloads/bril/fir-pred.bril "
      "workloads/bril/synthetic.bril");
  EXPECT_EQ(counted.out,
            "                vector  scalar  ALU ops  vector  scalar  ALU ops  fewer\n"
            "-----------------------------------------------------------------------\n"
            "fir.bril            13       8       60       9      17       53    12%\n"
            "fir-pred.bril       19      11       87      14      25       81     7%\n"
            "synthetic.bril      11       9       53       5      19       39    26%\n");
}

TEST_F(BrilCommand, CountsExecutedInstructions) {
  const Finished counted =
      lanefold("bril count --dynamic --fill --arg 16 --reuse workloads/bril/fir-loop.bril");
  EXPECT_THAT(counted.out, HasSubstr("  in a run         97      42      430      65      92"));
}

TEST_F(BrilCommand, RejectsUnreadablePrograms) {
  EXPECT_EQ(lanefold("bril run no-such-file").code, 4);
  expect_refusal("bril", 2, "a command is missing; valid: run, count, opt, ssa");
  const std::string file = path("wrong.bril");
  std::ofstream(file) << "@main {\n  x: int = const;\n}\n";
  const Finished wrong = lanefold("bril opt " + file);
  EXPECT_EQ(wrong.code, 6);
  EXPECT_EQ(wrong.err, "lanefold: " + file +
                           ":2:17: expected a number, true or false, but found "
                           "';'\n");
}

TEST_F(BrilCommand, SaysWhichFunctionsStayAsTheyAre) {
  const std::string text =
      "@main {\n  c: bool = const true;\n  br c .a .b;\n.a:\n  x: int = const 1;\n.b:\n"
      "  print x;\n}\n";
  write("partial.bril", text);
  const std::string file = path("partial.bril");
  const std::string note =
      "lanefold: " + file + ": @main stays as it is: 'x' may have no value where it is used\n";
  const Finished opt = lanefold("bril opt " + file);
  EXPECT_EQ(opt.out, text);
  EXPECT_EQ(opt.err, note);
  EXPECT_EQ(lanefold("bril count " + file).err, note);
  EXPECT_EQ(lanefold("bril ssa " + file).err, "");
}

}  // namespace
}  // namespace lanefold
