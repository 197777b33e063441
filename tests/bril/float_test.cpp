// SPDX-License-Identifier: Apache-2.0
// Floats and characters of Bril, and their bits.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;

const char* truth(bool value) { return value ? "true\n" : "false\n"; }

/// What a run prints of a float with this constant.
std::string float_printed(const std::string& constant) {
  const Program program = main_of("x: float = const " + constant + "; print x;");
  EXPECT_EQ(outcome(program_of(text_of(program))), outcome(program)) << constant;
  EXPECT_EQ(outcome(program_of(json_of(program))), outcome(program)) << constant;
  return outcome(program);
}

TEST(BrilFloat, IsPrintedWithSeventeenDigits) {
  const std::pair<const char*, const char*> numbers[] = {
      {"0", "0.00000000000000000"},
      {"-0.0", "-0.00000000000000000"},
      {"5", "5.00000000000000000"},
      {"-.5", "-0.50000000000000000"},
      {".5", "0.50000000000000000"},
      {"+2.", "2.00000000000000000"},
      {"0.1", "0.10000000000000001"},
      {"-3.25e1", "-32.50000000000000000"},
      {"1e-9", "0.00000000100000000"},
      {"9999999999.5", "9999999999.50000000000000000"},
      {"1e10", "1.00000000000000000e+10"},
      {"1e-10", "1.00000000000000004e-10"},
      {"1.5E+300", "1.50000000000000008e+300"},
      {"0.000003814697265625", "0.00000381469726563"},  // 2^-18: the half goes up
      {"-0.000003814697265625", "-0.00000381469726563"},
      {"4.9e-324", "4.94065645841246544e-324"},
      {"1.7976931348623157e308", "1.79769313486231571e+308"},
  };
  for (const auto& [constant, printed] : numbers) {
    EXPECT_EQ(float_printed(constant), std::string(printed) + "\n") << constant;
  }
}

TEST(BrilFloat, Calculates) {
  EXPECT_EQ(result_of("float", "0.1", "0.2", "x: float = fadd a b;"), "0.30000000000000004\n");
  EXPECT_EQ(result_of("float", "0.5", "0.75", "x: float = fsub a b;"), "-0.25000000000000000\n");
  EXPECT_EQ(result_of("float", "-1.5", "3", "x: float = fmul a b;"), "-4.50000000000000000\n");
  EXPECT_EQ(result_of("float", "1", "3", "x: float = fdiv a b;"), "0.33333333333333331\n");
  EXPECT_EQ(result_of("float", "1", "0", "x: float = fdiv a b;"), "Infinity\n");
  EXPECT_EQ(result_of("float", "1", "-0.0", "x: float = fdiv a b;"), "-Infinity\n");
  EXPECT_EQ(result_of("float", "0", "-0.0", "x: float = fdiv a b;"), "NaN\n");
}

TEST(BrilFloat, Compares) {
  const std::string not_a_number = "z: float = fsub a a; a: float = fdiv z z; ";
  for (const std::string op : {"feq", "flt", "fgt", "fle", "fge"}) {
    const std::string compare = "x: bool = " + op + " a b;";
    EXPECT_EQ(result_of("float", "1.5", "2.5", compare), truth(op == "flt" || op == "fle")) << op;
    EXPECT_EQ(result_of("float", "2.5", "1.5", compare), truth(op == "fgt" || op == "fge")) << op;
    EXPECT_EQ(result_of("float", "0.0", "-0.0", compare), truth(op != "flt" && op != "fgt")) << op;
    EXPECT_EQ(result_of("float", "1", "1", not_a_number + compare), "false\n") << op;
  }
}

TEST(BrilFloat, BitsAreThoseOfAnInt) {
  EXPECT_EQ(result_of("float", "1", "1", "x: int = bitcast a;"), "4607182418800017408\n");
  EXPECT_EQ(result_of("float", "-2", "0", "i: int = bitcast a; x: float = bitcast i;"),
            "-2.00000000000000000\n");
  EXPECT_EQ(result_of("float", "0", "0", "a: float = fdiv a b; x: int = bitcast a;"),
            "9221120237041090560\n");
  EXPECT_EQ(outcome(main_of("n: int = const 2; v: vector = s2vb n; w: vector = bitcast v;"
                            "p: pred = vcmp v w; q: pred = bitcast p; print w q;")),
            "(2, 2, 2, 2) (true, true, true, true)\n");
  EXPECT_THAT(sentence_of([] { main_of("b: bool = const true; x: float = bitcast b;"); }),
              HasSubstr("bits are those of an int and a float, or of one type, not of bool and a "
                        "value of type float"));
  EXPECT_THAT(sentence_of([] { main_of("b: int = const 1; bitcast b;"); }),
              HasSubstr("not of int and nothing"));
}

TEST(BrilFloat, BitsHaveOperationsOfTheirOwn) {
  EXPECT_EQ(result_of("float", "1", "1", "x: int = float2bits a;"), "4607182418800017408\n");
  EXPECT_EQ(result_of("int", "4591870180066957722", "0", "x: float = bits2float a;"),
            "0.10000000000000001\n");
  EXPECT_THAT(sentence_of([] { main_of("n: int = const 1; x: int = float2bits n;"); }),
              HasSubstr("'n' is of type int, not float"));
  EXPECT_THAT(sentence_of([] { main_of("n: int = const 1; x: int = bits2float n;"); }),
              HasSubstr("it gives a value of type float, not a value of type int"));
}

TEST(BrilFloat, IsAnArgumentOfMain) {
  const Program program = program_of("@main(a: float, b: float, c: char) { print a b c; }");
  EXPECT_EQ(outcome(program, {"3", "-0.25e1", "\xc3\xa4"}),
            "3.00000000000000000 -2.50000000000000000 \xc3\xa4\n");
  for (const char* wrong : {"x", "", ".", "1e", "1e999", "0x1", "nan"}) {
    EXPECT_EQ(outcome(program, {wrong, "1", "a"}), "error 2\n") << wrong;
  }
  EXPECT_EQ(outcome(program, {"1", "1", "ab"}), "error 2\n");
  EXPECT_EQ(outcome(program, {"1", "1", ""}), "error 2\n");
}

TEST(BrilFloat, GoesThroughMemoryAndPhis) {
  const Program program = program_of(R"(@main(n: int) {
    one: int = const 1;
    half: float = const 0.5;
    p: ptr<float> = alloc n;
    x: float = const 1;
  .loop:
    x: float = fmul x half;
    store p x;
    n: int = sub n one;
    more: bool = gt n one;
    br more .loop .end;
  .end:
    x: float = load p;
    print x;
    free p;
  })");
  EXPECT_EQ(outcome(program, {"4"}), "0.12500000000000000\n");
  EXPECT_EQ(outcome(through_ssa(program), {"4"}), "0.12500000000000000\n");
  EXPECT_EQ(outcome(scalarise(program, Broadcasts::AtUses), {"4"}), "0.12500000000000000\n");
}

TEST(BrilChar, IsPrintedInUtf8) {
  EXPECT_EQ(outcome(main_of("a: char = const 'a'; q: char = const '''; s: char = const '\\';"
                            "h: char = const '#'; print a q s h;")),
            "a ' \\ #\n");
  EXPECT_EQ(outcome(main_of("c: char = const '\xf0\x9f\x90\xb1'; n: int = char2int c; print c n;")),
            "\xf0\x9f\x90\xb1 128049\n");
}

TEST(BrilChar, HasEscapesForControlCharacters) {
  std::string body;
  std::string printed;
  const std::pair<const char*, int> escapes[] = {{"0", 0},  {"a", 7},  {"b", 8},  {"t", 9},
                                                 {"n", 10}, {"v", 11}, {"f", 12}, {"r", 13}};
  for (const auto& [letter, code] : escapes) {
    body += std::string("  c: char = const '\\") + letter + "';\n";
    body += "  n: int = char2int c;\n  print n;\n";
    printed += std::to_string(code) + "\n";
  }
  const Program program = main_of(body);
  EXPECT_EQ(outcome(program), printed);
  EXPECT_EQ(text_of(program), "@main {\n" + body + "}\n");
  EXPECT_EQ(text_of(program_of(json_of(program))), text_of(program));
}

TEST(BrilChar, ComparesByNumber) {
  const std::string begin = "a: char = const 'a'; b: char = const '\xc3\xa4'; ";
  const auto result = [&](const std::string& op, const std::string& arguments) {
    return outcome(main_of(begin + "x: bool = " + op + " " + arguments + "; print x;"));
  };
  for (const std::string op : {"ceq", "clt", "cgt", "cle", "cge"}) {
    EXPECT_EQ(result(op, "a b"), truth(op == "clt" || op == "cle")) << op;
    EXPECT_EQ(result(op, "b a"), truth(op == "cgt" || op == "cge")) << op;
    EXPECT_EQ(result(op, "a a"), truth(op != "clt" && op != "cgt")) << op;
  }
}

TEST(BrilChar, NumbersThatAreNoCharacterAreRefused) {
  const auto printed = [](const std::string& number) {
    return outcome(main_of("n: int = const " + number + "; c: char = int2char n; print c;"));
  };
  EXPECT_EQ(printed("65"), "A\n");
  EXPECT_EQ(printed("8364"), "\xe2\x82\xac\n");
  EXPECT_EQ(printed("55295"), "\xed\x9f\xbf\n");
  EXPECT_EQ(printed("1114111"), "\xf4\x8f\xbf\xbf\n");
  for (const char* wrong : {"-1", "55296", "57343", "1114112"}) {
    EXPECT_EQ(printed(wrong), "error 6\n") << wrong;
  }
  EXPECT_EQ(sentence_of([] {
              run(main_of("n: int = const -1; c: char = int2char n;"), {}, {},
                  [](std::string_view) {});
            }),
            "test.bril:2:20: 'c: char = int2char n;': -1 is no character; there are 0 to 55295 and "
            "57344 to 1114111");
}

}  // namespace
}  // namespace lanefold::bril
