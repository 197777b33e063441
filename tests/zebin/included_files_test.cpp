// SPDX-License-Identifier: Apache-2.0
// What a source may include, found without a preprocessor.
#include "compiler/included_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/own_folder.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

std::string names_in(std::string_view text) {
  const auto names = included_names(text);
  if (!names) return "unknown";
  std::string result;
  for (const IncludedName& each : *names) {
    result += (each.quoted ? '"' : '<') + each.name + ' ';
  }
  return result;
}

TEST(IncludedFiles, AreNamedByDirectives) {
  EXPECT_EQ(names_in("int a;\n#include \"a.h\"\n  #  include<b/c.h> // more\n"), "\"a.h <b/c.h ");
  EXPECT_EQ(names_in("#inc\\\nlude \\\r\n \"a.h\"\n%:include <b.h>\n"), "\"a.h <b.h ");
  EXPECT_EQ(names_in("// include \"a.h\"\n#define X 1\nint included;\n"), "");
  EXPECT_EQ(names_in(""), "");
}

TEST(IncludedFiles, AreUnknownBehindMacros) {
  EXPECT_EQ(names_in("#include NAME\n"), "unknown");
  EXPECT_EQ(names_in("#include_next <a.h>\n"), "unknown");
  EXPECT_EQ(names_in("# /* x */ include <a.h>\n"), "unknown");
  EXPECT_EQ(names_in("#import <a.h>\n"), "unknown");
  EXPECT_EQ(names_in("#include \"a.h\n"), "unknown");
}

class IncludedFolders : public OwnFolder {
 protected:
  void SetUp() override {
    OwnFolder::SetUp();
    fs::create_directories(folder_ / "first" / "sub");
    fs::create_directories(folder_ / "second");
  }

  void write(const char* name, const char* text) const { std::ofstream(folder_ / name) << text; }
  std::optional<std::string> identity(std::string_view text) const {
    return identity_of_includes({text}, {folder_ / "first", folder_ / "second"});
  }
};

TEST_F(IncludedFolders, ChangeWithEveryFileThatMayBeRead) {
  write("second/a.h", "#include \"sub/b.h\"\n");
  const std::string_view source = "#include \"a.h\"\n";
  const auto start = identity(source);
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(identity(source), start);
  write("first/sub/b.h", "#include \"c.h\"\n");
  const auto with_b = identity(source);
  EXPECT_NE(with_b, start);
  write("first/sub/c.h", "int c;");
  const auto with_c = identity(source);
  EXPECT_NE(with_c, with_b);
  write("first/a.h", "");
  EXPECT_NE(identity(source), with_c);
  write("first/other.h", "");
  fs::remove(folder_ / "first" / "a.h");
  EXPECT_EQ(identity(source), with_c);
}

TEST_F(IncludedFolders, AreUnknownIfAFileDependsOnMoreThanText) {
  write("first/a.h", "const char* when = __DATE__;");
  EXPECT_FALSE(identity("#include \"a.h\"\n").has_value());
  EXPECT_FALSE(identity("#include A\n").has_value());
  write("first/a.h", "#include \"a.h\"\n");
  EXPECT_TRUE(identity("#include <a.h>\n").has_value());
}

}  // namespace
}  // namespace lanefold
