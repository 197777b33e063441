// SPDX-License-Identifier: Apache-2.0
// Programs of several units: headers given as text, objects, libraries, and what links them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/compiled_elf.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Objects = std::vector<std::vector<std::byte>>;

std::vector<std::byte> object(const std::string& source, const std::string& name = "unit.cl") {
  return compile_object(source, name).elf;
}

std::vector<std::byte> linked(const Objects& objects, bool library = false) {
  return link_objects(objects, {}, library).elf;
}

template <class Action>
std::string failure(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Compiler);
    return error.what();
  }
  return "no error";
}

/// Runs `kernel` for one work-item on eight ints, 0 to 7.
std::vector<int> run(const std::vector<std::byte>& elf, const std::string& kernel) {
  const auto machine = make_functional_machine({});
  std::vector<int> values = {0, 1, 2, 3, 4, 5, 6, 7};
  const Buffer buffer = machine->allocate(values.size() * sizeof(int));
  machine->write(buffer, 0, values.data(), buffer.size);
  machine->launch(*load_program(elf, "linked"), kernel, {}, {argument(buffer)});
  machine->read(buffer, 0, values.data(), buffer.size);
  return values;
}

const char* const kUser =
    "int weigh(int x, float4 v, double d);\n"
    "extern constant int table[4];\n"
    "kernel void first(global int* p);\n"
    "static int helper(int x) { return x + 1; }\n"
    "kernel void second(global int* p) {\n"
    "  first(p); p[1] = weigh(p[1], (float4)(1, 2, 3, 4), 0.5); p[2] = table[2] + helper(p[2]);\n"
    "}\n";
const char* const kProvider =
    "constant int table[4] = {10, 20, 30, 40};\n"
    "static int helper(int x) { return x * 100; }\n"
    "int weigh(int x, float4 v, double d) { return helper(x) + v.w + d * 4; }\n"
    "kernel void first(global int* p) { local int l; l = 9; p[0] = l; }\n";

TEST(LinkedProgram, CallsFunctionsKernelsAndConstantsOfOtherUnits) {
  const std::vector<std::byte> elf = linked({object(kUser), object(kProvider)});
  EXPECT_THAT(run(elf, "second"), ElementsAre(9, 106, 33, 3, 4, 5, 6, 7));
  EXPECT_THAT(run(elf, "first"), ElementsAre(9, 1, 2, 3, 4, 5, 6, 7));
}

TEST(LinkedProgram, SharesInlineFunctionsAndKeepsNamesApartFromTheLibrarys) {
  const std::string header =
      "inline int both(int x) { return x * 5; }\n"
      "void memset(global int* p, int value);\n";
  const std::string one = header + "void memset(global int* p, int value) { *p = both(value); }\n";
  const std::string two =
      header + "kernel void k(global int* p) { memset(p, 2); p[1] = both(3); }\n";
  EXPECT_THAT(run(linked({object(one), object(two)}), "k"), ElementsAre(10, 15, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(failure([&] { linked({object(two)}); }), HasSubstr("undefined symbol: memset"));
}

TEST(LinkedProgram, CanPassThroughLibraries) {
  const std::vector<std::byte> half = linked({object(kUser)}, true);
  const std::vector<std::byte> library = linked({half, object(kProvider)}, true);
  const std::vector<std::byte> more =
      object("kernel void third(global int* p) { p[7] = get_global_size(0); }");
  const std::vector<std::byte> elf = linked({library, more});
  const auto program = load_program(elf, "linked");
  ASSERT_EQ(program->kernels().size(), 3U);
  EXPECT_EQ(program->kernels()[2].name, "third");
  EXPECT_THAT(run(elf, "second"), ElementsAre(9, 106, 33, 3, 4, 5, 6, 7));
  EXPECT_THAT(run(elf, "third"), ElementsAre(0, 1, 2, 3, 4, 5, 6, 1));
}

TEST(LinkedProgram, NamesSymbolsThatAreMissingOrThereTwice) {
  EXPECT_THAT(failure([] { linked({object(kUser, "mine.cl")}); }),
              AllOf(HasSubstr("the program cannot be linked"), HasSubstr("undefined symbol: weigh"),
                    HasSubstr("mine.cl:6"), Not(HasSubstr("/tmp"))));
  const auto one = object("kernel void k(global int* p) { *p = 1; }");
  const auto two = object("kernel void k(global int* p) { *p = 2; }");
  for (const bool library : {false, true}) {
    EXPECT_THAT(failure([&] { linked({one, two}, library); }), HasSubstr("duplicate symbol: k"));
  }
  EXPECT_THAT(failure([] {
                linked({object("int f() { return 1; }"), object("int f() { return 2; }"),
                        object(kProvider)});
              }),
              HasSubstr("duplicate symbol: f"));
}

TEST(LinkedProgram, RejectsFilesThatAreNoObject) {
  const std::string garbage = "\177ELF garbage that is long enough to hold a header, but does not";
  const auto* bytes = reinterpret_cast<const std::byte*>(garbage.data());
  const std::vector<std::byte> program = compile_opencl("kernel void k() {}", "mine.cl").elf;
  for (const auto& wrong : Objects{{}, {bytes, bytes + garbage.size()}, program}) {
    EXPECT_THAT(failure([&] {
                  linked({object(kProvider), wrong});
                }),
                HasSubstr("object 1 of the link was not made by this compiler"));
  }
}

TEST(LinkedProgram, DeepSurvivesDamagedObjects) {
  constexpr unsigned kSeed = 20130623;
  std::mt19937 random(kSeed);
  const std::vector<std::byte> good = object(kProvider);
  CompileOptions options;
  options.cache_directory = (fs::path(testing::TempDir()) / "lanefold-damaged").string();
  for (int run = 0; run < 30; ++run) {
    std::vector<std::byte> damaged = good;
    for (int i = 0; i < 4; ++i) damaged[random() % damaged.size()] = std::byte(random() % 256);
    if (run % 3 == 0) damaged.resize(random() % damaged.size());
    try {
      load_program(link_objects({damaged}, options, false).elf, "damaged");
    } catch (const Error& error) {
      // What still links is a program, though one that may not load.
      EXPECT_TRUE(error.kind() == ErrorKind::Compiler || error.kind() == ErrorKind::Program)
          << "seed " << kSeed << ", run " << run << ": " << error.what();
    }
  }
  fs::remove_all(options.cache_directory);
}

TEST(LinkedProgram, ComesFromTheCacheTheSecondTime) {
  const CompiledProgram unit = compile_object(kProvider, "unit.cl");
  EXPECT_TRUE(compile_object(kProvider, "unit.cl").from_cache);
  const CompiledProgram first = link_objects({unit.elf}, {}, false);
  const CompiledProgram second = link_objects({unit.elf}, {}, false);
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(first.elf, second.elf);
  EXPECT_NE(link_objects({unit.elf}, {}, true).elf, first.elf);
  EXPECT_TRUE(CompiledElf(first.elf).has_double_abi());
}

TEST(LinkedProgram, TakesTheOptionsOfTheStandardOnly) {
  CompileOptions options;
  options.user_options = {"-create-library", "-enable-link-options", "-cl-denorms-are-zero",
                          "-cl-no-signed-zeroes", "-cl-fast-relaxed-math"};
  EXPECT_NO_THROW(check_link_options(options));
  options.user_options = {"-DN=1"};
  EXPECT_THAT(failure([&] { check_link_options(options); }), HasSubstr("link option '-DN=1'"));
  EXPECT_THAT(failure([&] { link_objects({}, options, false); }), HasSubstr("link option '-DN=1'"));
}

TEST(SourceHeaders, AreFoundBeforeFilesAndByEachOther) {
  const fs::path folder = fs::path(testing::TempDir()) / "lanefold-source-headers";
  fs::create_directories(folder);
  std::ofstream(folder / "a.h") << "#error the file must not be read\n";
  std::ofstream(folder / "file.h") << "#define FILE_VALUE 5\n";
  CompileOptions options;
  options.user_options = {"-I", folder.string()};
  options.headers = {{"a.h", "#include <deep/b.h>\n#include \"file.h\"\n"},
                     {"deep/b.h", "#include \"c.h\"\n"},
                     {"deep/c.h", "#define VALUE 7\n"}};
  const std::string source =
      "#include \"a.h\"\nkernel void k(global int* p) { *p = VALUE + FILE_VALUE; }";
  const CompiledProgram unit = compile_object(source, (folder / "mine.cl").string(), options);
  EXPECT_EQ(run(linked({unit.elf}), "k")[0], 12);
  options.headers[2].text = "#define VALUE 8\n";
  const CompiledProgram changed = compile_object(source, (folder / "mine.cl").string(), options);
  EXPECT_EQ(run(linked({changed.elf}), "k")[0], 13);
  fs::remove_all(folder);
}

TEST(SourceHeaders, WithNamesThatLeaveTheirFolderAreRefused) {
  for (const char* name : {"../a.h", "/etc/a.h", "x/../../a.h", "", ".", "..", "x/"}) {
    CompileOptions options;
    options.headers = {{name, ""}};
    EXPECT_THAT(failure([&] { compile_object("kernel void k() {}", "mine.cl", options); }),
                HasSubstr("header name '" + std::string(name) + "' is not valid"));
  }
}

TEST(KernelAttributes, AreTextInTheWayOfTheSource) {
  const auto program =
      load_program(compile_opencl("kernel __attribute__((reqd_work_group_size(8, 4, 1))) "
                                  "__attribute__((vec_type_hint(float4))) "
                                  "__attribute__((work_group_size_hint(4, 1, 1))) void a() {}\n"
                                  "kernel __attribute__((vec_type_hint(uchar))) void b() {}\n"
                                  "kernel __attribute__((vec_type_hint(short16))) void c() {}\n"
                                  "kernel void d() {}\n",
                                  "mine.cl")
                       .elf,
                   "mine");
  std::vector<std::string> texts;
  for (const KernelInfo& kernel : program->kernels()) texts.push_back(kernel.attributes);
  EXPECT_THAT(texts, ElementsAre("reqd_work_group_size(8,4,1) vec_type_hint(float4) "
                                 "work_group_size_hint(4,1,1)",
                                 "vec_type_hint(uchar)", "vec_type_hint(short16)", ""));
}

TEST(LinkedProgram, LaysOutTheLocalMemoryOfEachKernelAlone) {
  const auto one = object(
      "kernel void one(global int* p) { local int a[100]; a[p[0]] = 1;"
      " barrier(CLK_LOCAL_MEM_FENCE); p[1] = a[p[2]]; }");
  const auto two = object(
      "kernel void one(global int* p);"
      "kernel void two(global int* p) { local int a[10]; a[p[0]] = 1;"
      " barrier(CLK_LOCAL_MEM_FENCE); p[1] = a[p[2]]; }"
      "kernel void both(global int* p) { local int b[1]; b[0] = p[0];"
      " barrier(CLK_LOCAL_MEM_FENCE); one(p + b[0]); }");
  for (const Objects& objects :
       {Objects{one, two}, Objects{two, one}, Objects{linked({one, two}, true)}}) {
    const auto program = load_program(linked(objects), "linked");
    EXPECT_EQ(program->kernel("one").local_bytes, 400U);
    EXPECT_EQ(program->kernel("two").local_bytes, 40U);
    EXPECT_EQ(program->kernel("both").local_bytes, 404U);
  }
}

}  // namespace
}  // namespace lanefold
