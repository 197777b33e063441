// SPDX-License-Identifier: Apache-2.0
// Bril as JSON: predicates, and which keys there are.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;

/// A program whose main has these instructions.
std::string json_main(const std::string& instructions) {
  return R"({"functions": [{"name": "main", "instrs": [)" + instructions + "]}]}";
}

/// A vadd of two vectors of ones in the lanes 0 and 1 of p, with further keys.
std::string predicated(const std::string& keys) {
  return json_main(R"(
    {"op": "const", "dest": "zero", "type": "int", "value": 0},
    {"op": "const", "dest": "one", "type": "int", "value": 1},
    {"op": "s2vb", "dest": "ones", "type": "vector", "args": ["one"]},
    {"op": "s2v", "dest": "v", "type": "vector", "args": ["one", "one", "zero", "zero"]},
    {"op": "vcmp", "dest": "p", "type": "pred", "args": ["v", "ones"]},
    {"op": "vadd", "dest": "w", "type": "vector", "args": ["ones", "ones"])" +
                   keys + R"(},
    {"op": "print", "args": ["w"]})");
}

TEST(BrilJson, NegatedPredicatesGiveThePagesAnswer) {
  // The example of section Predication Removal, with the keys that the page's tools write.
  const Program program = program_of(json_main(R"(
    {"dest": "n0", "op": "const", "type": "int", "value": 0},
    {"dest": "n1", "op": "const", "type": "int", "value": 1},
    {"dest": "n2", "op": "const", "type": "int", "value": 2},
    {"dest": "n3", "op": "const", "type": "int", "value": 3},
    {"args": ["n0"], "dest": "vec0", "op": "s2vb", "type": "vector"},
    {"args": ["n1"], "dest": "vec1", "op": "s2vb", "type": "vector"},
    {"args": ["n0", "n1", "n2", "n3"], "dest": "vec2", "op": "s2v", "type": "vector"},
    {"args": ["n1", "n0", "n2", "n3"], "dest": "vec3", "op": "s2v", "type": "vector"},
    {"args": ["vec2", "vec3"], "dest": "p0", "op": "vcmp", "type": "pred"},
    {"args": ["vec0", "vec0"], "dest": "vec4", "neg": "0", "op": "vadd", "pred": "p0",
     "type": "vector"},
    {"args": ["vec1", "vec1"], "dest": "vec5", "neg": "1", "op": "vadd", "pred": "p0",
     "type": "vector"},
    {"args": ["p0", "vec4", "vec5"], "dest": "vec6", "op": "vphi", "type": "vector"},
    {"args": ["vec6"], "op": "print"})"));
  EXPECT_EQ(outcome(program), "(2, 2, 0, 0)\n");
  EXPECT_THAT(text_of(program), HasSubstr("(p0) vec4: vector = vadd vec0 vec0;"));
  EXPECT_THAT(text_of(program), HasSubstr("(!p0) vec5: vector = vadd vec1 vec1;"));
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    EXPECT_EQ(outcome(program_of(json_of(scalarise(program, broadcasts)))), "(2, 2, 0, 0)\n");
  }
}

TEST(BrilJson, NegIsATruthValueOfAnyKind) {
  for (const char* negated : {R"("1")", "1", "true"}) {
    const std::string keys = std::string(R"(, "pred": "p", "neg": )") + negated;
    EXPECT_EQ(outcome(program_of(predicated(keys))), "(0, 0, 2, 2)\n") << negated;
  }
  for (const char* plain : {R"("0")", "0", "false", "null"}) {
    const std::string keys = std::string(R"(, "pred": "p", "neg": )") + plain;
    EXPECT_EQ(outcome(program_of(predicated(keys))), "(2, 2, 0, 0)\n") << plain;
  }
}

TEST(BrilJson, AnExclamationMarkNegatesAPredicate) {
  EXPECT_EQ(outcome(program_of(predicated(R"(, "pred": "p")"))), "(2, 2, 0, 0)\n");
  EXPECT_EQ(outcome(program_of(predicated(R"(, "pred": "!p")"))), "(0, 0, 2, 2)\n");
}

TEST(BrilJson, ARemovedPredicateIsUndefined) {
  const std::string keys = R"(, "pred": "undefined", "neg": "undefined")";
  EXPECT_EQ(outcome(program_of(predicated(keys))), "(2, 2, 2, 2)\n");
}

TEST(BrilJson, APredicateMayBeCalledUndefined) {
  const std::string text =
      "@main {\n  a: int = const 0;\n  v: vector = s2vb a;\n  undefined: pred = vcmp v v;\n"
      "  (!undefined) w: vector = vadd v v;\n  (undefined) x: vector = vadd v v;\n}\n";
  EXPECT_EQ(text_of(program_of(json_of(program_of(text)))), text);
}

TEST(BrilJson, PredicatesArePrintedWithNeg) {
  const std::string text = predicated(R"(, "pred": "!p")");
  EXPECT_THAT(json_of(program_of(text)),
              HasSubstr("\"neg\": \"1\",\n          \"op\": \"vadd\",\n          \"pred\": \"p\""));
}

TEST(BrilJson, RejectsPredicatesThatContradictThemselves) {
  const std::string where = "test.bril: function 'main', instruction 6: ";
  const std::pair<const char*, const char*> refusals[] = {
      {R"(, "neg": "1")", "'neg' is given, but 'pred' is not"},
      {R"(, "neg": "undefined")", "'neg' is given, but 'pred' is not"},
      {R"(, "pred": "!p", "neg": "1")", "'pred' has a '!' already, so it takes no 'neg'"},
      {R"(, "pred": "!p", "neg": "0")", "'pred' has a '!' already, so it takes no 'neg'"},
      {R"(, "pred": "p", "neg": "2")",
       R"('neg' is '"2"'; valid: "0" and "1", 0 and 1, false and true)"},
      {R"(, "pred": "p", "neg": -1)",
       R"('neg' is '-1'; valid: "0" and "1", 0 and 1, false and true)"},
      {R"(, "pred": "p", "neg": "undefined")",
       R"('neg' is '"undefined"'; valid: "0" and "1", 0 and 1, false and true)"},
      {R"(, "pred": 1)", "'pred' is no text"},
      {R"(, "pred": "!!p")", "'!p' is no name"},
  };
  for (const auto& [keys, sentence] : refusals) {
    EXPECT_EQ(sentence_of([&, text = predicated(keys)] { program_of(text); }), where + sentence);
  }
}

TEST(BrilJson, RejectsKeysThatAnObjectDoesNotHave) {
  const std::string positions = ", pos, pos_end, src";
  const std::string instruction = "op, dest, type, args, funcs, labels, pred, neg";
  const std::pair<std::string, std::string> refusals[] = {
      {R"({"functions": [], "version": 1})",
       "a program has no key 'version'; valid: functions, imports" + positions},
      {R"({"functions": [{"name": "main", "instr": []}]})",
       "function 1: a function has no key 'instr'; valid: name, args, type, instrs" + positions},
      {R"({"functions": [{"name": "f", "args": [{"name": "a", "type": "int"},
          {"name": "b", "type": "int", "default": 1}], "instrs": []}]})",
       "function 'f', parameter 2: a parameter has no key 'default'; valid: name, type" +
           positions},
      {predicated(R"(, "negate": "1")"),
       "function 'main', instruction 6: 'vadd' has no key 'negate'; valid: " + instruction +
           positions},
      {predicated(R"(, "value": 1)"),
       "function 'main', instruction 6: 'vadd' has no key 'value'; valid: " + instruction +
           positions},
      {json_main(R"({"op": "const", "dest": "a", "type": "int", "value": 1, "arg": []})"),
       "function 'main', instruction 1: 'const' has no key 'arg'; valid: " + instruction +
           ", value" + positions},
      {json_main(R"({"label": "l", "op": "nop"})"),
       "function 'main', instruction 1: a label has no key 'op'; valid: label" + positions},
      {json_main(R"({"lable": "l"})"),
       "function 'main', instruction 1: an instruction has no key 'lable'; valid: " + instruction +
           ", value, label" + positions},
      {json_main(R"({"op": "nop", "type": "int"})"),
       "function 'main', instruction 1: 'type' is given, but 'dest' is not"},
      {json_main("1"), "function 'main', instruction 1: expected an object, but found '1'"},
      {"[]", "expected an object, but found '[]'"},
  };
  for (const auto& [text, sentence] : refusals) {
    EXPECT_EQ(sentence_of([&, program = text] { program_of(program); }), "test.bril: " + sentence);
  }
}

TEST(BrilJson, RejectsArgumentsOfAConstant) {
  const std::string text = json_main(R"(
    {"op": "const", "dest": "a", "type": "int", "value": 1},
    {"op": "const", "dest": "b", "type": "int", "value": 2, "args": ["a"]})");
  EXPECT_THAT(sentence_of([&] { program_of(text); }), HasSubstr("it takes 0 arguments, not 1"));
}

TEST(BrilJson, RejectsASecondKeyOfAnObject) {
  EXPECT_EQ(sentence_of([] { program_of(json_main("\n{\"op\": \"nop\",\n \"op\": \"ret\"}")); }),
            "test.bril:3:2: an object has two keys 'op'");
  EXPECT_EQ(sentence_of([] { program_of(R"({"functions": [], "functions": []})"); }),
            "test.bril:1:19: an object has two keys 'functions'");
}

TEST(BrilJson, RejectsNumbersBeyondAnyType) {
  const std::string text =
      json_main(R"({"op": "const", "dest": "a", "type": "int", "value": 1e999})");
  EXPECT_THAT(sentence_of([&] { program_of(text); }), HasSubstr(": a number is too large"));
}

TEST(BrilJson, AnyObjectMayHaveAPosition) {
  const std::string position =
      R"("pos": {"row": 1, "col": 2}, "pos_end": {"row": 1, "col": 3}, "src": "f.bril")";
  const std::string text = "{" + position + R"(, "functions": [{"name": "main", )" + position +
                           R"(, "args": [{"name": "a", "type": "int", )" + position +
                           R"(}], "instrs": [{"label": "l", )" + position +
                           R"(}, {"op": "print", "args": ["a"], )" + position + "}]}]}";
  EXPECT_EQ(outcome(program_of(text), {"7"}), "7\n");
}

TEST(BrilJson, AnEmptyListOrNullIsNoKey) {
  const std::string lists = R"("args": [], "funcs": [], "labels": [])";
  EXPECT_EQ(
      outcome(program_of(json_main(
          R"({"op": "const", "dest": "a", "type": "int", "value": 1, "pred": null, )" + lists +
          R"(}, {"op": "nop", "dest": null, "type": null, "neg": null, )" + lists + "}"))),
      "");
}

}  // namespace
}  // namespace lanefold::bril
