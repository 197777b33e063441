// SPDX-License-Identifier: Apache-2.0
// printf in kernels: what arrives at the host, and what the host makes of a buffer that no kernel
// can have written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lanefold/compiler.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/memory_map.h"
#include "machine/device/print_records.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Lines = std::vector<std::string>;

std::unique_ptr<Machine> machine_of(bool timed) {
  const MachineConfig config = test_machine(16);
  return timed ? make_timed_machine(config) : make_functional_machine(config);
}

/// What one launch prints, a text for each printf; `out` gets the buffer's words.
Lines printed(const Program& program, const Job& job, bool timed = false, Words* out = nullptr,
              Lines* warnings = nullptr) {
  const auto machine = machine_of(timed);
  Lines lines;
  if (warnings != nullptr) {
    machine->on_warning([=](const std::string& sentence) { warnings->push_back(sentence); });
  }
  ForwardingDevice outer(*machine);
  outer.on_print([&](std::string_view text) { lines.emplace_back(text); });
  const Words words = run_job(*machine, program, job);
  if (out != nullptr) *out = words;
  return lines;
}

/// The text of statements that one work-item carries out.
std::string printed(const std::string& statements) {
  const auto program = compile_program("__kernel void k(__global uint* out) {" + statements + "}");
  std::string all;
  for (const std::string& line : printed(*program, {"k", range_1d(1, 1), 4, {}, {}})) all += line;
  return all;
}

TEST(Print, FormatsScalarsOfAllTypes) {
  EXPECT_EQ(printed(R"cl(
      char c = -1; uchar uc = 200; short s = -300; ushort us = 60000; float f = 1.5f;
      long l = -5000000000L; ulong ul = 0xfedcba9876543210UL; constant char* word = "text";
      printf("%d %i %hhd %hhu %hd %hu|", -7, 42, c, uc, s, us);
      printf("%ld %lu %lx %llX %lo|", l, ul, ul, ul, l);
      printf("%f %F %e %G %a|", f, f * 2, f / 1000.0f, f, f);
      printf("%u %o %x %#X %c%c %% %s %5s|", 1u << 31, 8, 255, 255, 'a', 98, word, "ab");
      printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3f] [%-8.2e] [%.2s] [%2c]", 42, 42, 42, 42,
             42, 7, f, f, word, 'x');)cl"),
            "-7 42 -1 200 -300 60000|"
            "-5000000000 18364758544493064720 fedcba9876543210 FEDCBA9876543210 "
            "1777777777732576407000|"
            "1.500000 3.000000 1.500000e-03 1.5 0x1.8p+0|"
            "2147483648 10 ff 0XFF ab % text    ab|"
            "[   42] [42   ] [00042] [+42] [ 42] [007] [   1.500] [1.50e+00] [te] [ x]");
}

TEST(Print, FormatsVectorsOfEveryWidthAndElement) {
  EXPECT_EQ(printed(R"cl(
      float4 f = (float4)(1, 2, 3, 4); uchar4 uc = (uchar4)(0xfa, 0xfb, 0xfc, 0xfd);
      printf("f4 = %2.2v4hlf;", f); printf("uc = %#v4hhx;", uc);
      printf("%v2hlf %v3hlg %v8hld;", f.xy, f.xyz, (int8)(1, 2, 3, 4, 5, 6, 7, -8));
      printf("%d %v2hhd %d %v3hd %d %v2ld %d;", 1, (char2)(-1, 2), 3, (short3)(4, -5, 6), 7,
             (long2)(8, -9), 10);
      printf("%v16hhu %v4d", (uchar16)(9), (int4)(1, -2, 3, -4));
      printf(" %zu %lld", get_global_size(0), 5L);)cl"),
            "f4 = 1.00,2.00,3.00,4.00;uc = 0xfa,0xfb,0xfc,0xfd;"
            "1.000000,2.000000 1,2,3 1,2,3,4,5,6,7,-8;"
            "1 -1,2 3 4,-5,6 7 8,-9 10;"
            "9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9 1,-2,3,-4 1 5");
}

TEST(Print, TakesDoublesWhereTheProgramHasThem) {
  EXPECT_EQ(printed(R"cl(
      double d = 0.1; float f = 0.25f; double3 v = (double3)(1, 2.5, -3);
      printf("%d %f %.17g %d %v3lf %f|", 1, f, d, 2, v, d);
      printf("%v2hlf %lf", (float2)(1, 2), d);)cl"),
            "1 0.250000 0.10000000000000001 2 1.000000,2.500000,-3.000000 0.100000|"
            "1.000000,2.000000 0.100000");
  EXPECT_EQ(printed("printf(\"%.12g %.9G\", 789456123.0, 1 / 3.0);"), "789456123 0.333333333");
}

TEST(Print, ComesFromEveryWorkItemOnBothKindsOfMachine) {
  const auto program = compile_program(R"cl(
    int printf_buffer(int x) { return x + 1; }
    int collect(int x) { return x + 2; }
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0);
      out[i] = i % 3 == 0 ? 7u : (uint)printf("item %u of %s, %d\n", i, i & 1 ? "odd" : "even",
                                              printf_buffer(i) + collect(i));
    })cl");
  Lines expected;
  for (unsigned i = 0; i < 200; ++i) {
    if (i % 3 == 0) continue;
    expected.push_back("item " + std::to_string(i) + " of " + (i % 2 != 0 ? "odd" : "even") + ", " +
                       std::to_string(2 * i + 3) + "\n");
  }
  for (const bool timed : {false, true}) {
    Words out;
    Lines lines = printed(*program, {"k", range_1d(200, 50), 200, {}, {}}, timed, &out);
    EXPECT_THAT(lines, testing::UnorderedElementsAreArray(expected)) << timed;
    for (unsigned i = 0; i < 200; ++i) EXPECT_EQ(out[i], i % 3 == 0 ? 7U : 0U) << i;
  }
}

TEST(Print, WorksInUnitsThatAreLinkedLater) {
  const auto unit = [](const std::string& source) { return compile_object(source, "u.cl").elf; };
  const auto program = load_program(
      link_objects({unit("void show(float f, double d) { printf(\"%g %d %g\", f, 7, d); }"),
                    unit("void show(float f, double d);\n"
                         "__kernel void k(__global uint* out) { show(1.5f, 2.5); }")},
                   {}, false)
          .elf,
      "linked");
  EXPECT_THAT(printed(*program, {"k", range_1d(1, 1), 1, {}, {}}), ElementsAre("1.5 7 2.5"));
}

TEST(Print, FailsWholeWhereTheBufferIsFull) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      uint failed = 0;
      for (uint i = 0; i < 600; ++i) failed += printf("%v16ld\n", (long16)(i)) != 0;
      out[get_global_id(0)] = failed;
    })cl");
  Words out;
  Lines warnings;
  const Lines lines =
      printed(*program, {"k", range_1d(64, 64), 64, {}, {}}, false, &out, &warnings);
  EXPECT_THAT(warnings, ElementsAre("kernel k: its calls of printf filled the buffer of 1 MiB; "
                                    "those that found no room printed nothing"));
  const std::size_t record_bytes = 2 * 4 + 16 * 8;
  EXPECT_THAT(lines, SizeIs((kPrintfBufferBytes - 4) / record_bytes));
  std::size_t failed = 0;
  for (const std::uint32_t count : out) failed += count;
  EXPECT_EQ(failed + lines.size(), 64U * 600U);
  for (const std::string& line : lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 15) << line;
  }
}

TEST(Print, ShowsTheOutputOfAFailedLaunch) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      if (get_global_id(0) < 2) printf("before %u\n", (uint)get_global_id(0));
      out[get_global_id(0) * 1000000] = 1;
    })cl");
  for (const bool timed : {false, true}) {
    const auto machine = machine_of(timed);
    Lines lines;
    machine->on_print([&](std::string_view text) { lines.emplace_back(text); });
    const Job job{"k", range_1d(8, 8), 8, {}, {}};
    EXPECT_EQ(error_of([&] { run_job(*machine, *program, job); }).kind(), ErrorKind::Access);
    EXPECT_THAT(lines, ElementsAre("before 0\n", "before 1\n")) << timed;
  }
}

TEST(Print, GoesToStandardOutputByDefault) {
  const auto program =
      compile_program("__kernel void k(__global uint* p) { printf(\"%s\", \"hello\\n\"); }");
  const auto machine = machine_of(false);
  testing::internal::CaptureStdout();
  run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {}});
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "hello\n");
}

TEST(Print, LeavesProgramsWithoutPrintfAsTheyAre) {
  const auto program =
      compile_program("__kernel void k(__global uint* out) { out[get_global_id(0)] = 1; }");
  EXPECT_FALSE(program->image().prints);
  const auto machine = machine_of(false);
  const Buffer first = machine->allocate(4);
  EXPECT_EQ(first.address, kGlobalBase);
}

/// A program image that is only a text at kCodeBase.
ProgramImage image_of(const std::string& text) {
  ProgramImage image;
  image.begin = kCodeBase;
  for (const char c : text) image.bytes.push_back(static_cast<std::byte>(c));
  return image;
}

Lines decoded(const std::vector<std::uint32_t>& buffer, const std::string& text) {
  Lines lines;
  print_records(buffer, image_of(text), [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

constexpr std::uint32_t kWide = 0x40000000;

TEST(PrintRecords, AreReadInTheOrderOfTheBuffer) {
  const std::string text("a%d\0b%s\0c%f\0w", 13);
  const std::vector<std::uint32_t> buffer = {
      12, 3,         kCodeBase,     5, 3,         kCodeBase + 4, kCodeBase + 12,
      0,  4 | kWide, kCodeBase + 8, 0, 0x3ff00000};
  EXPECT_THAT(decoded(buffer, text + '\0'), ElementsAre("a5", "bw", "c1.000000"));
}

TEST(PrintRecords, ThatAreNotCompleteAreLeftOut) {
  const std::string text("a%d\0", 4);
  // Taken but not begun, begun but not finished, finished.
  EXPECT_THAT(decoded({9, 0, 0, 0, 3, 0, 7, 3, kCodeBase, 5}, text), ElementsAre("a5"));
  EXPECT_THAT(decoded({2000, 3, kCodeBase, 5}, text), ElementsAre("a5"));
  EXPECT_THAT(decoded({}, text), IsEmpty());
}

TEST(PrintRecords, WithFalseContentDoNoHarm) {
  const std::string text("%s %d %q %d\0%v5d\0%99999d\0%hhf\0%\0%.3s\0%v16ld", 39);
  for (const std::uint32_t format : {0U, 1U, kCodeBase - 1, kCodeBase + 39, ~0U}) {
    EXPECT_THAT(decoded({3, 2, format, 1}, text), Each("(null)"));
  }
  EXPECT_THAT(decoded({4, 4, kCodeBase, 12, 13}, text), ElementsAre("(null) 13 %q %d"));
  EXPECT_THAT(decoded({2, 2, kCodeBase + 12}, text), ElementsAre("%v5d"));
  EXPECT_THAT(decoded({2, 2, kCodeBase + 17}, text), ElementsAre("%99999d"));
  EXPECT_THAT(decoded({2, 2, kCodeBase + 25}, text), ElementsAre("0.000000"));
  EXPECT_THAT(decoded({2, 2, kCodeBase + 30}, text), ElementsAre("%"));
  EXPECT_THAT(decoded({2, 2, kCodeBase + 32}, text), ElementsAre("(nu"));
  // The last text has no end.
  EXPECT_THAT(decoded({2, 2, kCodeBase + 37}, text), ElementsAre("(null)"));
}

TEST(PrintRecords, OfRandomWordsDoNoHarm) {
  constexpr unsigned kSeed = 20130623;
  std::mt19937 random(kSeed);
  const std::string text("%s%v16ld%n%*d%-+ #0.9e%c%p\0%d\0", 30);
  for (int run = 0; run < 2000; ++run) {
    std::vector<std::uint32_t> buffer(32);
    for (std::uint32_t& word : buffer) {
      word = random() % 2 != 0 ? random() % 9 : kCodeBase + random() % 40;
    }
    EXPECT_LE(decoded(buffer, text).size(), 16U) << "seed " << kSeed << ", run " << run;
  }
}

}  // namespace
}  // namespace lanefold
