// SPDX-License-Identifier: Apache-2.0
// Loading programs: what a good file gives, and one clear sentence for every other file.
#include "lanefold/program.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <set>

#include "decisions/program/program_image.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;

const char* const kSource =
    "__constant uint table[4] = {1, 2, 3, 4};\n"
    "__attribute__((noinline)) uint helper(uint v) {\n"
    "  while (v % 7 != 3) v = v * 3 + 1;\n"
    "  return v;\n"
    "}\n"
    "__kernel void first(__global uint* out, float4 v) {\n"
    "  __local uint scratch[10];\n"
    "  scratch[get_local_id(0)] = helper(table[get_global_id(0) & 3]);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[0] = scratch[1] + (uint)v.y;\n"
    "}\n"
    "__kernel void second(__global uint* out) { out[0] = 2; }\n";

const Bytes& good_elf() {
  static const Bytes elf = compile_opencl(kSource, "folder/good.cl").elf;
  return elf;
}

std::string refusal_of(const Bytes& elf) {
  try {
    load_program(elf, "bad.elf");
    ADD_FAILURE() << "the program was loaded";
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program);
    EXPECT_THAT(error.what(), ::testing::StartsWith("bad.elf: "));
    return error.what();
  }
}

/// Loads or refuses; anything but Error(Program) fails the test.
bool loads(const Bytes& elf) {
  try {
    const auto program = load_program(elf, "mutated");
    for (const Instruction& instruction : program->image().code) {
      if (instruction.pc % 64 == 0) source_line(program->image(), instruction.pc);
    }
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program) << error.what();
    return false;
  }
}

template <class T>
T& at(Bytes& bytes, std::size_t offset) {
  return *reinterpret_cast<T*>(bytes.data() + offset);
}

/// The good file with a change to its header or to every loadable segment's header.
Bytes with_header(const std::function<void(Elf32_Ehdr&)>& change) {
  Bytes elf = good_elf();
  change(at<Elf32_Ehdr>(elf, 0));
  return elf;
}
Bytes with_segments(const std::function<void(Elf32_Phdr&)>& change) {
  Bytes elf = good_elf();
  const Elf32_Ehdr header = at<Elf32_Ehdr>(elf, 0);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    auto& segment = at<Elf32_Phdr>(elf, header.e_phoff + i * sizeof(Elf32_Phdr));
    if (segment.p_type == PT_LOAD) change(segment);
  }
  return elf;
}
/// The good file with the text of one name replaced by another of the same length.
Bytes with_text(const std::string& from, const std::string& to) {
  Bytes elf = good_elf();
  auto* first = reinterpret_cast<char*>(elf.data());
  for (auto* place = first; (place = std::search(place, first + elf.size(), from.begin(),
                                                 from.end())) != first + elf.size();) {
    std::copy(to.begin(), to.end(), place);
    place += to.size();
  }
  return elf;
}

TEST(Program, KnowsItsKernelsCodeAndLocalMemory) {
  const auto program = load_program(good_elf(), "good.cl");
  EXPECT_EQ(program->name(), "good.cl");
  ASSERT_EQ(program->kernels().size(), 2U);
  EXPECT_EQ(program->kernel("first").arguments.size(), 2U);
  EXPECT_EQ(program->kernel("second").arguments[0].kind, ArgumentKind::Global);
  const ProgramImage& image = program->image();
  EXPECT_EQ(program->kernel("first").local_bytes, 40U);
  EXPECT_EQ(program->kernel("second").local_bytes, 0U);
  EXPECT_EQ(image.begin, kCodeBase);
  ASSERT_EQ(image.entries.size(), 2U);
  for (const std::uint32_t entry : image.entries) {
    EXPECT_EQ(image.at(entry).pc, entry);
    EXPECT_EQ(image.at(entry).kind, InstructionClass::Csr) << "reads the stack pointer";
  }
  EXPECT_FALSE(image.traits.has_double);
  EXPECT_FALSE(image.traits.reads_flags);
}

TEST(Program, CountsTheInstructionsOfItsBlocks) {
  const auto program = load_program(good_elf(), "good.cl");
  const ProgramImage& image = program->image();
  ASSERT_EQ(image.counts.size(), image.flow.blocks.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < image.counts.size(); ++i) {
    const BlockCounts& counts = image.counts[i];
    EXPECT_EQ(counts.instructions, image.flow.blocks[i].last - image.flow.blocks[i].first + 1);
    EXPECT_EQ(counts.fpu + counts.em + counts.send, counts.instructions);
    EXPECT_EQ(counts.alu_32 + counts.alu_64, counts.fpu + counts.em);
    total += counts.instructions;
  }
  EXPECT_EQ(total, image.code.size());
}

TEST(Program, NamesTheValidKernels) {
  const auto program = load_program(good_elf(), "good.cl");
  try {
    program->kernel("third");
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Launch);
    EXPECT_STREQ(error.what(), "good.cl has no kernel 'third'; it has: first, second");
  }
}

TEST(Program, TellsFileAndLineOfAnInstruction) {
  const auto program = load_program(good_elf(), "good.cl");
  const ProgramImage& image = program->image();
  std::set<std::string> lines;
  for (const Instruction& instruction : image.code) {
    lines.insert(source_line(image, instruction.pc));
  }
  EXPECT_EQ(lines.count("folder/good.cl:3"), 1U);
  EXPECT_EQ(lines.count("folder/good.cl:8"), 1U);
  EXPECT_EQ(lines.count("folder/good.cl:12"), 1U);
  EXPECT_EQ(source_line(image, 0x0fff'0000), "");
}

TEST(ProgramRefusals, OfFilesThatAreNotElf) {
  EXPECT_THAT(refusal_of({}), HasSubstr("not an ELF file"));
  EXPECT_THAT(refusal_of(Bytes(3)), HasSubstr("not an ELF file"));
  EXPECT_THAT(refusal_of(Bytes(10000, std::byte{0x55})), HasSubstr("not an ELF file"));
  const std::string text = "__kernel void k() {}";
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  EXPECT_THAT(refusal_of({first, first + text.size()}), HasSubstr("not an ELF file"));
}

TEST(ProgramRefusals, OfForeignElfFiles) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string own(std::istreambuf_iterator<char>(file), {});
  const auto* first = reinterpret_cast<const std::byte*>(own.data());
  const auto foreign = HasSubstr("not a program for 32-bit little-endian RISC-V");
  EXPECT_THAT(refusal_of({first, first + own.size()}), foreign);
  EXPECT_THAT(refusal_of(with_header([](Elf32_Ehdr& h) { h.e_machine = EM_ARM; })), foreign);
  EXPECT_THAT(refusal_of(with_header([](Elf32_Ehdr& h) { h.e_type = ET_REL; })),
              HasSubstr("not linked"));
  EXPECT_THAT(refusal_of(with_header([](Elf32_Ehdr& h) { h.e_type = ET_DYN; })),
              HasSubstr("not linked"));
  EXPECT_THAT(refusal_of(with_header([](Elf32_Ehdr& h) { h.e_flags |= EF_RISCV_RVC; })),
              HasSubstr("compressed instructions"));
}

TEST(ProgramRefusals, OfSegmentsThatCannotBe) {
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_filesz = 0xffff'fff0; })),
              HasSubstr("truncated: segment"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_offset = 0x7fff'ffff; })),
              HasSubstr("truncated: segment"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_memsz = s.p_filesz - 1; })),
              HasSubstr("impossible sizes"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_vaddr = 0xffff'fff0; })),
              HasSubstr("impossible sizes"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_vaddr = 0x8000; })),
              HasSubstr("outside of the program's part of memory"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_vaddr = kGlobalBase - 4; })),
              HasSubstr("outside of the program's part of memory"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_vaddr += 2; })),
              HasSubstr("not aligned to 4 bytes"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_memsz = 100U << 20; })),
              HasSubstr("the machine takes"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_flags |= PF_W; })),
              HasSubstr("writable data"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_flags |= PF_X; })),
              HasSubstr("more than one executable segment"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_flags = PF_R; })),
              HasSubstr("no entry point __lanefold_entry_first in the code"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_type = PT_NOTE; })),
              HasSubstr("has no code"));
  EXPECT_THAT(refusal_of(with_segments([](Elf32_Phdr& s) { s.p_vaddr = kLocalBase; })),
              HasSubstr("initialises local memory"));
}

TEST(ProgramRefusals, OfFilesWithoutTheTableOrItsSymbols) {
  EXPECT_THAT(refusal_of(with_text(".lanefold.kernels", ".lanefold.kernelx")),
              AllOf(HasSubstr("no kernel table"), HasSubstr("compile it with lanefold")));
  EXPECT_THAT(refusal_of(with_text("\"__lanefold_entry_second\"", "\"__lanefold_entry_secon_\"")),
              HasSubstr("kernel second has no entry point __lanefold_entry_secon_ in the code"));
  EXPECT_THAT(refusal_of(with_text("\"kernels\"", "\"kernelz\"")),
              HasSubstr("not a kernel table: no kernels"));
}

TEST(ProgramRefusals, NeverCrashOnATruncatedFile) {
  const Bytes& good = good_elf();
  for (std::size_t length = 0; length < good.size();
       length += length < 400 || length + 400 > good.size() ? 1 : 13) {
    ASSERT_FALSE(loads(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length))))
        << length << " bytes of " << good.size();
  }
  EXPECT_TRUE(loads(good));
}

TEST(ProgramRefusals, NeverCrashOnChangedBytes) {
  constexpr unsigned kSeed = 3;
  std::mt19937 random(kSeed);
  const Bytes& good = good_elf();
  unsigned loaded = 0;
  for (int i = 0; i < 2000; ++i) {
    Bytes elf = good;
    const unsigned changes = 1 + random() % 8;
    for (unsigned n = 0; n < changes; ++n) {
      // Headers and tables lie at both ends.
      const std::size_t near = random() % std::min<std::size_t>(elf.size(), 300);
      const std::size_t places[] = {near, elf.size() - 1 - near, random() % elf.size()};
      elf[places[random() % 3]] = static_cast<std::byte>(random());
    }
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", file " + std::to_string(i));
    loaded += loads(elf) ? 1 : 0;
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(loaded, 0U);
}

TEST(ProgramRefusals, NeverCrashOnRandomCode) {
  constexpr unsigned kSeed = 4;
  std::mt19937 random(kSeed);
  Bytes elf = good_elf();
  const Elf32_Ehdr header = at<Elf32_Ehdr>(elf, 0);
  for (int round = 0; round < 100; ++round) {
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      const auto segment = at<Elf32_Phdr>(elf, header.e_phoff + i * sizeof(Elf32_Phdr));
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
      for (unsigned n = 0; n < segment.p_filesz; ++n) {
        elf[segment.p_offset + n] = static_cast<std::byte>(random());
      }
    }
    EXPECT_TRUE(loads(elf)) << "seed " << kSeed << ", round " << round;
  }
}

}  // namespace
}  // namespace lanefold
