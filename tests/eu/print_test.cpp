// SPDX-License-Identifier: Apache-2.0
// printf in code of Intel's compiler: what it prints, and what the machine makes of records that no
// kernel can have written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "machine/eu/eu_print.h"
#include "tests/support/find_on_path.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::SizeIs;

using Lines = std::vector<std::string>;
using Words = std::vector<std::uint32_t>;

/// A printf buffer in memory, and text that kernels cannot write.
class EuPrintRecords : public testing::Test {
 protected:
  EuPrintRecords() : memory_(1U << 20), buffer_(memory_.allocate(256)) {}

  /// Address of a text.
  std::uint32_t text(const std::string& characters, bool writable = false) {
    const Buffer place = memory_.allocate(characters.size() + 1, writable);
    memory_.write(place, 0, characters.c_str(), characters.size() + 1);
    return place.address;
  }
  /// What is printed of `records`, of which the header counts `used` bytes.
  Lines printed(const Words& records, std::uint32_t used) {
    memory_.write(buffer_, 0, &used, sizeof used);
    memory_.write(buffer_, 4, records.data(), records.size() * 4);
    Lines lines;
    gen8::print_records(memory_, buffer_, [&](std::string_view line) { lines.emplace_back(line); });
    return lines;
  }
  Lines printed(const Words& records) {
    return printed(records, static_cast<std::uint32_t>(4 + 4 * records.size()));
  }

  GlobalMemory memory_;
  Buffer buffer_;
};

TEST_F(EuPrintRecords, HaveATypeBeforeEachArgument) {
  const std::uint32_t format = text("%d %ld %hhd %f %s|");
  const std::uint32_t word = text("word");
  EXPECT_THAT(printed({format, 9, 3, 0xfffffffb, 6, 1, 2, 3, 0x1ff, 8, 0, 0x3ff80000, 5, word, 9}),
              ElementsAre("-5 8589934593 -1 1.500000 word|"));
}

TEST_F(EuPrintRecords, HaveVectorsWithoutGapsInRoomForWords) {
  const std::uint32_t format = text("%v3hhd %v2hlf %v2ld %d|");
  EXPECT_THAT(printed({format, 0, 9, 3, 0x00fe0201, 7, 7, 13, 2, 0x3f800000, 0x40000000, 12, 2, 1,
                       0, 2, 0, 3, 6}),
              ElementsAre("1,2,-2 1.000000,2.000000 1,2 6|"));
}

TEST_F(EuPrintRecords, MayHaveFloatsOfAnotherSizeThanTheConversion) {
  EXPECT_THAT(printed({text("%f %v2hlf"), 0, 4, 0x3f800000, 14, 2, 0, 0x3ff80000, 0, 0x40000000}),
              ElementsAre("1.000000 1.500000,2.000000"));
}

TEST_F(EuPrintRecords, MayHaveMoreOrFewerArgumentsThanTheFormat) {
  const std::uint32_t one = text("one %d");
  const std::uint32_t two = text("two %d %d");
  EXPECT_THAT(printed({one, 0, 3, 1, 5, two, 0, 6, 0, 0, two, 0, 3, 2, one, 0, 3, 3}),
              ElementsAre("one 1", "two 2 0", "one 3"));
}

TEST_F(EuPrintRecords, ThatAreNotCompleteAreLeftOut) {
  const std::uint32_t format = text("%d %d");
  // Taken but not begun, begun but not finished, finished.
  EXPECT_THAT(printed({0, 0, 0, 0, 0, 0, format, 0, 3, 1, 0, 0, format, 0, 3, 5, 3, 6}),
              ElementsAre("5 6"));
  EXPECT_THAT(printed({format, 0, 3, 5, 3, 6}, 24), ElementsAre("5 0")) << "the end is elsewhere";
  EXPECT_THAT(printed({format, 0, 3, 5, 3, 6, ~0U, 0, format, 0, 3, 5, 3, 6}), ElementsAre("5 6"))
      << "the second one had no room";
  EXPECT_THAT(printed({}), IsEmpty());
}

TEST_F(EuPrintRecords, PrintTextsOfTheProgramOnly) {
  const std::uint32_t format = text("%s %p");
  EXPECT_THAT(printed({format, 0, 5, text("mine", true), 0, 7, 0x10, 0}),
              ElementsAre("(null) 0x10"));
  EXPECT_THAT(printed({text("mine", true), 0}), IsEmpty());
}

TEST_F(EuPrintRecords, OfRandomWordsDoNoHarm) {
  constexpr unsigned kSeed = 20130624;
  std::mt19937 random(kSeed);
  const std::uint32_t format = text("%s%v16ld%n%*d%-+ #0.9e%c%p%v3hhd%f%hd");
  for (int run = 0; run < 2000; ++run) {
    Words records(60);
    for (std::uint32_t& word : records) {
      word = random() % 4 == 0 ? format + random() % 48 : random() % 17;
    }
    EXPECT_LE(printed(records, random()).size(), 30U) << "seed " << kSeed << ", run " << run;
  }
}

/// Of one launch of kernel `k`: what it prints, a text for each printf, and what is in its buffer.
struct Launched {
  Lines lines;
  Lines warnings;
  Words words;
};

class EuPrint : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_on_path("ocloc")) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  }

  static Launched launch(InstructionSet set, bool timed, const std::string& source,
                         std::uint32_t items) {
    MachineConfig config = load_machine("ivb-eu");
    config.core.isa = set;
    const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
    Launched result;
    machine->on_print([&](std::string_view line) { result.lines.emplace_back(line); });
    machine->on_warning([&](const std::string& sentence) { result.warnings.push_back(sentence); });
    result.words.resize(items);
    const Buffer buffer = machine->allocate(items * 4);
    NDRange range;
    range.dimensions = 1;
    range.global = {items, 1, 1};
    range.local = {std::min(items, 64U), 1, 1};
    const auto program = set == InstructionSet::Riscv
                             ? compile_program(source)
                             : load_gen8_program(compile_gen8(source, "print.cl").elf, "print.cl");
    machine->launch(*program, "k", range, {buffer});
    machine->read(buffer, 0, result.words.data(), buffer.size);
    return result;
  }
  static std::shared_ptr<const Program> compile_program(const std::string& source) {
    return load_program(compile_opencl(source, "print.cl").elf, "print.cl");
  }
};

TEST_F(EuPrint, IsThatOfRiscv) {
  const std::string source = R"cl(
    constant char shared_text[] = "constant";
    kernel void k(global uint* out) {
      int i = get_global_id(0);
      float f = 1.5f; double d = 0.1; long l = -5000000000L; uchar uc = 200; ushort us = 60000;
      printf("%d %5d|%-5d|%05d %+d %u %x %#X %o %c%% %s %10s|", i, i, i, i, i, 1u << 31, 255, 255,
             8, 'a', "text", shared_text);
      printf("%ld %lu %lx %hhu %hu %hd %hhd %zu|", l, (ulong)l, l, uc, us, (short)-3, (char)-4,
             get_global_size(0));
      printf("%f %.2f %8.3f|%e %g %a %.17g|", f, f, f, f, f, f, d);
      printf("%v4hlf %v2lf %v3hhd %#v2hx %v8hld %v16hhu %v2ld|", (float4)(1, 2, 3, f),
             (double2)(d, 2), (char3)(-1, 2, -3), (ushort2)(10, 11), (int8)(1, 2, 3, 4, 5, 6, 7, -i),
             (uchar16)(i), (long2)(l, i));
      printf("no arguments\n");
      out[i] = i % 3 == 0 ? 7u : (uint)printf("%s %d %d", i & 1 ? "odd" : "even", i, 1, 2, "more");
    })cl";
  for (const bool timed : {false, true}) {
    const Launched riscv = launch(InstructionSet::Riscv, timed, source, 1);
    EXPECT_THAT(riscv.lines, SizeIs(5));
    EXPECT_THAT(launch(InstructionSet::Gen8, timed, source, 1).lines,
                ElementsAreArray(riscv.lines));
    const Launched many = launch(InstructionSet::Gen8, timed, source, 128);
    const Launched others = launch(InstructionSet::Riscv, timed, source, 128);
    EXPECT_THAT(many.lines, testing::UnorderedElementsAreArray(others.lines));
    EXPECT_EQ(many.words, others.words);
  }
}

TEST_F(EuPrint, FailsWholeWhereTheBufferIsFull) {
  const Launched result = launch(InstructionSet::Gen8, false, R"cl(
    kernel void k(global uint* out) {
      uint failed = 0;
      for (uint i = 0; i < 600; ++i) failed += printf("%v16ld\n", (long16)(i)) != 0;
      out[get_global_id(0)] = failed;
    })cl",
                                 64);
  EXPECT_THAT(result.warnings,
              ElementsAre("kernel k: its calls of printf filled the buffer of 4 MiB; those that "
                          "found no room printed nothing"));
  constexpr std::size_t kRecordBytes = 8 + 8 + 16 * 8;
  EXPECT_THAT(result.lines, SizeIs((kGen8PrintfBufferBytes - 4) / kRecordBytes));
  std::size_t failed = 0;
  for (const std::uint32_t count : result.words) failed += count;
  EXPECT_EQ(failed + result.lines.size(), 64U * 600U);
  for (const std::string& line : result.lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 15) << line;
  }
}

}  // namespace
}  // namespace lanefold
