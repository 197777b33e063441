// SPDX-License-Identifier: Apache-2.0
// Bril's type any.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/json_form.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;

TEST(BrilAny, HoldsValuesOfAllTypes) {
  const Program program = main_of(
      "i: any = const 4; f: any = const 4.0; b: any = const true; c: any = const 'x';"
      "g: float = const 4; print i f b c g;"
      "one: int = const 1; v: any = s2vb one; p: any = vcmp v v; s: any = add i one; print v p s;"
      "i: any = id c; print i;");
  const std::string printed =
      "4 4.00000000000000000 true x 4.00000000000000000\n"
      "(1, 1, 1, 1) (true, true, true, true) 5\nx\n";
  EXPECT_EQ(outcome(program), printed);
  EXPECT_EQ(outcome(program_of(text_of(program))), printed);
  EXPECT_EQ(outcome(program_of(json_of(program))), printed);
  EXPECT_EQ(text_of(program_of(json_of(program))), text_of(program));
  EXPECT_EQ(outcome(in_ssa(program)), printed);
  EXPECT_EQ(outcome(in_shadows(program)), printed);
}

TEST(BrilAny, GoesThroughCallsMemoryAndPhis) {
  const Program program = program_of(R"(@main(n: int) {
    one: int = const 1;
    two: int = const 2;
    half: float = const 0.5;
    p: ptr<any> = alloc two;
    q: ptr<any> = ptradd p one;
    store p one;
    store q half;
    first: bool = eq n one;
    br first .a .b;
  .a:
    x: any = load p;
    jmp .c;
  .b:
    x: any = load q;
  .c:
    y: any = call @same x;
    print y;
    back: any = id q;
    z: float = load back;
    print z;
    free p;
  }
  @same(x: any): any { ret x; })");
  const std::string half = "0.50000000000000000\n";
  for (const Program& form : {program, in_ssa(program), in_shadows(program)}) {
    EXPECT_EQ(outcome(form, {"1"}), "1\n" + half);
    EXPECT_EQ(outcome(form, {"2"}), half + half);
  }
  EXPECT_THAT(json_of(program), HasSubstr(R"("ptr": "any")"));
}

TEST(BrilAny, IsUsedByItsTypeInTheRun) {
  const std::pair<const char*, const char*> refusals[] = {
      {"b: bool = and a a;", "'a' has a value of type int here, not bool"},
      {"f: float = fadd a a;", "'a' has a value of type int here, not float"},
      {"v: vector = vadd a a;", "'a' has a value of type int here, not vector"},
      {"br a .x .x; .x:", "'a' has a value of type int here, not bool"},
      {"b: bool = id a;", "it gives a value of type int here, not bool"},
      {"x: int = load a;", "'a' has a value of type int here, not a pointer"},
      {"free a;", "'a' has a value of type int here, not a pointer"},
      {"c: int = char2int a;", "'a' has a value of type int here, not char"},
      {"c: bool = bitcast a;", "'a' has a value of type int here, not bool"},
      {"n: int = const 1; p: ptr<bool> = alloc n; store p a;",
       "'a' has a value of type int here, not bool"},
      {"n: int = const 1; p: ptr<any> = alloc n; store p n; b: bool = load p;",
       "it gives a value of type int here, not bool"},
      {"set s a; s: bool = get;", "'a' has a value of type int here, not bool"},
      {"jmp .l; .m: b: bool = phi a .l; .l: jmp .m;",
       "it gives a value of type int here, not bool"},
      {"call @takes a;", "'a' has a value of type int here, not bool"},
      {"b: bool = call @gives;", "it gives a value of type int here, not bool"},
      {"b: bool = call @turns a;", "'x' has a value of type int here, not bool"},
  };
  for (const auto& [body, sentence] : refusals) {
    const Program program =
        program_of("@main { a: any = const 4; " + std::string(body) +
                   "} @takes(x: bool) { } @gives: any { x: any = const 1; ret x; }"
                   "@turns(x: any): bool { ret x; }");
    EXPECT_THAT(sentence_of([&] {
                  run(program, {}, {64, true, 1000}, [](std::string_view) {});
                }),
                HasSubstr(sentence))
        << body;
  }
  // Also in a function that has no variable of type any.
  EXPECT_EQ(outcome(program_of("@main { b: bool = call @gives; c: bool = not b; print c; }"
                               "@gives: any { x: any = const 1; ret x; }")),
            "error 6\n");
  EXPECT_EQ(outcome(main_of("a: any = const 4; set unread a; print a;")), "4\n");
  EXPECT_EQ(
      outcome(main_of("a: any = const 4; f: float = bitcast a; i: int = bitcast f; print i;")),
      "4\n");
}

TEST(BrilAny, IsChecked) {
  const std::pair<const char*, const char*> refusals[] = {
      {"a: any = const 4; a: int = const 4;", "declared as int here, but as any before"},
      {"a: any = const 4; p: any = alloc a;", "it gives a pointer, not a value of type any"},
      {"a: any = const 4; b: any = bitcast a;", "it needs to know the type of its result"},
      {"a: any = const 4; (a) v: vector = vadd a a;", "a predicate is of type pred"},
      {"n: int = const 4; p: ptr<int> = alloc n; q: ptr<any> = id p;",
       "'p' is of type ptr<int>, not ptr<any>"},
      {"x: any = print;", "it gives nothing, not a value of type any"},
      {"a: any = const 9223372036854775808;", "is not between -2^63 and 2^63 - 1"},
  };
  for (const auto& [body, sentence] : refusals) {
    EXPECT_THAT(sentence_of([text = std::string(body)] { main_of(text); }), HasSubstr(sentence))
        << body;
  }
  EXPECT_THAT(sentence_of([] { program_of("@main(a: any) { }"); }),
              HasSubstr("main takes no value of type any, as parameter 'a' wants"));
}

TEST(BrilAny, LeavesAFunctionAsItIs) {
  const Program program = main_of("n: int = const 1; v: vector = s2vb n; a: any = id v; print a;");
  expect_left_alone(program);
  EXPECT_EQ(*why_left_alone(program.functions[0]), "it has values of type any");
}

}  // namespace
}  // namespace lanefold::bril
