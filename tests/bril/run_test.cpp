// SPDX-License-Identifier: Apache-2.0
// Runs of Bril programs.
#include <gmock/gmock.h>

#include "bench.h"

namespace lanefold::bril {
namespace {

/// The constants a and b, and something about them that is printed.
std::string result_of(const std::string& a, const std::string& b, const std::string& instruction) {
  const std::string constants = "a: int = const " + a + "; b: int = const " + b + ";\n";
  return outcome(main_of(constants + instruction + " print x;\n"));
}

TEST(BrilRun, CalculatesModuloTwoToTheSixtyFour) {
  EXPECT_EQ(result_of("7", "-2", "x: int = add a b;"), "5\n");
  EXPECT_EQ(result_of("7", "-2", "x: int = sub a b;"), "9\n");
  EXPECT_EQ(result_of("7", "-2", "x: int = mul a b;"), "-14\n");
  EXPECT_EQ(result_of("7", "-2", "x: int = div a b;"), "-3\n");
  EXPECT_EQ(result_of("9223372036854775807", "1", "x: int = add a b;"), "-9223372036854775808\n");
  EXPECT_EQ(result_of("-9223372036854775808", "-1", "x: int = div a b;"), "-9223372036854775808\n");
  EXPECT_EQ(result_of("1", "0", "x: int = div a b;"), "error 6\n");
}

TEST(BrilRun, Compares) {
  EXPECT_EQ(result_of("3", "4", "x: bool = lt a b;"), "true\n");
  EXPECT_EQ(result_of("4", "4", "x: bool = le a b;"), "true\n");
  EXPECT_EQ(result_of("4", "4", "x: bool = gt a b;"), "false\n");
  EXPECT_EQ(result_of("-4", "4", "x: bool = ge a b;"), "false\n");
  EXPECT_EQ(result_of("4", "4", "x: bool = eq a b;"), "true\n");
  const std::string logic = "y: bool = eq a b; z: bool = not y; ";
  EXPECT_EQ(result_of("4", "4", logic + "x: bool = and y z;"), "false\n");
  EXPECT_EQ(result_of("4", "4", logic + "x: bool = or y z;"), "true\n");
}

/// With v = (1, 2, 3, 4), w = (4, 2, 2, 4) and p = (false, true, false, true).
std::string lanes_of(const std::string& instructions) {
  return outcome(main_of(R"(
    one: int = const 1; two: int = const 2; three: int = const 3; four: int = const 4;
    v: vector = s2v one two three four;
    w: vector = s2v four two two four;
    p: pred = vcmp v w;
  )" + instructions));
}

TEST(BrilRun, HasVectorsOfFourLanes) {
  EXPECT_EQ(lanes_of("x: vector = vadd v w; print x;"), "(5, 4, 5, 8)\n");
  EXPECT_EQ(lanes_of("x: vector = vsub v w; print x;"), "(-3, 0, 1, 0)\n");
  EXPECT_EQ(lanes_of("x: vector = vmul v w; print x;"), "(4, 4, 6, 16)\n");
  EXPECT_EQ(lanes_of("x: vector = vdiv w v; print x;"), "(4, 1, 0, 1)\n");
  EXPECT_EQ(lanes_of("x: vector = s2vb three; print x;"), "(3, 3, 3, 3)\n");
  EXPECT_EQ(lanes_of("x: int = v2s w three; print x;"), "4\n");
  EXPECT_EQ(lanes_of("x: int = v2s w four; print x;"), "error 6\n");
  EXPECT_EQ(lanes_of("x: vector = vphi p v w; print x p;"),
            "(4, 2, 2, 4) (false, true, false, true)\n");
}

TEST(BrilRun, LeavesOtherLanesOfAPredicateZero) {
  EXPECT_EQ(lanes_of("(p) x: vector = vadd v w; print x;"), "(0, 4, 0, 8)\n");
  EXPECT_EQ(lanes_of("(!p) x: vector = vadd v w; print x;"), "(5, 0, 5, 0)\n");
  EXPECT_EQ(lanes_of("(!p) q: pred = vcmp v v; print q;"), "(true, false, true, false)\n");
  EXPECT_EQ(lanes_of("z: vector = vsub v w; (p) x: vector = vdiv v z; print x;"), "error 6\n");
  EXPECT_EQ(lanes_of("z: vector = vsub v w; (!p) x: vector = vdiv v z; print x;"),
            "(0, 0, 3, 0)\n");
}

TEST(BrilRun, HasAFlatMemory) {
  EXPECT_EQ(lanes_of("x: int = lw four; print x; sw one four; y: int = lw four; print y;"),
            "4\n1\n");
  EXPECT_EQ(lanes_of("x: vector = vload three; print x;"), "(3, 4, 5, 6)\n");
  EXPECT_EQ(lanes_of("x: vector = gather w; print x;"), "(4, 2, 2, 4)\n");
  EXPECT_EQ(lanes_of("(p) vstore v one; x: vector = vload one; print x;"), "(1, 2, 3, 4)\n");
  EXPECT_EQ(lanes_of("scatter v w; x: vector = vload one; print x;"), "(1, 3, 3, 4)\n");
  EXPECT_EQ(lanes_of("far: int = const 61; x: vector = vload far; print x;"), "error 9\n");
  EXPECT_EQ(lanes_of("far: int = const -1; sw one far;"), "error 9\n");
}

TEST(BrilRun, CallsFunctions) {
  constexpr const char* kFibonacci = R"(
    @fib(n: int): int {
      two: int = const 2;
      small: bool = lt n two;
      br small .end .go;
    .end:
      ret n;
    .go:
      one: int = const 1;
      m: int = sub n one;
      a: int = call @fib m;
      m: int = sub m one;
      b: int = call @fib m;
      c: int = add a b;
      ret c;
    }
    @main(n: int, again: bool) { f: int = call @fib n; print f again; }
  )";
  EXPECT_EQ(outcome(program_of(kFibonacci), {"15", "true"}), "610 true\n");
  EXPECT_EQ(outcome(program_of(kFibonacci), {"15"}), "error 2\n");
  EXPECT_EQ(outcome(program_of(kFibonacci), {"15", "1"}), "error 2\n");
  EXPECT_EQ(outcome(program_of(kFibonacci), {"1x", "true"}), "error 2\n");
  EXPECT_EQ(outcome(program_of("@main { call @main; }")), "error 6\n");
  EXPECT_EQ(sentence_of([] {
              run(program_of("@f: int { }\n@main { x: int = call @f; }"), {}, {},
                  [](std::string_view) {});
            }),
            "test.bril:1:1: function 'f' ends without a value of type int: a ret is missing");
}

TEST(BrilRun, PhisOfABlockReadBeforeTheyWrite) {
  EXPECT_EQ(outcome(main_of(R"(
    .a:
      x: int = const 1;
      y: int = const 2;
      go: bool = const true;
      stop: bool = const false;
    .b:
      p: int = phi x .a q .b;
      q: int = phi y .a p .b;
      again: bool = phi go .a stop .b;
      print p q;
      br again .b .c;
    .c:
  )")),
            "1 2\n2 1\n");
}

TEST(BrilRun, StopsEndlessPrograms) {
  EXPECT_EQ(outcome(main_of(".a: jmp .a;")), "error 11\n");
  const Program phis = main_of(
      ".a: one: int = const 1; jmp .l; .l: x: int = phi one .a y .l; y: int = phi one .a x .l;"
      "jmp .l;");
  for (std::uint64_t most = 1; most < 8; ++most) {
    EXPECT_THAT(
        sentence_of([&] {
          run(phis, {}, {64, true, most}, [](std::string_view) {});
        }),
        ::testing::HasSubstr("has not ended after " + std::to_string(most) + " instructions"));
  }
  EXPECT_EQ(sentence_of([] {
              run(main_of("b: bool = const true; br b .l .m; .m: x: int = const 1; .l: print x;"),
                  {}, {}, [](std::string_view) {});
            }),
            "test.bril:2:61: 'print x;': variable 'x' has no value here");
}

}  // namespace
}  // namespace lanefold::bril
