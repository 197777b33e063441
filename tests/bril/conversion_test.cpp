// SPDX-License-Identifier: Apache-2.0
// Text and JSON as Bril's own tools print them.
#include <gmock/gmock.h>

#include <algorithm>

#include "bench.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string reference_text(const std::string& source) {
  return text_of(parse(source, "test.bril"), TextStyle::Reference);
}

/// What `"value"` is in JSON for a float constant with this literal.
std::string json_value(const std::string& literal) {
  const std::string json = json_of(parse("@f { x: float = const " + literal + "; }", "test.bril"));
  const std::size_t begin = json.find("\"value\": ") + 9;
  return json.substr(begin, json.find('\n', begin) - begin);
}

TEST(BrilConversion, WritesJsonAsBril2jsonDoes) {
  EXPECT_EQ(
      json_of(parse("@main(b: bool, p: ptr<int>): int {\n"
                    ".go:\n  c: char = const '\xc3\xa4';\n  b: bool = not b;\n"
                    "  br b .go .end;\n.end:\n  x: int = call @main b p;\n  ret x;\n}\n@f { }",
                    "test.bril")),
      R"({
  "functions": [
    {
      "args": [
        {
          "name": "b",
          "type": "bool"
        },
        {
          "name": "p",
          "type": {
            "ptr": "int"
          }
        }
      ],
      "instrs": [
        {
          "label": "go"
        },
        {
          "dest": "c",
          "op": "const",
          "type": "char",
          "value": "\u00e4"
        },
        {
          "args": [
            "b"
          ],
          "dest": "b",
          "op": "not",
          "type": "bool"
        },
        {
          "args": [
            "b"
          ],
          "labels": [
            "go",
            "end"
          ],
          "op": "br"
        },
        {
          "label": "end"
        },
        {
          "args": [
            "b",
            "p"
          ],
          "dest": "x",
          "funcs": [
            "main"
          ],
          "op": "call",
          "type": "int"
        },
        {
          "args": [
            "x"
          ],
          "op": "ret"
        }
      ],
      "name": "main",
      "type": "int"
    },
    {
      "instrs": [],
      "name": "f"
    }
  ]
}
)");
}

TEST(BrilConversion, WritesNumbersAsPythonDoes) {
  const std::pair<const char*, const char*> numbers[] = {
      {"1.1", "1.1"},
      {".02", "0.02"},
      {"1.0", "1.0"},
      {"1e6", "1000000.0"},
      {"-1e6", "-1000000.0"},
      {"1.1e11", "110000000000.0"},
      {"1e15", "1000000000000000.0"},
      {"1e16", "1e+16"},
      {"123456789012345678.0", "1.2345678901234568e+17"},
      {"0.0001", "0.0001"},
      {"0.00001", "1e-05"},
      {"1.5e-7", "1.5e-07"},
      {"1e300", "1e+300"},
      {"5e-324", "5e-324"},
      {"-0.0", "-0.0"},
      {"0.1", "0.1"},
      {"5", "5"},
      {"-7", "-7"},
      {"+007", "7"},
      {"-0", "0"},
      {"9007199254740993", "9007199254740993"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "1.8446744073709552e+19"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"-9223372036854775809", "-9.223372036854776e+18"},
  };
  for (const auto& [literal, written] : numbers) {
    EXPECT_EQ(json_value(literal), written);
    const std::string text = "@f {\n  x: float = const " + std::string(written) + ";\n}\n";
    EXPECT_EQ(reference_text("@f { x: float = const " + std::string(literal) + "; }"), text);
  }
  // A whole number has no negative zero.
  EXPECT_EQ(outcome(main_of("x: float = const -0; y: float = const -0.0; print x y;")),
            "0.00000000000000000 -0.00000000000000000\n");
}

TEST(BrilConversion, KeepsHowNumbersAreWrittenInJson) {
  for (const char* value : {"5", "5.0", "0.5", "1e+16", "18446744073709551615"}) {
    const std::string json = R"({"functions": [{"name": "f", "instrs": [{"op": "const",
        "dest": "x", "type": "float", "value": )" +
                             std::string(value) + "}]}]}";
    EXPECT_EQ(reference_text(json), "@f {\n  x: float = const " + std::string(value) + ";\n}\n");
  }
}

TEST(BrilConversion, WritesTextAsBril2txtDoes) {
  const std::string text =
      "@first(a: int, p: ptr<ptr<char>>): int {\n"
      ".top:\n"
      "  c: char = const '\\n';\n"
      "  b: bool = const true;\n"
      "  x: int = call @first a p;\n"
      "  nop;\n"
      "  br b .top .end;\n"
      ".end:\n"
      "  y: int = phi a x .top .top;\n"
      "  print;\n"
      "  ret y;\n"
      "}\n"
      "@second {\n"
      "}\n";
  EXPECT_EQ(reference_text(text), text);
  EXPECT_EQ(reference_text(json_of(parse(text, "test.bril"))), text);
  EXPECT_THAT(text_of(parse(text, "test.bril")), HasSubstr("phi a .top x .top;\n"));
}

TEST(BrilConversion, WritesPositionsOnRequest) {
  const Program program = parse(
      "# a comment\n@main {\n  c: char = const '\xc3\xa4'; nop;\n.l:\n"
      "  x: int = add x x;\n}\n",
      "test.bril");
  EXPECT_THAT(json_of(program), Not(HasSubstr("pos")));
  std::string json = json_of(program, Positions::Printed);
  json.erase(std::remove_if(json.begin(), json.end(), [](char c) { return c == ' ' || c == '\n'; }),
             json.end());
  EXPECT_EQ(json,
            R"({"functions":[{"instrs":[)"
            R"({"dest":"c","op":"const","pos":{"col":3,"row":3},"type":"char","value":"\u00e4"},)"
            R"({"op":"nop","pos":{"col":24,"row":3}},)"
            R"({"label":"l","pos":{"col":1,"row":4}},)"
            R"({"args":["x","x"],"dest":"x","op":"add","pos":{"col":3,"row":5},"type":"int"}],)"
            R"("name":"main","pos":{"col":1,"row":2}}]})");
  const Program again = parse(json, "test.json");
  EXPECT_EQ(json_of(again, Positions::Printed), json_of(program, Positions::Printed));
}

TEST(BrilConversion, ChecksNoTypes) {
  const std::string text = "@main {\n  x: int = add nothing;\n  jmp .nowhere;\n}\n";
  EXPECT_EQ(reference_text(text), text);
  EXPECT_EQ(reference_text(json_of(parse(text, "test.bril"))), text);
}

}  // namespace
}  // namespace lanefold::bril
