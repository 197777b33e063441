// SPDX-License-Identifier: Apache-2.0
// Bril's heap, and what the optimiser knows of it.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/alu_ops.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kSums = R"(@main(n: int) {
  zero: int = const 0;
  one: int = const 1;
  sums: ptr<int> = alloc n;
  total: int = const 0;
  i: int = const 0;
  at: ptr<int> = id sums;
.fill:
  total: int = add total i;
  store at total;
  at: ptr<int> = ptradd at one;
  i: int = add i one;
  more: bool = lt i n;
  br more .fill .show;
.show:
  last: int = call @last sums n;
  print last;
  free sums;
}

@last(p: ptr<int>, n: int): int {
  minus: int = const -1;
  at: ptr<int> = ptradd p n;
  at: ptr<int> = ptradd at minus;
  value: int = load at;
  ret value;
}
)";

TEST(BrilMemory, HoldsValuesUntilTheyAreFreed) {
  EXPECT_EQ(outcome(program_of(kSums), {"10"}), "45\n");
  EXPECT_EQ(outcome(through_ssa(program_of(kSums)), {"10"}), "45\n");
  EXPECT_EQ(outcome(in_ssa(program_of(kSums)), {"10"}), "45\n");
  EXPECT_EQ(outcome(scalarise(program_of(kSums), Broadcasts::AtUses), {"10"}), "45\n");
}

TEST(BrilMemory, IsTheSameInBothForms) {
  const Program program = program_of(kSums);
  EXPECT_EQ(text_of(program), kSums);
  EXPECT_EQ(text_of(program_of(json_of(program))), kSums);
  EXPECT_THAT(json_of(program), HasSubstr("\"ptr\": \"int\""));
}

TEST(BrilMemory, HasPointersToValuesOfAnyType) {
  const Program program = main_of(R"(
    one: int = const 1;
    v: vector = s2vb one;
    p: ptr<vector> = alloc one;
    pp: ptr<ptr<vector>> = alloc one;
    store p v;
    store pp p;
    q: ptr<vector> = load pp;
    w: vector = load q;
    b: bool = const true;
    bs: ptr<bool> = alloc one;
    store bs b;
    c: bool = load bs;
    print w c pp;
    free q;
    free pp;
    free bs;
  )");
  EXPECT_EQ(outcome(program), "(1, 1, 1, 1) true &1[0]\n");
  EXPECT_EQ(outcome(program_of(json_of(program))), outcome(program));
}

/// What a run of main with these instructions says after "test.bril:".
std::string complaint(const std::string& body) {
  const std::string begin = "zero: int = const 0; two: int = const 2; p: ptr<int> = alloc two;\n";
  const Program program = main_of(begin + body);
  return sentence_of([&] { run(program, {}, {8, false, 1000}, [](std::string_view) {}); });
}

TEST(BrilMemory, RefusesWrongUses) {
  const std::pair<const char*, const char*> refusals[] = {
      {"store p two; q: ptr<int> = ptradd p two; x: int = load q;",
       "test.bril:3:42: 'x: int = load q;': element 2 is out of bounds: the allocation has 2 "
       "elements"},
      {"m: int = sub zero two; q: ptr<int> = ptradd p m; store q two;",
       "element -2 is out of bounds: the allocation has 2 elements"},
      {"store p two; free p; x: int = load p;",
       "'x: int = load p;': this allocation is freed already"},
      {"free p; store p two;", "'store p two;': this allocation is freed already"},
      {"free p; free p;", "'free p;': this allocation is freed already"},
      {"q: ptr<int> = ptradd p two; free q;",
       "only a pointer to element 0 can be freed, and this one leads to element 2"},
      {"x: int = load p;", "'x: int = load p;': nothing has been stored there"},
      {"q: ptr<int> = alloc zero;", "an allocation has 1 element or more, not 0"},
      {"big: int = const 7; q: ptr<int> = alloc big;",
       "there are 6 of the 8 elements of the heap left, not 7"},
      {"", "test.bril:2:42: what is allocated here is not freed at the end"},
  };
  for (const auto& [body, sentence] : refusals) {
    EXPECT_THAT(complaint(body), HasSubstr(sentence)) << body;
  }
  EXPECT_EQ(complaint("q: ptr<int> = ptradd p two; free p; r: ptr<int> = ptradd q two;"),
            "no error");
}

TEST(BrilMemory, ChecksTypesOfPointers) {
  const std::string begin = "n: int = const 1; b: bool = const true; p: ptr<int> = alloc n;";
  const std::pair<const char*, const char*> refusals[] = {
      {"q: int = alloc n;", "it gives a pointer, not a value of type int"},
      {"alloc n;", "it gives a pointer, not nothing"},
      {"q: ptr<int> = alloc b;", "'b' is of type bool, not int"},
      {"free n;", "'n' is of type int, not a pointer"},
      {"free;", "it takes 1 argument, not 0"},
      {"x: bool = load p;", "it gives a value of type int, not a value of type bool"},
      {"load p;", "it gives a value of type int, not nothing"},
      {"store p b;", "'b' is of type bool, not int"},
      {"store p;", "it takes 2 arguments, not 1"},
      {"x: int = store p n;", "it gives nothing, not a value of type int"},
      {"q: ptr<bool> = ptradd p n;", "it gives a value of type ptr<int>"},
      {"q: ptr<int> = ptradd p b;", "'b' is of type bool, not int"},
      {"q: ptr<bool> = id p;", "'p' is of type ptr<int>, not ptr<bool>"},
      {"p: ptr<ptr<int>> = alloc n;", "declared as ptr<ptr<int>> here, but as ptr<int> before"},
      {"q: ptr<int = alloc n;", "expected '>' after the type of a pointer, but found '='"},
      {"q: ptr = alloc n;", "expected '<' after ptr, but found '='"},
      {"q: ptr<int> = const 1;", "'1' is no constant of type ptr<int>"},
  };
  for (const auto& [body, sentence] : refusals) {
    EXPECT_THAT(sentence_of([&, text = begin + body] { main_of(text); }), HasSubstr(sentence))
        << body;
  }
}

TEST(BrilMemory, LimitsHowDeepPointersNest) {
  std::string text = "int";
  std::string json = "\"int\"";
  for (int i = 0; i < 16; ++i) {
    text = "ptr<" + text + ">";
    json = R"({"ptr": )" + json + "}";
  }
  const auto in_text = [](const std::string& type) { return "@main { } @f(p: " + type + ") { }"; };
  const auto in_json = [](const std::string& type) {
    return R"({"functions": [{"name": "f", "args": [{"name": "p", "type": )" + type +
           R"(}], "instrs": []}]})";
  };
  EXPECT_THAT(text_of(program_of(in_text(text))), HasSubstr(text));
  EXPECT_THAT(text_of(program_of(in_json(json))), HasSubstr(text));
  for (const std::string& deep :
       {in_text("ptr<" + text + ">"), in_json(R"({"ptr": )" + json + "}")}) {
    EXPECT_THAT(sentence_of([&] { program_of(deep); }), HasSubstr("pointers nest 16 deep at most"));
  }
  EXPECT_THAT(sentence_of([&] { program_of(in_json(R"({"ptr": "int", "n": 1})")); }),
              HasSubstr("is no type; valid: int, bool"));
}

/// Divergent v, convergent w, and two allocations, around instructions that set x.
Program around(const std::string& body) {
  return main_of(R"(
    zero: int = const 0; one: int = const 1; two: int = const 2;
    v: vector = s2v zero one two two;
    w: vector = s2vb two;
    p: ptr<vector> = alloc two;
    q: ptr<vector> = alloc two;
    pi: ptr<int> = alloc one;
    p1: ptr<vector> = ptradd p one;
    store p v; store p1 v; store q v; store pi one;
  )" + body + "\n y: vector = vadd x w; print y; free p; free q; free pi;\n");
}

/// Whether the loaded x is known, so that what is made of it becomes scalar.
bool is_scalarised(const std::string& body) {
  const Program program = around(body);
  const Program fast = scalarise(program, Broadcasts::Once);
  EXPECT_EQ(outcome(fast), outcome(program)) << body;
  EXPECT_EQ(outcome(program_of(text_of(fast))), outcome(program)) << body;
  EXPECT_THAT(outcome(program), Not(HasSubstr("error"))) << body;
  return text_of(fast).find("y_s: int = add x_s w_s;") != std::string::npos;
}

TEST(BrilMemory, LoadsAreScalarsIfTheStoreIsKnown) {
  for (const char* body : {
           "store p w; x: vector = load p;",
           "store p w; c: ptr<vector> = id p; x: vector = load c;",
           "store p1 w; c: ptr<vector> = ptradd p one; x: vector = load c;",
           "c: ptr<vector> = ptradd p one; store c w; x: vector = load p1;",
           "store p w; store q v; x: vector = load p;",
           "store p w; store p1 v; x: vector = load p;",
           "store p w; store pi two; x: vector = load p;",
           "d: int = v2s v one; c: ptr<vector> = ptradd p d; store c w; x: vector = load c;",
           "d: int = v2s v one; c: ptr<vector> = ptradd p d; store q w; store c v;"
           " x: vector = load q;",
       }) {
    EXPECT_TRUE(is_scalarised(body)) << body;
  }
}

TEST(BrilMemory, LoadsStayIfAnotherStoreCouldHaveWritten) {
  for (const char* body : {
           "x: vector = load p;",
           "store p v; x: vector = load p;",
           "store p w; store p v; x: vector = load p;",
           "store p w; d: int = v2s v one; c: ptr<vector> = ptradd p d; store c v;"
           " x: vector = load p;",
           "pp: ptr<ptr<vector>> = alloc one; store pp p; c: ptr<vector> = load pp;"
           " store p w; store c v; free pp; x: vector = load p;",
           "store p w; call @other p; x: vector = load p;",
           "store p w; jmp .next; .next: x: vector = load p;",
           "store p w; pp: ptr<int> = alloc one; free pp; x: vector = load p;",
       }) {
    const std::string text = text_of(around("x: vector = id v;"));
    const bool calls = std::string(body).find("@other") != std::string::npos;
    if (!calls) {
      EXPECT_FALSE(is_scalarised(body)) << body;
      continue;
    }
    const std::string with_call = text.substr(0, text.find("  x: vector")) + body +
                                  text.substr(text.find(" id v;") + 6) +
                                  "@other(p: ptr<vector>) { z: int = const 0; o: int = const 1;"
                                  " v: vector = s2v z o z o; store p v; }";
    const Program program = program_of(with_call);
    for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
      EXPECT_EQ(outcome(scalarise(program, broadcasts)), "(2, 3, 2, 3)\n");
    }
  }
}

TEST(BrilMemory, CountsALoadOfAVectorInEveryLane) {
  const AluOps ops = static_ops(main_of(
      "n: int = const 1; p: ptr<vector> = alloc n; v: vector = s2vb n; store p v;"
      " w: vector = load p; free p; q: ptr<int> = alloc n; store q n; m: int = load q; free q;"));
  EXPECT_EQ(ops.vector, 2U);
  EXPECT_EQ(ops.scalar, 8U);
}

}  // namespace
}  // namespace lanefold::bril
