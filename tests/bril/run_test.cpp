// SPDX-License-Identifier: Apache-2.0
// Runs of Bril programs.
#include <gmock/gmock.h>

#include "bench.h"

namespace lanefold::bril {
namespace {

TEST(BrilRun, CalculatesModuloTwoToTheSixtyFour) {
  EXPECT_EQ(result_of("int", "7", "-2", "x: int = add a b;"), "5\n");
  EXPECT_EQ(result_of("int", "7", "-2", "x: int = sub a b;"), "9\n");
  EXPECT_EQ(result_of("int", "7", "-2", "x: int = mul a b;"), "-14\n");
  EXPECT_EQ(result_of("int", "7", "-2", "x: int = div a b;"), "-3\n");
  EXPECT_EQ(result_of("int", "9223372036854775807", "1", "x: int = add a b;"),
            "-9223372036854775808\n");
  EXPECT_EQ(result_of("int", "-9223372036854775808", "-1", "x: int = div a b;"),
            "-9223372036854775808\n");
  EXPECT_EQ(result_of("int", "1", "0", "x: int = div a b;"), "error 6\n");
}

TEST(BrilRun, Compares) {
  EXPECT_EQ(result_of("int", "3", "4", "x: bool = lt a b;"), "true\n");
  EXPECT_EQ(result_of("int", "4", "4", "x: bool = le a b;"), "true\n");
  EXPECT_EQ(result_of("int", "4", "4", "x: bool = gt a b;"), "false\n");
  EXPECT_EQ(result_of("int", "-4", "4", "x: bool = ge a b;"), "false\n");
  EXPECT_EQ(result_of("int", "4", "4", "x: bool = eq a b;"), "true\n");
  const std::string logic = "y: bool = eq a b; z: bool = not y; ";
  EXPECT_EQ(result_of("int", "4", "4", logic + "x: bool = and y z;"), "false\n");
  EXPECT_EQ(result_of("int", "4", "4", logic + "x: bool = or y z;"), "true\n");
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

/// A speculation inside another, with a condition for each.
std::string speculated(const std::string& inner, const std::string& outer) {
  return outcome(main_of("inner: bool = const " + inner + "; outer: bool = const " + outer + R"(;
      a: int = const 1;
      b: int = const 1;
      speculate;
      a: int = const 2;
      speculate;
      b: int = const 2;
      print a b;
      guard inner .next;
      commit;
    .next:
      print a b;
      guard outer .end;
      commit;
    .end:
      print a b;
  )"));
}

TEST(BrilRun, SpeculationsAreUndoneIfTheirGuardFails) {
  EXPECT_EQ(speculated("true", "true"), "2 2\n2 2\n2 2\n");
  EXPECT_EQ(speculated("false", "true"), "2 2\n2 1\n2 1\n");
  EXPECT_EQ(speculated("true", "false"), "2 2\n2 2\n1 1\n");
  EXPECT_EQ(speculated("false", "false"), "2 2\n2 1\n1 1\n");
  EXPECT_EQ(outcome(main_of(R"(
      n: int = const 1;
      no: bool = lt n n;
      p: ptr<int> = alloc n;
      speculate;
      store p n;
      guard no .end;
    .end:
      m: int = load p;
      free p;
      print m;
  )")),
            "1\n");
}

TEST(BrilRun, RefusesSpeculationOutOfPlace) {
  const std::string begin = "yes: bool = const true; no: bool = const false; ";
  EXPECT_EQ(ending_of(begin + "guard yes .l; .l:"), "no error");
  EXPECT_EQ(ending_of(begin + "guard no .l; .l:"),
            "test.bril:2:49: 'guard no .l;': no speculation is open here");
  EXPECT_EQ(ending_of("commit;"), "test.bril:2:1: 'commit;': no speculation is open here");
  EXPECT_EQ(ending_of("speculate; ret;"),
            "test.bril:2:12: 'ret;': there are no calls and returns during speculation");
  EXPECT_EQ(ending_of("speculate; call @main;"),
            "test.bril:2:12: 'call @main;': there are no calls and returns during speculation");
  EXPECT_EQ(
      sentence_of([] { run(main_of(".l: speculate; jmp .l;"), {}, {}, [](std::string_view) {}); }),
      "test.bril:2:5: 'speculate;': speculations are nested more than 10000 deep");
  EXPECT_EQ(ending_of("speculate;"), "test.bril:1:1: function 'main' ends during speculation");
  EXPECT_THAT(sentence_of([&] { main_of(begin + "guard no;"); }),
              ::testing::HasSubstr("it takes 1 label, not 0"));
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
