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
  EXPECT_EQ(
      counted.out,
      "                vector  scalar  ALU ops  all ops  vector  scalar  ALU ops  all ops  fewer\n"
      "-----------------------------------------------------------------------------------------\n"
      "fir.bril            13       8       60       61       9      17       53       54    12%\n"
      "fir-pred.bril       19      11       87       88      14      25       81       82     7%\n"
      "synthetic.bril      11       9       53       54       5      19       39       40    "
      "26%\n");
}

TEST_F(BrilCommand, CountsExecutedInstructions) {
  const Finished counted =
      lanefold("bril count --dynamic --fill --arg 16 --reuse workloads/bril/fir-loop.bril");
  EXPECT_THAT(counted.out, HasSubstr("  in a run         97      42      430      464      65"));
}

/// A label is no instruction.
TEST_F(BrilCommand, CountsInstructionsOfARun) {
  write("loop.bril",
        "@main(n: int) {\n  one: int = const 1;\n.l:\n  n: int = sub n one;\n"
        "  more: bool = gt n one;\n  br more .l .e;\n.e:\n  print n;\n}\n");
  const Finished counted = lanefold("bril run --profile " + path("loop.bril") + " 4");
  EXPECT_EQ(counted.out, "1\n");
  EXPECT_EQ(counted.err, "total_dyn_inst: 11\n");
  EXPECT_EQ(lanefold("bril run -p " + path("loop.bril") + " 2").err, "total_dyn_inst: 5\n");
}

TEST_F(BrilCommand, RunsExtensions) {
  write("heap.bril",
        "@main(x: float, c: char) {\n  n: int = const 2;\n  p: ptr<float> = alloc n;\n"
        "  store p x;\n  y: float = load p;\n  print y c;\n}\n");
  const Finished leaks = lanefold("bril run " + path("heap.bril") + " 2.5 z");
  EXPECT_EQ(leaks.code, 6);
  EXPECT_EQ(leaks.out, "2.50000000000000000 z\n");
  EXPECT_EQ(leaks.err, "lanefold: " + path("heap.bril") +
                           ":3:3: what is allocated here is not freed at the end\n");
  EXPECT_EQ(lanefold("bril run " + path("heap.bril") + " -- -.5 z").out,
            "-0.50000000000000000 z\n");
}

TEST_F(BrilCommand, ReadsScalarOperandsOnRequest) {
  write("scalar.bril",
        "@main {\n  one: int = const 1;\n  v: vector = s2vb one;\n  w: vector = vadd v one;\n"
        "  print w;\n}\n");
  const std::string file = path("scalar.bril");
  EXPECT_EQ(lanefold("bril run --scalar-operands " + file).out, "(2, 2, 2, 2)\n");
  EXPECT_THAT(lanefold("bril count --scalar-operands " + file).out,
              HasSubstr("scalar.bril       1       2        6        7       0       4        4"));
  const Finished refused = lanefold("bril run " + file);
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("s2vb makes a vector of it, and --scalar-operands reads it"));
}

TEST_F(BrilCommand, RejectsUnreadablePrograms) {
  EXPECT_EQ(lanefold("bril run no-such-file").code, 4);
  expect_refusal("bril", 2, "a command is missing; valid: run, count, opt, ssa, json, text");
  const std::string file = path("wrong.bril");
  std::ofstream(file) << "@main {\n  x: int = const;\n}\n";
  const Finished wrong = lanefold("bril opt " + file);
  EXPECT_EQ(wrong.code, 6);
  EXPECT_EQ(wrong.err, "lanefold: " + file +
                           ":2:17: expected a number, true, false or a character, but found "
                           "';'\n");
}

TEST_F(BrilCommand, PrintsBothFormsOfSsa) {
  const std::string program = "bril ssa workloads/bril/fir-loop.bril";
  EXPECT_THAT(lanefold(program).out, HasSubstr(" = phi "));
  const Finished shadows = lanefold(program + " --form get-set");
  EXPECT_THAT(shadows.out, HasSubstr(" = get;"));
  EXPECT_THAT(shadows.out, ::testing::Not(HasSubstr("phi")));
  write("shadows.bril", shadows.out);
  EXPECT_EQ(lanefold("bril run --fill " + path("shadows.bril") + " 2").out, "(9, 26, 43, 60)\n");
  EXPECT_EQ(lanefold("bril ssa --form set workloads/bril/fir.bril").code, 2);
}

TEST_F(BrilCommand, ConvertsBetweenTextAndJson) {
  write("lines.bril", "from \"absent.bril\" import @f;\n@main {\n  x: float = const 1e3;\n}\n");
  const Finished json = lanefold("bril json " + path("lines.bril"));
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(json.out,
            "{\n  \"functions\": [\n    {\n      \"instrs\": [\n        {\n"
            "          \"dest\": \"x\",\n          \"op\": \"const\",\n"
            "          \"type\": \"float\",\n          \"value\": 1000.0\n        }\n      ],\n"
            "      \"name\": \"main\"\n    }\n  ],\n  \"imports\": [\n    {\n"
            "      \"functions\": [\n        {\n          \"name\": \"f\"\n        }\n      ],\n"
            "      \"path\": \"absent.bril\"\n    }\n  ]\n}\n");
  write("lines.json", json.out);
  EXPECT_EQ(lanefold("bril text " + path("lines.json")).out,
            "from \"absent.bril\" import @f;\n@main {\n  x: float = const 1000.0;\n}\n");
  EXPECT_THAT(lanefold("bril json -p " + path("lines.bril")).out,
              HasSubstr("\"pos\": {\n            \"col\": 3,\n            \"row\": 3\n"));
}

TEST_F(BrilCommand, ImportsFromBesideAProgramAndFromDirectories) {
  std::filesystem::create_directories(path("code"));
  std::filesystem::create_directories(path("libraries"));
  write("code/main.bril",
        "from \"../code/near.bril\" import @near;\nfrom \"far.bril\" import @far;\n"
        "@main {\n  call @near;\n  call @far;\n}\n");
  write(
      "code/near.bril",
      "from \"main.bril\" import @main as @start;\n@near {\n  n: int = const 1;\n  print n;\n}\n");
  write("libraries/far.bril", "@far {\n  n: int = const 2;\n  print n;\n}\n");
  const std::string call = "bril run " + path("code/main.bril");
  EXPECT_EQ(lanefold(call + " -I " + path("libraries")).out, "1\n2\n");
  EXPECT_EQ(lanefold(call + " -I " + path("code") + " -I " + path("libraries")).out, "1\n2\n");
  const Finished missing = lanefold(call);
  EXPECT_EQ(missing.code, 6);
  EXPECT_EQ(missing.err, "lanefold: " + path("code/main.bril") +
                             ":2:1: there is no file 'far.bril' to import from, beside this one or "
                             "in a directory of -I\n");
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
