// SPDX-License-Identifier: Apache-2.0
// Builds that have been before: no program is started for them, and nothing stale comes out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "compiler/build_record.h"
#include "compiler/temporary_directory.h"
#include "lanefold/compiler.h"
#include "tests/support/environment_variable.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Page faults of all children that have ended: no program ends without any.
long faults_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_minflt;
}

class Builds : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "lanefold-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    write("first/value.h", "");  // makes the folders
    fs::remove(folder_ / "first/value.h");
    write("second/value.h", "#define VALUE 1\n");
    options_.user_options = {"-I", (folder_ / "first").string(), "-I",
                             (folder_ / "second").string()};
    // No test builds the same source as another, or as an earlier run.
    unique_ = "// " + pattern + "\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    // A file that is as young as a build may be younger: file systems' clocks tick slowly.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  CompiledProgram build(const std::string& source) const {
    return compile_opencl(unique_ + source, "mine.cl", options_);
  }
  /// Whether building starts a program.
  bool starts_programs(const std::string& source) const {
    const long before = faults_of_children();
    build(source);
    return faults_of_children() != before;
  }

  fs::path folder_;
  CompileOptions options_;
  std::string unique_;
};

TEST_F(Builds, StartNothingForTheSameSourceAndOptions) {
  const std::string source = "kernel void k(global int* p) { p[0] == 1; }";
  const CompiledProgram first = build(source);
  EXPECT_FALSE(starts_programs(source));
  const CompiledProgram again = build(source);
  EXPECT_TRUE(again.from_cache);
  EXPECT_EQ(again.elf, first.elf);
  EXPECT_EQ(again.log, first.log);
  EXPECT_THAT(again.log, HasSubstr("warning: equality comparison result unused"));
  EXPECT_TRUE(starts_programs(source + "\n"));
  options_.user_options.emplace_back("-DX");
  EXPECT_TRUE(starts_programs(source));
}

TEST_F(Builds, OfObjectsAreRememberedToo) {
  const std::string source = unique_ + "int f(int x) { return x + 1; }";
  const CompiledProgram first = compile_object(source, "mine.cl", options_);
  const long before = faults_of_children();
  EXPECT_EQ(compile_object(source, "mine.cl", options_).elf, first.elf);
  EXPECT_EQ(faults_of_children(), before);
}

TEST_F(Builds, NoticeFilesThatChangeAppearOrGo) {
  const std::string source = "#include \"value.h\"\nkernel void k(global int* p) { p[0] = VALUE; }";
  build(source);
  EXPECT_FALSE(starts_programs(source));
  write("second/value.h", "#define VALUE 2\n");
  EXPECT_TRUE(starts_programs(source));
  EXPECT_FALSE(starts_programs(source));
  const CompiledProgram two = build(source);
  write("first/value.h", "#define VALUE 3\n");
  EXPECT_TRUE(starts_programs(source)) << "found earlier";
  EXPECT_NE(build(source).elf, two.elf);
  fs::remove(folder_ / "first/value.h");
  EXPECT_EQ(build(source).elf, two.elf);
}

class BuildsWithFolders : public Builds, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Environment, BuildsWithFolders, testing::Values("CPATH", "C_INCLUDE_PATH"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(BuildsWithFolders, NoticeFilesInThem) {
  const std::string source = "#include \"a/b.h\"\nkernel void k(global int* p) { p[0] = B; }";
  options_.user_options.clear();
  write("second/a/b.h", "#define B 1\n");
  const std::string first = (folder_ / "first").string();
  const EnvironmentVariable folders(GetParam(), first + "/:" + (folder_ / "second").string());
  const CompiledProgram one = build(source);
  EXPECT_FALSE(starts_programs(source));
  write("first/a/b.h", "#define B 3\n");
  EXPECT_NE(build(source).elf, one.elf) << "found earlier";
  const std::string name = "mine.cl";
  const SourceUnit unit{source, name, options_, true};
  const std::string key = build_key(unit, find_tools());
  folders.set((folder_ / "third").string());
  EXPECT_NE(build_key(unit, find_tools()), key);
}

TEST_F(Builds, WhoseFilesChangeMeanwhileAreNotRemembered) {
  write("old/value.h", "#define VALUE 2\n");
  const std::string source = "#include \"value.h\"\nkernel void k(global int* p) { p[0] = VALUE; }";
  const std::string name = "mine.cl";
  const SourceUnit unit{source, name, options_, true};
  const TemporaryDirectory scratch;
  const CompilationCache cache(folder_ / "cache");
  const FrontEndResult front = run_front_end(unit, find_tools(), scratch.path());
  const auto is_remembered = [&](const std::string& key) {
    store_build(cache, key, unit, front, {"result", "", {}});
    return load_build(cache, key).has_value();
  };
  EXPECT_TRUE(is_remembered("unchanged"));
  write("first/value.h", "#define VALUE 3\n");
  EXPECT_FALSE(is_remembered("found earlier"));
  fs::remove(folder_ / "first/value.h");
  EXPECT_TRUE(is_remembered("unchanged again"));
  fs::rename(folder_ / "old/value.h", folder_ / "second/value.h");
  EXPECT_FALSE(is_remembered("replaced"));
  fs::remove(folder_ / "second/value.h");
  EXPECT_FALSE(is_remembered("gone"));
}

TEST_F(Builds, NoticeHeadersThatComeAsText) {
  const std::string source = "#include \"text.h\"\nkernel void k(global int* p) { p[0] = TEXT; }";
  options_.headers = {{"text.h", "#define TEXT 1\n"}};
  build(source);
  EXPECT_FALSE(starts_programs(source));
  options_.headers = {{"text.h", "#define TEXT 2\n"}};
  EXPECT_TRUE(starts_programs(source));
}

TEST_F(Builds, ThatDependOnMoreThanTextAreNotRemembered) {
  const std::string kernel = "kernel void k(global int* p) { p[0] = X; }\n";
  for (const char* definition :
       {"#define X sizeof(__TIME__)\n",
        "#if __has_include(\"late.h\")\n#define X 1\n#else\n#define X 2\n#endif\n"}) {
    build(definition + kernel);
    EXPECT_TRUE(starts_programs(definition + kernel)) << definition;
  }
}

TEST_F(Builds, ThatAskForEmbeddedFilesAreNotRemembered) {
  const std::string source =
      "#if __has_embed(\"late.h\")\n#define X 1\n#else\n#define X 2\n#endif\n"
      "kernel void k(global int* p) { p[0] = X; }\n";
  build(source);
  EXPECT_TRUE(starts_programs(source));
}

TEST(NamedFiles, AreReadAsMakeReadsThem) {
  EXPECT_THAT(named_files("source: /usr/a.h my\\ folder/b\\#1$$.h \\\n  c.h \\\n  d.h\n"),
              ElementsAre("/usr/a.h", "my folder/b#1$.h", "c.h", "d.h"));
  EXPECT_THAT(named_files("source:\n"), IsEmpty());
}

}  // namespace
}  // namespace lanefold
