// SPDX-License-Identifier: Apache-2.0
// Bril's second SSA form: get, set and undef.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/alu_ops.h"
#include "tools/bril/json_form.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Fibonacci numbers: each round, both shadows are written before one is read.
constexpr const char* kPairs = R"(@main(n: int) {
  zero: int = const 0;
  one: int = const 1;
  set a zero;
  set b one;
  set left n;
  jmp .round;
.round:
  left: int = get;
  a: int = get;
  b: int = get;
  print a;
  sum: int = add a b;
  fewer: int = sub left one;
  more: bool = gt fewer zero;
  set left fewer;
  set a b;
  set b sum;
  br more .round .end;
.end:
  print b;
}
)";

TEST(BrilShadows, AreWrittenBySetAndReadByGet) {
  EXPECT_EQ(outcome(program_of(kPairs), {"5"}), "0\n1\n1\n2\n3\n5\n");
  EXPECT_EQ(outcome(main_of("a: int = const 1; b: int = const 2; set x a; x: int = get;"
                            "print x; set x b; print x;")),
            "1\n1\n");
  EXPECT_EQ(
      outcome(program_of("@main { n: int = const 1; set x n; call @f; x: int = get; print x; }"
                         "@f { n: int = const 2; set x n; }")),
      "1\n");
}

TEST(BrilShadows, AreTheSameInBothForms) {
  const Program program = program_of(kPairs);
  EXPECT_EQ(text_of(program), kPairs);
  EXPECT_EQ(text_of(program_of(json_of(program))), kPairs);
  const std::string undef = "@main {\n  x: ptr<float> = undef;\n  set unread x;\n}\n";
  EXPECT_EQ(text_of(program_of(json_of(program_of(undef)))), undef);
}

TEST(BrilShadows, BecomePhisAndBack) {
  const Program program = program_of(kPairs);
  const std::string phis = text_of(in_ssa(program));
  EXPECT_THAT(phis, HasSubstr(" = phi "));
  EXPECT_THAT(phis, Not(HasSubstr("get")));
  EXPECT_THAT(phis, Not(HasSubstr("= id")));
  const std::string again = text_of(in_shadows(program));
  EXPECT_THAT(again, HasSubstr(" = get;"));
  EXPECT_THAT(again, Not(HasSubstr("phi")));
  for (const Program& form : {in_ssa(program), in_shadows(program), through_ssa(program),
                              scalarise(program, Broadcasts::Once)}) {
    EXPECT_EQ(outcome(program_of(text_of(form)), {"5"}), "0\n1\n1\n2\n3\n5\n") << text_of(form);
  }
  // Nothing is copied for a shadow but where values swap.
  EXPECT_EQ(static_ops(in_ssa(program)).total(), static_ops(program).total());
}

TEST(BrilShadows, BecomeFromPhis) {
  const Program program = main_of(R"(
    c: bool = const true;
    one: int = const 1;
    br c .yes .no;
  .yes:
    x: int = const 2;
    jmp .join;
  .no:
    x: int = add one one;
  .join:
    print x;
  )");
  EXPECT_THAT(text_of(in_shadows(program)),
              HasSubstr(".yes:\n  x.1: int = const 2;\n  set x.3 x.1;\n  jmp .join;\n"
                        ".no:\n  x.2: int = add one one;\n  set x.3 x.2;\n"
                        ".join:\n  x.3: int = get;\n  print x.3;\n"));
}

TEST(BrilShadows, WhatIsUndefinedCanBeCopiedOnly) {
  const std::string copies =
      "x: int = undef; y: int = id x; set z y; z: int = get; w: int = id z; ok: int = const 1;";
  EXPECT_EQ(outcome(main_of(copies + "print ok;")), "1\n");
  EXPECT_EQ(outcome(in_ssa(main_of(copies + "print ok;"))), "1\n");
  for (const char* use : {"print w;", "v: int = add w ok;", "v: vector = s2vb w;",
                          "p: ptr<int> = alloc ok; store p w;", "call @main2 w;"}) {
    const Program program = program_of("@main {" + copies + use + "} @main2(n: int) { }");
    EXPECT_EQ(outcome(program), "error 6\n") << use;
    EXPECT_EQ(outcome(in_ssa(program)), "error 6\n") << use;
    EXPECT_EQ(outcome(scalarise(program, Broadcasts::AtUses)), "error 6\n") << use;
  }
  EXPECT_EQ(ending_of("x: int = undef; print x;"),
            "test.bril:2:17: 'print x;': variable 'x' has no value here");
}

TEST(BrilShadows, MustBeSetBeforeTheyAreRead) {
  EXPECT_EQ(ending_of("x: int = get;"),
            "test.bril:2:1: 'x: int = get;': nothing has been set for it");
  const Program program = main_of(
      "c: bool = const false; br c .a .b; .a: n: int = const 1; set x n;"
      ".b: x: int = get; print x;");
  EXPECT_EQ(outcome(program), "error 6\n");
  EXPECT_EQ(outcome(in_ssa(program)), "error 6\n");
  expect_left_alone(program);
  EXPECT_EQ(*why_left_alone(program.functions[0]), "'x' may have no value where it is used");
}

TEST(BrilShadows, VariablesWithoutValuesBecomeUndefined) {
  const Program program = main_of(
      "c: bool = const false; br c .a .b; .a: x: int = const 1; jmp .c; .b: x: int = phi;"
      ".c: y: int = const 2; br c .d .e; .d: print x; .e: print y;");
  EXPECT_EQ(outcome(program), "2\n");
  EXPECT_EQ(outcome(in_shadows(program)), "2\n");
  EXPECT_THAT(text_of(in_shadows(program)), HasSubstr(": int = undef;"));
}

TEST(BrilShadows, AreUndoneWithASpeculation) {
  EXPECT_EQ(outcome(main_of("a: int = const 1; b: int = const 2; no: bool = const false; set x a;"
                            "speculate; set x b; guard no .back; commit;"
                            ".back: x: int = get; print x;")),
            "1\n");
}

TEST(BrilShadows, AreChecked) {
  const std::pair<const char*, const char*> refusals[] = {
      {"n: int = const 1; set x;", "it takes 2 arguments, not 1"},
      {"n: int = const 1; set;", "it takes 2 arguments, not 0"},
      {"n: int = const 1; set x n n;", "it takes 2 arguments, not 3"},
      {"set x y;", "nothing declares 'y'"},
      {"n: int = const 1; set x n; x: bool = get;", "'n' is of type int, not bool"},
      {"n: int = const 1; y: int = set x n;", "it gives nothing, not a value of type int"},
      {"x: int = get; x: int = get;", "there are two gets of 'x'"},
      {"n: int = const 1; x: int = get n;", "it takes 0 arguments, not 1"},
      {"get;", "it needs a result"},
      {"undef;", "it needs a result"},
  };
  for (const auto& [body, sentence] : refusals) {
    EXPECT_THAT(sentence_of([text = std::string(body)] { main_of(text); }), HasSubstr(sentence))
        << body;
  }
}

}  // namespace
}  // namespace lanefold::bril
