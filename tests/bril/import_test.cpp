// SPDX-License-Identifier: Apache-2.0
// Bril programs of several files.
#include <gmock/gmock.h>

#include <map>

#include "bench.h"
#include "tools/bril/json_form.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;

using Files = std::map<std::string, std::string>;

/// Reads main.bril, which can import from all of these.
Program read_main(const Files& files) {
  const auto find = [&](const std::string& path, const std::string&) -> std::optional<SourceFile> {
    const auto found = files.find(path);
    if (found == files.end()) return {};
    return SourceFile{path, path, found->second};
  };
  return read(files.at("main.bril"), "main.bril", ScalarOperands::Refused, {"main.bril", find});
}

constexpr const char* kLibrary =
    "@one: int { x: int = const 1; ret x; }\n"
    "@two: int { x: int = call @one; x: int = add x x; ret x; }\n"
    "@unused { print; }\n";

std::string complaint(const Files& files) {
  return sentence_of([&] { read_main(files); });
}

TEST(BrilImport, FunctionsComeWithThoseThatTheyCall) {
  const Program program = read_main({{"lib.bril", kLibrary},
                                     {"main.bril",
                                      "from \"lib.bril\" import @two;\n"
                                      "@main { y: int = call @two; print y; }"}});
  EXPECT_EQ(outcome(program), "2\n");
  EXPECT_EQ(outcome(scalarise(program, Broadcasts::Once)), "2\n");
  EXPECT_EQ(text_of(program),
            "@main {\n  y: int = call @two;\n  print y;\n}\n\n"
            "@two: int {\n  x: int = call @one;\n  x: int = add x x;\n  ret x;\n}\n\n"
            "@one: int {\n  x: int = const 1;\n  ret x;\n}\n");
}

TEST(BrilImport, AliasesKeepFunctionsOfOneNameApart) {
  const Program program = read_main(
      {{"lib.bril", kLibrary}, {"main.bril", R"(from "lib.bril" import @two as @b, @one as @c;
      @one: int { x: int = const 10; ret x; }
      @main { x: int = call @one; y: int = call @b; z: int = call @c; print x y z; })"}});
  EXPECT_EQ(outcome(program), "10 2 1\n");
  // By its alias alone.
  EXPECT_THAT(complaint({{"lib.bril", kLibrary}, {"main.bril", R"(from "lib.bril" import @two as @b;
                          @main { y: int = call @two; })"}}),
              HasSubstr("main.bril:2:35: 'y: int = call @two;' in function 'main': there is no "
                        "function 'two'"));
}

TEST(BrilImport, FunctionsThatOnlyTheLibraryNamesGetFreeNames) {
  const Program program =
      read_main({{"lib.bril", kLibrary}, {"main.bril", R"(from "lib.bril" import @two;
      @one: int { x: int = const 10; ret x; }
      @main { x: int = call @one; y: int = call @two; print x y; })"}});
  EXPECT_EQ(outcome(program), "10 2\n");
  EXPECT_THAT(text_of(program), HasSubstr("x: int = call @one.1;"));
}

TEST(BrilImport, FilesMayImportEachOther) {
  const Program program = read_main({{"main.bril", R"(from "even.bril" import @even;
      @main(n: int) { e: bool = call @even n; print e; })"},
                                     {"even.bril", R"(from "odd.bril" import @odd;
      @even(n: int): bool { o: int = const 1; b: bool = lt n o; br b .end .on;
      .on: n: int = sub n o; b: bool = call @odd n; .end: ret b; })"},
                                     {"odd.bril", R"(from "even.bril" import @even as @its;
      @odd(n: int): bool { o: int = const 1; b: bool = lt n o; br b .no .on;
      .on: n: int = sub n o; b: bool = call @its n; ret b; .no: b: bool = not b; ret b; })"}});
  EXPECT_EQ(outcome(program, {"10"}), "true\n");
  EXPECT_EQ(outcome(program, {"7"}), "false\n");
  EXPECT_EQ(program.functions.size(), 3U);
}

TEST(BrilImport, AFileMayImportFromItself) {
  const Program program = read_main({{"main.bril", R"(from "main.bril" import @down as @again;
      @down(n: int) { o: int = const 1; print n; b: bool = lt n o; br b .end .on;
      .on: n: int = sub n o; call @again n; .end: ret; }
      @main { n: int = const 2; call @down n; })"}});
  EXPECT_EQ(outcome(program), "2\n1\n0\n");
  EXPECT_EQ(program.functions.size(), 2U);
}

TEST(BrilImport, ImportedFunctionsCanBeImported) {
  const Program program =
      read_main({{"lib.bril", kLibrary},
                 {"middle.bril", "from \"lib.bril\" import @two as @twice;"},
                 {"main.bril",
                  "from \"middle.bril\" import @twice as @t;\n"
                  "from \"lib.bril\" import @two;\n"
                  "@main { y: int = call @t; z: int = call @two; print y z; }"}});
  EXPECT_EQ(outcome(program), "2 2\n");
  EXPECT_EQ(program.functions.size(), 3U);
}

TEST(BrilImport, IsTheSameInBothForms) {
  const std::string text =
      "from \"lib.bril\" import @two as @b, @one;\nfrom \"lib.bril\" import;\n\n@main {\n}\n";
  EXPECT_EQ(text_of(parse(text, "main.bril")), text);
  EXPECT_EQ(text_of(parse(json_of(parse(text, "main.bril")), "main.json")), text);
  const std::string json = R"({"imports": [{"path": "lib.bril", "functions": [
      {"name": "two", "alias": "b"}, {"name": "one"}]}], "functions": [{"name": "main",
      "instrs": [{"op": "call", "dest": "x", "type": "int", "funcs": ["b"]},
                 {"op": "print", "args": ["x"]}]}]})";
  EXPECT_EQ(outcome(read_main({{"main.bril", json}, {"lib.bril", kLibrary}})), "2\n");
  const std::string library = json_of(parse(kLibrary, "lib.bril"));
  EXPECT_EQ(outcome(read_main({{"main.bril", json}, {"lib.bril", library}})), "2\n");
}

TEST(BrilImport, RefusesWhatItCannotFind) {
  const Files none{{"main.bril", "from \"x.bril\" import @f; @main { }"}};
  EXPECT_EQ(complaint(none),
            "main.bril:1:1: there is no file 'x.bril' to import from, beside this one or in a "
            "directory of -I");
  EXPECT_EQ(complaint({{"main.bril", "@main { }\nfrom \"lib.bril\" import @f as @one;"},
                       {"lib.bril", kLibrary}}),
            "main.bril:2:1: there is no function 'f' in 'lib.bril'");
  EXPECT_EQ(complaint({{"main.bril", "from \"b.bril\" import @f; @main { }"},
                       {"b.bril", "from \"main.bril\" import @f;"}}),
            "main.bril:1:1: there is no function 'f' in 'b.bril'");
  EXPECT_THAT(sentence_of([] { program_of("from \"x.bril\" import @f; @main { }"); }),
              HasSubstr("there is no file 'x.bril'"));
}

TEST(BrilImport, RefusesTwoFunctionsOfOneName) {
  const std::string sentence = "main.bril:1:1: there are two functions 'one' here; 'as' gives one";
  EXPECT_THAT(complaint({{"lib.bril", kLibrary},
                         {"main.bril", "from \"lib.bril\" import @one; @main { } @one { }"}}),
              HasSubstr(sentence));
  EXPECT_THAT(complaint({{"lib.bril", kLibrary},
                         {"main.bril", "from \"lib.bril\" import @one, @two as @one; @main { }"}}),
              HasSubstr(sentence));
}

TEST(BrilImport, SaysInWhichFileAMistakeIs) {
  const Files wrong{{"lib.bril", "@f {\n  x: int = const 0;\n  x: int = div x x;\n}"},
                    {"main.bril", "from \"lib.bril\" import @f; @main { call @f; }"}};
  const Program program = read_main(wrong);
  EXPECT_EQ(sentence_of([&] { run(program, {}, {}, [](std::string_view) {}); }),
            "lib.bril:3:3: 'x: int = div x x;': division by zero");
  EXPECT_EQ(sentence_of([&] {
              run(scalarise(program, Broadcasts::Once), {}, {}, [](std::string_view) {});
            }),
            "lib.bril:3:3: 'x: int = div x x;': division by zero");
  EXPECT_THAT(complaint({{"lib.bril", "@f {\n  x: int = add x;\n}"}, *wrong.rbegin()}),
              HasSubstr("lib.bril:2:3: 'x: int = add x;' in function 'f': it takes 2 arguments"));
  const Files leak{{"lib.bril", "@f { n: int = const 1; p: ptr<int> = alloc n; }"},
                   *wrong.rbegin()};
  EXPECT_THAT(sentence_of([&] { run(read_main(leak), {}, {}, [](std::string_view) {}); }),
              HasSubstr("lib.bril:1:24: what is allocated here is not freed at the end"));
}

TEST(BrilImport, RefusesWrongSyntax) {
  const std::pair<const char*, const char*> refusals[] = {
      {"from \"a.bril\" @f;", "expected 'import' after a path, but found '@f'"},
      {"from \"a.bril\" import @f @g;", "expected ',' or ';' after an imported function"},
      {"from \"a.bril\" import @f as;", "expected a function, as in @main, but found ';'"},
      {"from \"a.bril", "a path is text in one line, between two quotes"},
      {"from \"a\xff\" import @f;", "a path is text in one line, between two quotes"},
      {"from \"\" import @f;", "a path is text in one line, between two quotes"},
      {R"({"imports": [{"functions": []}], "functions": []})",
       "import 1: 'path' is 'null', which is no path"},
      {R"({"imports": [{"path": "a\"b", "functions": []}], "functions": []})", "is no path"},
      {R"({"imports": [{"path": "a", "names": []}], "functions": []})",
       "an import has no key 'names'; valid: path, functions"},
      {R"({"imports": [{"path": "a", "functions": [{"name": "f", "as": "g"}]}], "functions": []})",
       "an imported function has no key 'as'; valid: name, alias"},
  };
  for (const auto& [text, sentence] : refusals) {
    EXPECT_THAT(sentence_of([&, body = std::string(text)] { parse(body, "test.bril"); }),
                HasSubstr(sentence))
        << text;
  }
  EXPECT_THAT(text_of(parse("from { }", "old.bril")), HasSubstr("@from {"));
}

}  // namespace
}  // namespace lanefold::bril
