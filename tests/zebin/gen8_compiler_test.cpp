// SPDX-License-Identifier: Apache-2.0
// Intel's offline compiler: what it is told, what comes back, and what its failures are called.
// Where it is missing, tests that need it are skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "compiler/tools.h"
#include "decisions/isa/gen8/instruction.h"
#include "decisions/zebin/zebin.h"
#include "lanefold/compiler.h"
#include "tests/support/environment_variable.h"
#include "tests/support/own_folder.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Gen8Compiler : public OwnFolder {
 protected:
  CompileOptions own_cache() const {
    CompileOptions options;
    options.cache_directory = (folder_ / "cache").string();
    return options;
  }

  /// A program in place of the compiler.
  std::string script(const char* text) const {
    const fs::path path = folder_ / "ocloc";
    std::ofstream(path) << "#!/bin/sh\n" << text << '\n';
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  std::string failure(const std::string& source) const {
    return refusal(ErrorKind::Compiler,
                   [&] { compile_gen8(source, "folder/source.cl", own_cache()); });
  }
};

/// Tests that need the real one.
class Gen8RealCompiler : public Gen8Compiler {
 protected:
  void SetUp() override {
    Gen8Compiler::SetUp();
    try {
      find_tool({"LANEFOLD_OCLOC", "ocloc", "intel-opencl-icd"});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

gen8::Zebin loaded(const std::string& source, const CompileOptions& options = {},
                   const Gen8Options& gen8 = {}) {
  return gen8::load_zebin(compile_gen8(source, "source.cl", options, gen8).elf, "source.cl");
}

bool has_opcode(const gen8::ZebinKernel& kernel, gen8::Opcode opcode) {
  const auto code = gen8::decode_kernel(kernel.code.bytes);
  return std::any_of(code.begin(), code.end(),
                     [&](const gen8::Instruction& each) { return each.opcode == opcode; });
}

TEST_F(Gen8Compiler, NamesThePackageOfAMissingCompiler) {
  const EnvironmentVariable ocloc("LANEFOLD_OCLOC", "/no/such/ocloc");
  EXPECT_EQ(failure("kernel void k() {}"),
            "the compiler for Gen8 needs the program /no/such/ocloc, which was not found: install "
            "the package intel-opencl-icd or set LANEFOLD_OCLOC to its path");
}

TEST_F(Gen8Compiler, SaysThatTheCompilerCrashed) {
  const EnvironmentVariable ocloc("LANEFOLD_OCLOC", script("kill -SEGV $$"));
  EXPECT_EQ(failure("kernel void k() {}"),
            "folder/source.cl: Intel's offline compiler (" + folder_.string() +
                "/ocloc, of the package intel-opencl-icd) crashes on this program with signal 11; "
                "with another width or other build options it may not");
}

TEST_F(Gen8Compiler, DoesNotTrustTheExitStatusAlone) {
  const EnvironmentVariable ocloc("LANEFOLD_OCLOC", script("echo 'bad luck'; exit 0"));
  EXPECT_EQ(failure("kernel void k() {}"),
            "folder/source.cl does not compile for Gen8:\nbad luck\n");
}

TEST_F(Gen8Compiler, MissesABinaryThatIsNotThere) {
  const EnvironmentVariable ocloc("LANEFOLD_OCLOC", script("echo 'Build succeeded.'"));
  EXPECT_EQ(failure("kernel void k() {}"),
            folder_.string() + "/ocloc has written no binary of folder/source.cl");
}

TEST_F(Gen8Compiler, LeavesNoFilesBehind) {
  const fs::path scratch = folder_ / "scratch";
  fs::create_directories(scratch);
  const EnvironmentVariable ocloc("LANEFOLD_OCLOC", script("exit 1"));
  const EnvironmentVariable temporary("TMPDIR", scratch.string());
  failure("kernel void k() {}");
  EXPECT_TRUE(fs::is_empty(scratch));
}

TEST_F(Gen8Compiler, RefusesOptionsThatOpenClDoesNotHave) {
  CompileOptions options = own_cache();
  options.user_options = {"-march=bdw"};
  EXPECT_THAT(refusal(ErrorKind::Compiler,
                      [&] { compile_gen8("kernel void k() {}", "source.cl", options); }),
              StartsWith("build option '-march=bdw' is not known"));
  options.user_options = {"-I", "a\"b"};
  EXPECT_EQ(refusal(ErrorKind::Compiler,
                    [&] { compile_gen8("kernel void k() {}", "source.cl", options); }),
            "folder name 'a\"b' is not valid: the compiler for Gen8 takes no quotes");
}

TEST_F(Gen8Compiler, TellsTheCompilerWhatWasAskedFor) {
  const EnvironmentVariable ocloc(
      "LANEFOLD_OCLOC", script("cat \"$3\"; shift 3; for word; do echo \"[$word]\"; done; exit 1"));
  CompileOptions options = own_cache();
  options.user_options = {"-DTEXT=\"a b\"",  "-D", "TWICE(x)=((x) * 2)",
                          "-DFLAG",          "-g", "-cl-fast-relaxed-math",
                          "-cl-opt-disable", "-I", "some folder"};
  const std::string said = refusal(ErrorKind::Compiler, [&] {
    compile_gen8("kernel void k() {}\n", "folder/a.cl", options, {Gen8Width::Simd16, false});
  });
  EXPECT_THAT(said,
              HasSubstr("#define load_snoop(p, d) (*(d) = *(p), 1)\n"
                        "#define __LANEFOLD__ 1\n"
                        "#pragma OPENCL FP_CONTRACT OFF\n"
                        "#define kernel __attribute__((intel_reqd_sub_group_size(16))) kernel\n"
                        "#define __kernel __attribute__((intel_reqd_sub_group_size(16))) __kernel\n"
                        "#define TEXT \"a b\"\n"
                        "#define TWICE(x) ((x) * 2)\n"
                        "#define FLAG 1\n"
                        "# 1 \"folder/a.cl\"\n"
                        "kernel void k() {}\n"));
  EXPECT_THAT(said, HasSubstr("[-device]\n[bdw]\n[-32]\n[--format]\n[zebin]\n"));
  EXPECT_THAT(said,
              HasSubstr("[-cl-kernel-arg-info -cl-fast-relaxed-math -cl-opt-disable -cl-std=CL1.2 "
                        "-I \"folder\" -I \"some folder\"]\n"
                        "[-internal_options]\n[-cl-intel-has-buffer-offset-arg]\n"));
}

TEST_F(Gen8RealCompiler, CompilesAtTheWidthThatIsAskedFor) {
  const std::string source =
      "kernel void first(global int* out) { out[get_global_id(0)] = 1; }\n"
      "__kernel void second(global int* out) { out[get_global_id(0)] = 2; }\n";
  for (const Gen8Width width : {Gen8Width::Simd8, Gen8Width::Simd16, Gen8Width::Simd32}) {
    const gen8::Zebin zebin = loaded(source, {}, {width, false});
    ASSERT_EQ(zebin.kernels.size(), 2U);
    for (const gen8::ZebinKernel& kernel : zebin.kernels) {
      EXPECT_EQ(kernel.simd_size, static_cast<unsigned>(width)) << kernel.info.name;
    }
  }
}

TEST_F(Gen8RealCompiler, ContractsOnlyWhereItIsAsked) {
  const std::string source =
      "kernel void k(global float* a, float b) {\n"
      "  a[get_global_id(0)] = a[get_global_id(0)] * b + 1.5f;\n}\n";
  EXPECT_FALSE(has_opcode(loaded(source).kernels.at(0), gen8::Opcode::Mad));
  EXPECT_TRUE(
      has_opcode(loaded(source, {}, {Gen8Width::Compiler, true}).kernels.at(0), gen8::Opcode::Mad));
}

TEST_F(Gen8RealCompiler, TakesHeadersDefinitionsFoldersAndDoubles) {
  fs::create_directories(folder_ / "with blank");
  std::ofstream(folder_ / "with blank" / "file.h") << "#define FROM_FILE 3\n";
  CompileOptions options;
  options.headers = {{"text.h", "#define FROM_TEXT 4\n"}};
  options.user_options = {"-DVALUE=(1 + 1)", "-I", (folder_ / "with blank").string()};
  const std::string source =
      "#include \"text.h\"\n#include <file.h>\n"
      "#if VALUE != 2 || FROM_FILE != 3 || FROM_TEXT != 4\n#error wrong\n#endif\n"
      "kernel void k(global double* a, global const uchar* b) {\n"
      "  uchar v;\n  if (load_snoop(&b[1], &v)) a[0] = v * 0.1;\n}\n";
  EXPECT_EQ(loaded(source, options).kernels.at(0).info.arguments.at(0).type_name, "double*");
}

TEST_F(Gen8RealCompiler, GivesDataThatHoldsAddresses) {
  const gen8::Zebin zebin = loaded(
      "__constant char* __constant names[2] = {\"abc\", \"defg\"};\n"
      "kernel void k(global char* a, int i) { a[0] = names[i][1]; }\n");
  ASSERT_EQ(zebin.constants.relocations.size(), 2U);
  for (unsigned i = 0; i < 2; ++i) {
    const gen8::Relocation& relocation = zebin.constants.relocations[i];
    EXPECT_EQ(relocation.offset, 4 * i);
    EXPECT_EQ(relocation.kind, gen8::RelocationKind::Low32);
    EXPECT_EQ(relocation.section, gen8::DataSection::Strings);
    EXPECT_EQ(relocation.target, 4 * i);
  }
  EXPECT_EQ(zebin.strings.bytes.at(5), std::byte{'e'});
}

/// Functions that are called come behind the end of the thread.
TEST_F(Gen8RealCompiler, GivesFunctionsThatAreCalled) {
  const gen8::Zebin zebin = loaded(
      "__attribute__((noinline)) int f(int x, global int* a) {\n"
      "  for (int i = 0; i < a[0]; ++i) x = x * 3 + a[x & 3];\n  return x;\n}\n"
      "kernel void k(global int* a) { a[get_global_id(0)] = f(a[1], a) + f(a[2], a); }\n");
  EXPECT_TRUE(has_opcode(zebin.kernels.at(0), gen8::Opcode::Call));
  EXPECT_TRUE(has_opcode(zebin.kernels.at(0), gen8::Opcode::Ret));
}

TEST_F(Gen8RealCompiler, QuotesTheLineOfAnError) {
  EXPECT_THAT(failure("kernel void k(global int* a) {\n  a[0] = nothing;\n}\n"),
              testing::AllOf(StartsWith("folder/source.cl does not compile for Gen8:\n"),
                             HasSubstr("folder/source.cl:2:10: error: use of undeclared"),
                             Not(HasSubstr("Command was"))));
}

TEST_F(Gen8RealCompiler, KeepsResultsForTheSameSourceAndOptions) {
  const fs::path header = folder_ / "h.h";
  std::ofstream(header) << "#define V 1\n";
  const std::string file = (folder_ / "k.cl").string();
  const std::string source = "#include \"h.h\"\nkernel void k(global int* a) { a[0] = V; }\n";
  const auto compile = [&](const Gen8Options& gen8) {
    return compile_gen8(source, file, own_cache(), gen8);
  };
  const CompiledProgram first = compile({});
  EXPECT_FALSE(first.from_cache);
  const CompiledProgram second = compile({});
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(second.elf, first.elf);
  EXPECT_EQ(second.log, first.log);
  std::ofstream(header) << "#define V 2\n";
  EXPECT_FALSE(compile({}).from_cache);
  EXPECT_FALSE(compile({Gen8Width::Simd8, false}).from_cache);
}

}  // namespace
}  // namespace lanefold
