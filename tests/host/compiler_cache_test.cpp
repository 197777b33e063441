// SPDX-License-Identifier: Apache-2.0
// What the OpenCL C compiler driver remembers, and the tools that it needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "tests/host/compiler_fixture.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

TEST_F(Compiler, ShowsWarningsAlsoOfACachedProgram) {
  const CompileOptions options = own_cache();
  const std::string source = "kernel void k(global int* p) { p[0]; }";
  const CompiledProgram first = compile_opencl(source, "mine.cl", options);
  const CompiledProgram second = compile_opencl(source, "mine.cl", options);
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(first.elf, second.elf);
  EXPECT_THAT(first.log, HasSubstr("mine.cl:1:35: warning: expression result unused"));
  EXPECT_EQ(first.log, second.log);
}

TEST_F(Compiler, CompilesAgainWhenSourceOptionOrIncludedFileChanges) {
  CompileOptions options = own_cache();
  const fs::path header = folder_ / "step.h";
  const std::string name = (folder_ / "mine.cl").string();
  const std::string source = "#include \"step.h\"\nkernel void k(global int* p) { *p = STEP + N; }";
  std::ofstream(header) << "#define STEP 1\n";
  options.user_options = {"-D", "N=1"};
  EXPECT_FALSE(compile_opencl(source, name, options).from_cache);
  EXPECT_TRUE(compile_opencl(source, name, options).from_cache);
  options.user_options = {"-DN=2"};
  EXPECT_FALSE(compile_opencl(source, name, options).from_cache);
  std::ofstream(header) << "#define STEP 2\n";
  EXPECT_FALSE(compile_opencl(source, name, options).from_cache);
  EXPECT_FALSE(compile_opencl(source + "\nkernel void l() {}", name, options).from_cache);
}

TEST_F(Compiler, ReplacesDamagedCacheEntries) {
  const CompileOptions options = own_cache();
  const std::string source = "kernel void k(global int* p) { p[0] = 7; }";
  const CompiledProgram first = compile_opencl(source, "mine.cl", options);
  for (const char* damage : {"", "garbage", "lanefold-cache-2 \n\n"}) {
    for (const auto& entry : fs::directory_iterator(options.cache_directory)) {
      if (entry.path().filename().string().rfind("program-", 0) != 0) continue;
      std::ofstream(entry.path(), std::ios::binary) << damage;
    }
    const CompiledProgram again = compile_opencl(source, "mine.cl", options);
    EXPECT_FALSE(again.from_cache);
    EXPECT_EQ(again.elf, first.elf);
  }
  EXPECT_TRUE(compile_opencl(source, "mine.cl", options).from_cache);
}

TEST_F(Compiler, NoticesASingleFlippedBit) {
  const CompilationCache cache(folder_);
  cache.store("entry", "content");
  EXPECT_EQ(cache.load("entry"), "content");
  std::fstream file(folder_ / "entry", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-1, std::ios::end);
  file.put('u');
  file.close();
  EXPECT_EQ(cache.load("entry"), std::nullopt);
  EXPECT_EQ(cache.load("absent"), std::nullopt);
}

TEST_F(Compiler, FindsItsCacheByTheEnvironment) {
  const EnvironmentVariable home("HOME", "/home/someone");
  const EnvironmentVariable shared("XDG_CACHE_HOME", "");
  {
    const EnvironmentVariable own("LANEFOLD_CACHE_DIR", "/elsewhere");
    EXPECT_EQ(default_cache_directory(), "/elsewhere");
  }
  const EnvironmentVariable own("LANEFOLD_CACHE_DIR", "");
  EXPECT_EQ(default_cache_directory(), "/home/someone/.cache/lanefold");
  const EnvironmentVariable xdg("XDG_CACHE_HOME", "/cache");
  EXPECT_EQ(default_cache_directory(), "/cache/lanefold");
}

class CacheWithoutHome : public Compiler {
 protected:
  bool keeps() const {
    const CompilationCache cache("");
    cache.store("entry", "content");
    return cache.load("entry").has_value();
  }
  fs::path place() const { return folder_ / ("lanefold-cache-" + std::to_string(geteuid())); }

 private:
  EnvironmentVariable own_{"LANEFOLD_CACHE_DIR"};
  EnvironmentVariable shared_{"XDG_CACHE_HOME"};
  EnvironmentVariable primary_{"HOME"};
  EnvironmentVariable temporary_{"TMPDIR"};
  void SetUp() override {
    Compiler::SetUp();
    temporary_.set(folder_);
  }
};

TEST_F(CacheWithoutHome, IsOursAlone) {
  EXPECT_TRUE(keeps());
  EXPECT_TRUE(keeps()) << "in the same folder";
  EXPECT_EQ(fs::status(place()).permissions(), fs::perms::owner_all);
}

TEST_F(CacheWithoutHome, IsNotAWorldWritableFolder) {
  fs::create_directory(place());
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(place(), fs::perms::owner_all | others);
    EXPECT_FALSE(keeps());
    EXPECT_TRUE(fs::is_empty(place()));
  }
  fs::permissions(place(), fs::perms::owner_all);
  EXPECT_TRUE(keeps());
}

TEST_F(CacheWithoutHome, IsNoFileAndNoLink) {
  std::ofstream(place()) << "not a folder";
  EXPECT_FALSE(keeps());
  fs::remove(place());
  fs::create_directory(folder_ / "elsewhere");
  fs::create_directory_symlink(folder_ / "elsewhere", place());
  EXPECT_FALSE(keeps());
  EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

TEST_F(CacheWithoutHome, IsNotAnothersFolder) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give folders away";
  fs::create_directory(place());
  fs::permissions(place(), fs::perms::owner_all);
  ASSERT_EQ(chown(place().c_str(), 65534, 65534), 0);
  EXPECT_FALSE(keeps());
}

TEST_F(Compiler, WorksWithoutACache) {
  const CompilationCache cache("/proc/no/such/folder");
  cache.store("entry", "content");
  EXPECT_EQ(cache.load("entry"), std::nullopt);
}

TEST_F(Compiler, LeavesNoTemporaryFiles) {
  const CompileOptions options = own_cache();
  const fs::path scratch = folder_ / "scratch";
  fs::create_directories(scratch);
  const EnvironmentVariable temporary("TMPDIR", scratch.string());
  compile_opencl("kernel void k() {}", "mine.cl", options);
  failure("kernel void k( {}", options);
  failure("int f(); kernel void k(global int* p) { p[0] = f(); }", options);
  EXPECT_TRUE(fs::is_empty(scratch));
}

TEST_F(Compiler, NamesThePackageOfAMissingTool) {
  {
    const EnvironmentVariable clang("LANEFOLD_CLANG", "/no/such/clang");
    EXPECT_EQ(
        failure("kernel void k() {}"),
        "the OpenCL C compiler needs the program /no/such/clang, which was not found: install "
        "the package clang-19 or set LANEFOLD_CLANG to its path");
  }
  const EnvironmentVariable linker("LANEFOLD_LLD", "no-such-linker");
  EXPECT_THAT(failure("kernel void k() {}"), HasSubstr("install the package lld-19"));
}

TEST_F(Compiler, ReportsAProgramThatCannotRun) {
  const fs::path file = folder_ / "clang";
  std::ofstream(file) << "not a program";
  const EnvironmentVariable clang("LANEFOLD_CLANG", file.string());
  EXPECT_THAT(failure("kernel void k() {}"), HasSubstr("cannot run " + file.string()));
}

}  // namespace
}  // namespace lanefold
