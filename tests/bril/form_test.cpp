// SPDX-License-Identifier: Apache-2.0
// The two forms of Bril, and what is refused in them.
#include "bench.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

constexpr const char* kEverything = R"(@main(n: int, deep: bool) {
.begin:
  a: int = const -9223372036854775808;
  yes: bool = const true;
  v: vector = s2vb a;
  w: vector = vload n;
  p: pred = vcmp v w;
  (p) x: vector = vadd v w;
  (!p) y: vector = gather v;
  z: vector = vphi p x y;
  vstore z n;
  br deep .begin .end;
.end:
  r: int = phi a .begin;
  q: int = call @twice r;
  print q yes;
  nop;
  ret;
}

@twice(x: int): int {
  y: int = add x x;
  ret y;
}
)";

TEST(BrilForm, AByteOrderMarkIsNoPartOfTheProgram) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(outcome(program_of(mark + "@main { x: int = const 2; print x; }")), "2\n");
  EXPECT_EQ(outcome(program_of(mark + R"({"functions": [{"name": "main", "instrs": []}]})")), "");
}

TEST(BrilForm, TextIsPrintedAsItWasRead) {
  EXPECT_EQ(text_of(program_of(kEverything)), kEverything);
}

TEST(BrilForm, JsonIsReadAsItWasPrinted) {
  const std::string json = json_of(program_of(kEverything));
  EXPECT_EQ(json_of(program_of(json)), json);
  EXPECT_EQ(text_of(program_of(json)), kEverything);
}

TEST(BrilForm, OldProgramsNeedNoSigns) {
  const std::string old = R"(main {
  i: int = const 3;
  one: int = const 1;
loop:
  i: int = sub i one;
  more: bool = gt i one;
  br more loop done;
done:
  jmp last;
last:
  print i;
}
)";
  EXPECT_EQ(outcome(program_of(old)), "1\n");
  EXPECT_NE(text_of(program_of(old)).find("br more .loop .done;"), std::string::npos);
}

/// Without signs, words of a phi are pairs if the function has their labels, here or further down.
TEST(BrilForm, OldPhisNameLabelsWithoutSigns) {
  const std::string two =
      "main { a: int = const 1; jmp l; l: x: int = phi a k b m; print x;"
      " jmp m; k: b: int = const 2; jmp l; m: }";
  EXPECT_NE(text_of(program_of(two)).find("x: int = phi a .k b .m;"), std::string::npos);
  const std::string none = "main { a: int = const 1; jmp end; end: x: int = phi a a a; print x; }";
  EXPECT_NE(sentence_of([&] { program_of(none); }).find("'x: int = phi a a a;'"),
            std::string::npos);
}

TEST(BrilForm, OldJsonHasLabelsAndFunctionsAmongTheArguments) {
  const std::string old = R"({"functions": [
    {"name": "main", "instrs": [
      {"op": "const", "dest": "b", "type": "bool", "value": false},
      {"op": "br", "args": ["b", "yes", "no"]},
      {"label": "yes"}, {"op": "jmp", "args": ["no"]},
      {"label": "no"}, {"op": "call", "args": ["f", "b"]}]},
    {"name": "f", "args": [{"name": "b", "type": "bool"}], "instrs": [
      {"op": "print", "args": ["b"]}]}]})";
  EXPECT_EQ(outcome(program_of(old)), "false\n");
}

TEST(BrilForm, PhisMayHaveTheirLabelsAnywhere) {
  const std::string begin =
      "a: int = const 1; b: int = const 2; jmp .l; .k: jmp .m; .l: jmp .m; .m: ";
  for (const char* phi : {"phi a .k b .l", "phi a b .k .l", "phi .k .l a b", "phi .k a .l b"}) {
    EXPECT_EQ(outcome(main_of(begin + "x: int = " + phi + "; print x;")), "2\n") << phi;
  }
}

TEST(BrilForm, APhiMayRepeatAnArgumentOfALabel) {
  EXPECT_EQ(outcome(main_of(".a: x: int = const 1; jmp .b; .b: z: int = phi x .a x .a; print z;")),
            "1\n");
}

TEST(BrilForm, JsonSaysWhereByPos) {
  EXPECT_EQ(sentence_of([] {
              program_of(R"({"functions": [{"name": "main", "instrs": [
                {"op": "print", "args": ["x"], "pos": {"row": 7, "col": 3}}]}]})");
            }),
            "test.bril:7:3: 'print x;' in function 'main': nothing declares 'x'");
}

TEST(BrilForm, RefusesJsonThatNestsDeep) {
  const std::string deep = "{\"functions\": " + std::string(200'000, '[');
  EXPECT_EQ(sentence_of([&] { program_of(deep); }),
            "test.bril: this nests deeper than a Bril program");
}

struct Refusal {
  const char* text;
  const char* sentence;
};

TEST(BrilForm, RejectsMalformedProgramsWithTheirPlace) {
  const Refusal refusals[] = {
      {"@main {\n  x: int = const 5\n}",
       "test.bril:3:1: expected ';' after an instruction, but"
       " found '}'"},
      {"@main {",
       "test.bril:1:8: expected an instruction, a label or '}', but found the end of the"
       " file"},
      {"@main { x: double = const 5; }",
       "test.bril:1:12: expected a type: int, bool, float, char, any, vector, pred or ptr<type>, "
       "but "
       "found 'double'"},
      {"@main { x: int = const true; }", "test.bril:1:24: 'true' is no constant of type int"},
      {"@main { x: int = const 9223372036854775808; }",
       "test.bril:1:24: '9223372036854775808' is not between -2^63 and 2^63 - 1"},
      {"@main { x: int = const 1; x: bool = const true; }",
       "test.bril:1:27: variable 'x' is declared as bool here, but as int before"},
      {"@main { .2: }", "test.bril:1:9: expected an instruction, a label or '}', but found '.2'"},
      {"@main { x: int = const 1.5; }", "test.bril:1:24: '1.5' is no constant of type int"},
      {"@main { x: float = const 1.5.2; }", "test.bril:1:26: '1.5.2' is no number"},
      {"@main { x: float = const 1e+; }", "test.bril:1:26: '1e+' is no number"},
      {"@main { x: float = const 12ab; }", "test.bril:1:26: '12ab' is no number"},
      {"@main { x: float = const 1e999; }", "test.bril:1:26: '1e999' is beyond the range of float"},
      {"@main { x: char = const 5; }", "test.bril:1:25: '5' is no constant of type char"},
      {"@main { x: int = const 'a'; }", "test.bril:1:24: ''a'' is no constant of type int"},
      {"@main { x: char = const 'ab'; }", "test.bril:1:25: ''' is no character of a Bril program"},
      {"@main { x: char = const '\xc0\x80'; }",
       "test.bril:1:25: ''' is no character of a Bril program"},
      {"@main { \xc3\xa4: }", "test.bril:1:9: '\xc3\xa4' is no character of a Bril program"},
      {"@main { $ }", "test.bril:1:9: '$' is no character of a Bril program"},
      {"@main { } @main { }", "test.bril:1:11: there are two functions 'main'"},
      {"@main { (p) .l: }", "test.bril:1:9: a label has no predicate"},
      {"@main: int { x: int = const 1; ret x; }",
       "test.bril:1:1: main returns no value, but is declared as int"},
      {"@f: int { x: int = const 1; ret x; }\n@main { call @f; }",
       "test.bril:2:9: 'call @f;' in function 'main': it gives a value of type int, not nothing"},
      {"@f(a: int, a: int) { }", "test.bril:1:12: there are two parameters 'a'"},
      {"{\"functions\": [}", "test.bril:1:16: this is no JSON"},
      {"{\"functions\": {}}", "test.bril: 'functions' is missing or no list"},
      {R"({"functions": [{"name": "main", "instrs": [{"op": "const", "dest": "x", "type": "int",
          "value": 1.5}]}]})",
       "test.bril: function 'main', instruction 1: '1.5' is no constant of type int"},
      {R"({"functions": [{"name": "main", "instrs": [{"op": "const", "dest": "x", "type": "char",
          "value": "ab"}]}]})",
       "test.bril: function 'main', instruction 1: '\"ab\"' is no constant of type char"},
      {R"({"functions": [{"name": "main", "instrs": [{"op": "const", "dest": "x", "type": "float",
          "value": true}]}]})",
       "test.bril: function 'main', instruction 1: 'true' is no constant of type float"},
      {R"({"functions": [{"name": "a b", "instrs": []}]})",
       "test.bril: function 1: 'a b' is no name"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(sentence_of([&] { program_of(refusal.text); }), refusal.sentence);
  }
  EXPECT_EQ(sentence_of([] { main_of("x: int = fly y;\n"); }).substr(0, 55),
            "test.bril:2:10: there is no operation 'fly'; there are ");
  EXPECT_EQ(sentence_of([] { main_of("x = const 1;\n"); }),
            "test.bril:2:1: a result has a type, as in 'x: int = …'");
}

TEST(BrilForm, RejectsMeaninglessInstructions) {
  const Refusal refusals[] = {
      {"print y;", "'print y;' in function 'main': nothing declares 'y'"},
      {"x: int = add x;", "'x: int = add x;' in function 'main': it takes 2 arguments, not 1"},
      {"x: bool = const true; y: int = add x x;",
       "'y: int = add x x;' in function 'main': 'x' is of type bool, not int"},
      {"x: bool = const true; y: int = not x;",
       "'y: int = not x;' in function 'main': it gives a value of type bool, not a value of type "
       "int"},
      {"x: int = const 1; sw x x x;", "it takes 2 arguments, not 3"},
      {"const 1;", "a constant needs a result of type int, bool, float, char or any"},
      {"jmp .a;", "there is no label 'a'"},
      {".a: .a:", "there are two labels 'a'"},
      {"x: bool = const true; br x .a; .a:", "it takes 2 labels, not 1"},
      {"x: int = const 1; (x) y: vector = s2vb x;",
       "a predicate is of type pred, and 'x' is of type int"},
      {"x: int = const 1; v: vector = s2vb x; p: pred = vcmp v v; (p) y: int = add x x;",
       "'add' takes no predicate; vector operations do"},
      {"call @g;", "there is no function 'g'"},
      {"call;", "it names no function"},
      {"x: int = const 1; ret x;", "it takes 0 arguments, not 1"},
      {".a: nop; x: int = phi;", "phis come first behind a label"},
      {".a: x: int = const 1; jmp .b; .b: y: int = phi x;",
       "'y: int = phi x;' in function 'main': it says for no argument which label it comes from, "
       "as in phi a .l b .m"},
      {".a: x: int = const 1; jmp .b; .b: y: int = phi x x .a;", "it takes 2 labels, not 1"},
      {"x: int = const 1; v: vector = s2vb x; w: vector = vadd v x;",
       "'w: vector = vadd v x;' in function 'main': 'x' is of type int, not vector; s2vb makes a "
       "vector of it, and --scalar-operands reads it as one"},
      {".a: x: int = const 1; y: int = const 2; jmp .b; .b: z: int = phi x .a y .a;",
       "label 'a' has two arguments, 'x' and 'y'"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_NE(sentence_of([&] { main_of(refusal.text); }).find(refusal.sentence), std::string::npos)
        << refusal.text << "\n"
        << sentence_of([&] { main_of(refusal.text); });
  }
}

}  // namespace
}  // namespace lanefold::bril
