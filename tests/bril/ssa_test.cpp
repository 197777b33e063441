// SPDX-License-Identifier: Apache-2.0
// Static single assignment, and the way back.
#include "bench.h"

namespace lanefold::bril {
namespace {

TEST(BrilSsa, NamesWhatIsSetOnceAsBefore) {
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

TEST(BrilSsa, CopiesWhatChangesPlaces) {
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

TEST(BrilSsa, LeavesOutWhatNothingReaches) {
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
TEST(BrilSsa, DeclaresWhatHasNoValue) {
  for (const char* const body : {"b: bool = const false; br b .t .f; .t: print v; ret; .f: print b;"
                                 "ret; .dead: v: int = const 3;",
                                 "b: bool = const false; br b .t .f; .t: w: vector = vadd v v; .f:"
                                 "print b; ret; .dead: v: vector = vload x; x: int = const 3;",
                                 "i: int = const 0; v: vector = vadd v v; v: vector = s2vb i;",
                                 "b: bool = const false; br b .t .f; .t: print v; ret; .f: print b;"
                                 "ret; .dead: v: vector = vload x; x: int = const 3;"}) {
    const Program program = main_of(body);
    EXPECT_EQ(outcome(program_of(text_of(in_ssa(program)))), outcome(program)) << body;
    EXPECT_EQ(outcome(program_of(text_of(through_ssa(program)))), outcome(program)) << body;
    for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
      const std::string text = text_of(scalarise(program, broadcasts));
      EXPECT_EQ(outcome(program_of(text)), outcome(program)) << text;
    }
  }
}

void expect_same_without_ssa(const std::string& text, const std::vector<std::string>& arguments) {
  const Program program = program_of(text);
  const std::string expected = outcome(program, arguments);
  Program placeless = program;
  for (Function& function : placeless.functions) {
    for (Instruction& instruction : function.body) instruction.place = {};
  }
  EXPECT_EQ(outcome(through_ssa(placeless), arguments), expected) << text;
  EXPECT_EQ(outcome(program_of(text_of(through_ssa(program))), arguments), expected) << text;
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    const std::string fast = text_of(scalarise(program, broadcasts));
    EXPECT_EQ(outcome(program_of(fast), arguments), expected) << fast;
  }
}

/// On the first way in, the phi has no value, which nobody uses, or everybody.
TEST(BrilSsa, KeepsPhisThatHaveNoValueOnSomeWay) {
  constexpr const char* kLoop = R"(
    @main(n: int, use: bool) {
      one: int = const 1;
      zero: int = const 0;
    .top:
      a: int = phi b .go;
      b: int = add n one;
      n: int = sub n one;
      no: bool = lt b zero;
      br use .show .go;
    .show:
      print a;
    .go:
      use: bool = id no;
      c: bool = gt n zero;
      br c .top .out;
    .out:
      print n b;
    }
  )";
  EXPECT_EQ(outcome(program_of(kLoop), {"3", "false"}), "0 2\n");
  EXPECT_EQ(outcome(program_of(kLoop), {"3", "true"}), "error 6\n");
  for (const char* const use : {"true", "false"}) expect_same_without_ssa(kLoop, {"3", use});
}

/// An argument may be set later than the block that it comes from ends.
TEST(BrilSsa, KeepsPhisWhoseArgumentsMayHaveNoValue) {
  constexpr const char* kLater = R"(
    @main(n: int) {
    .begin:
      one: int = const 1;
    .top:
      x: int = phi c .begin d .back;
      w: vector = phi u .begin v .back;
      n: int = sub n one;
      more: bool = gt n one;
      br more .back .late;
    .back:
      d: int = add n one;
      v: vector = s2vb d;
      print c d;
      jmp .top;
    .late:
      c: int = const 7;
      u: vector = s2vb c;
      print c n;
    }
  )";
  for (const char* const n : {"1", "2", "4"}) expect_same_without_ssa(kLater, {n});
  std::string quiet = kLater;
  quiet.replace(quiet.find("print c d"), 9, "print d");
  for (const char* const n : {"1", "2", "4"}) expect_same_without_ssa(quiet, {n});
}

/// The value of an earlier time is not there any more.
TEST(BrilSsa, TakesOldValuesAway) {
  constexpr const char* kTwice = R"(
    @main(n: int) {
    .begin:
      one: int = const 1;
    .outer:
      m: int = const 2;
    .inner:
      a: int = phi n .again;
      w: vector = phi v .again;
      n: int = sub n one;
      v: vector = s2vb n;
      m: int = sub m one;
      again: bool = eq m one;
      br again .again .last;
    .again:
      jmp .inner;
    .last:
      print a w;
      more: bool = gt n one;
      br more .outer .end;
    .end:
      print n;
    }
  )";
  for (const char* const n : {"1", "4", "7"}) expect_same_without_ssa(kTwice, {n});
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
  EXPECT_EQ(outcome(through_ssa(main_of(partly))), "2\n");
}

}  // namespace
}  // namespace lanefold::bril
