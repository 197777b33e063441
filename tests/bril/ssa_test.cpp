// SPDX-License-Identifier: Apache-2.0
// Static single assignment, and the way back.
#include "bench.h"

namespace lanefold::bril {
namespace {

TEST(BrilSsa, KeepsNamesOfVariablesSetOnce) {
  const std::string straight = "a: int = const 1; b: int = add a a; print b;";
  EXPECT_EQ(text_of(in_ssa(main_of(straight))), text_of(main_of(straight)));
}

TEST(BrilSsa, PlacesPhisWhereValuesMeetThatAreUsed) {
  const Program ssa = in_ssa(main_of(R"(
      a: int = const 1;
      unused: int = const 1;
      t: bool = const true;
      br t .yes .no;
    .yes:
      a: int = const 2;
      unused: int = const 2;
    .no:
      print a;
  )"));
  EXPECT_EQ(text_of(ssa), text_of(main_of(R"(
    .begin:
      a.1: int = const 1;
      unused.1: int = const 1;
      t: bool = const true;
      br t .yes .no;
    .yes:
      a.2: int = const 2;
      unused.2: int = const 2;
    .no:
      a.3: int = phi a.1 .begin a.2 .yes;
      print a.3;
  )")));
}

TEST(BrilSsa, GivesNamesBackOutsideOfIt) {
  const std::string loop = R"(
      i: int = const 3;
      one: int = const 1;
    .loop:
      i: int = sub i one;
      more: bool = gt i one;
      br more .loop .end;
    .end:
      print i;
  )";
  EXPECT_EQ(text_of(through_ssa(main_of(loop))), text_of(main_of(loop)));
}

/// Two values change places in each iteration: neither can be in the other's place.
constexpr const char* kSwap = R"(
    .a:
      x: int = const 1;
      y: int = const 2;
      n: int = const 3;
      one: int = const 1;
    .b:
      p: int = phi x .a q .b;
      q: int = phi y .a p .b;
      i: int = phi n .a j .b;
      print p q;
      j: int = sub i one;
      more: bool = gt j one;
      br more .b .c;
    .c:
      print p q i;
  )";

TEST(BrilSsa, CopiesValuesThatSwapPlaces) {
  const Program program = main_of(kSwap);
  EXPECT_EQ(outcome(program), "1 2\n2 1\n2 1 2\n");
  EXPECT_EQ(outcome(through_ssa(program)), outcome(program));
}

TEST(BrilSsa, KeepsParametersApartThatMeet) {
  constexpr const char* kText = R"(
    @main(a: int, b: int, c: bool) {
      br c .yes .no;
    .yes:
      jmp .join;
    .no:
    .join:
      x: int = phi a .yes b .no;
      print x a b;
    }
  )";
  const Program program = program_of(kText);
  for (const char* const choice : {"true", "false"}) {
    EXPECT_EQ(outcome(through_ssa(program), {"3", "4", choice}),
              outcome(program, {"3", "4", choice}));
  }
}

/// Programs in JSON need not say where their instructions are.
TEST(BrilSsa, KeepsCopiesOfTheProgramWithoutPlaces) {
  Program program = main_of("a: int = const 1; a: int = id a; print a;");
  const std::string text = text_of(through_ssa(program));
  EXPECT_EQ(text, text_of(program));
  for (Instruction& instruction : program.functions[0].body) instruction.place = {};
  EXPECT_EQ(text_of(through_ssa(program)), text);
}

TEST(BrilSsa, DropsUnreachableBlocks) {
  EXPECT_EQ(text_of(through_ssa(main_of("jmp .b; .a: nop; .b: print;"))),
            text_of(main_of("jmp .b; .b: print;")));
}

TEST(BrilSsa, EntersALoopThatIsTheBegin) {
  constexpr const char* kText = R"(
    @main(n: int) {
    .loop:
      one: int = const 1;
      n: int = sub n one;
      more: bool = gt n one;
      br more .loop .end;
    .end:
      print n;
    }
  )";
  EXPECT_EQ(outcome(in_ssa(program_of(kText)), {"5"}), "1\n");
  EXPECT_EQ(outcome(through_ssa(program_of(kText)), {"5"}), "1\n");
}

/// What declares v is not reached, or comes later.
TEST(BrilSsa, DeclaresVariablesWithoutValue) {
  for (const char* const body : {"b: bool = const false; br b .t .f; .t: print v; ret; .f: print b;"
                                 "ret; .dead: v: int = const 3;",
                                 "b: bool = const false; br b .t .f; .t: w: vector = vadd v v; .f:"
                                 "print b; ret; .dead: v: vector = vload x; x: int = const 3;",
                                 "i: int = const 0; v: vector = vadd v v; v: vector = s2vb i;",
                                 "b: bool = const false; br b .t .f; .t: print v; ret; .f: print b;"
                                 "ret; .dead: v: vector = vload x; x: int = const 3;"}) {
    const Program program = main_of(body);
    EXPECT_EQ(outcome(program_of(text_of(in_ssa(program)))), outcome(program)) << body;
  }
}

TEST(BrilSsa, LeavesAValueOutThatIsNotThereOnSomeWay) {
  const std::string partly = R"(
      a: int = const 1;
      t: bool = const true;
      br t .yes .no;
    .yes:
      x: int = id a;
      x: int = add x a;
    .no:
      br t .use .end;
    .use:
      print x;
    .end:
  )";
  EXPECT_EQ(outcome(in_ssa(main_of(partly))), "2\n");
}

}  // namespace
}  // namespace lanefold::bril
