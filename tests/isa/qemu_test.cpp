// SPDX-License-Identifier: Apache-2.0
// Every computing instruction against qemu-riscv32, bit by bit: results and exceptions, in every
// rounding mode, one lane at a time and in the vectorised loops.

#include "tests/support/qemu.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "decisions/isa/atomic.h"
#include "decisions/isa/lane_variant.h"
#include "tests/support/isa_cases.h"
#include "tests/support/lane_file.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kQemuSeed = 20130623;
constexpr unsigned kCasesPerWord = 1536;  // a multiple of every warp width below

/// Operands as the program reads them; `rounding` goes to frm.
struct Case {
  std::uint64_t operands[3];
  std::uint32_t rounding;
  std::uint32_t unused;
};

/// What the program writes per case.
struct Answer {
  std::uint64_t value;
  std::uint32_t flags;
  std::uint32_t unused;
};

struct Experiment {
  Instruction instruction;
  std::vector<Case> cases;
  std::vector<Answer> answers;
};

/// Extended math is ours alone; Debian's qemu is older than Zicond (semantics_test has it); auipc
/// depends on where it stands; lr and sc come in pairs.
bool runs_alone_in_qemu(Opcode opcode) {
  const bool extended_math = opcode >= Opcode::EmRsqrt && opcode <= Opcode::EmPow;
  const bool conditional = opcode == Opcode::CzeroEqz || opcode == Opcode::CzeroNez;
  return !extended_math && !conditional && opcode != Opcode::Auipc && opcode != Opcode::LrW &&
         opcode != Opcode::ScW;
}

std::vector<Case> make_cases(const OpcodeInfo& info, std::mt19937_64& random) {
  std::vector<Case> cases(kCasesPerWord);
  for (Case& one : cases) {
    for (unsigned i = 0; i < 3; ++i) {
      one.operands[i] = test_operand(i < info.sources() ? info.signature[i + 1] : 'X', random);
    }
    one.rounding = static_cast<std::uint32_t>(random() % 5);
  }
  return cases;
}

std::vector<Experiment> make_experiments(InstructionClass kind, std::mt19937_64& random) {
  std::vector<Experiment> experiments;
  for (const Opcode opcode : opcodes_of(kind)) {
    if (!runs_alone_in_qemu(opcode)) {
      continue;
    }
    for (const std::uint32_t word : test_words(opcode, random)) {
      experiments.push_back({decode(word, 0), make_cases(opcode_info(opcode), random), {}});
    }
  }
  return experiments;
}

/// The instruction under test between loading its operands and storing its result.
std::string body_of(const Instruction& instruction) {
  std::string word = fmt::format("  .word {:#x}\n", instruction.word);
  switch (instruction.kind) {
    case InstructionClass::Branch:
      return "  li a0, 1\n" + word + "  li a0, 0\n";
    case InstructionClass::Atomic:
      return "  la t1, memory\n  sw a1, 0(t1)\n  mv a1, t1\n" + word + "  lw a0, 0(t1)\n";
    default:
      return word;
  }
}

std::string loop_of(const Experiment& experiment, unsigned index) {
  const char result = opcode_info(experiment.instruction.opcode).result();
  const bool is_float = experiment.instruction.kind == InstructionClass::Alu && result != 'X';
  return fmt::format(
      "  li s2, {}\n"
      "loop{}:\n"
      "  lw a1, 0(s0)\n  lw a2, 8(s0)\n"
      "  fld fa1, 0(s0)\n  fld fa2, 8(s0)\n  fld fa3, 16(s0)\n"
      "  lw t0, 24(s0)\n  fsrm t0\n  fsflags zero\n"
      "{}"
      "  frflags t0\n  sw t0, 8(s1)\n"
      "  {}\n"
      "  addi s0, s0, {}\n  addi s1, s1, {}\n  addi s2, s2, -1\n  bnez s2, loop{}\n",
      experiment.cases.size(), index, body_of(experiment.instruction),
      is_float ? "fsd fa0, 0(s1)" : "sw a0, 0(s1)", sizeof(Case), sizeof(Answer), index);
}

std::string program_of(const std::vector<Experiment>& experiments) {
  std::string text = ".globl _start\n_start:\n  la s0, cases\n  la s1, answers\n";
  for (unsigned i = 0; i < experiments.size(); ++i) {
    text += loop_of(experiments[i], i);
  }
  const std::size_t bytes = experiments.size() * kCasesPerWord * sizeof(Answer);
  return text + fmt::format(
                    "  la s3, answers\n  li s4, {}\n"
                    "more:\n  li a0, 1\n  mv a1, s3\n  mv a2, s4\n  li a7, 64\n  ecall\n"
                    "  add s3, s3, a0\n  sub s4, s4, a0\n  bgtz s4, more\n"
                    "  li a0, 0\n  li a7, 93\n  ecall\n"
                    ".data\n.balign 16\ncases:\n  .incbin \"cases.bin\"\n"
                    ".bss\n.balign 16\nmemory:\n  .zero 16\nanswers:\n  .zero {}\n",
                    bytes, bytes);
}

/// Fills in the answers of all experiments with one run of qemu.
void ask_qemu(std::vector<Experiment>& experiments) {
  const TemporaryFolder folder;
  std::ofstream file(folder.path() / "cases.bin", std::ios::binary);
  for (const Experiment& experiment : experiments) {
    file.write(reinterpret_cast<const char*>(experiment.cases.data()),
               static_cast<std::streamsize>(experiment.cases.size() * sizeof(Case)));
  }
  file.close();
  const std::string output = run_in_qemu(folder.path(), program_of(experiments));
  ASSERT_EQ(output.size(), experiments.size() * kCasesPerWord * sizeof(Answer));
  const char* from = output.data();
  for (Experiment& experiment : experiments) {
    experiment.answers.resize(kCasesPerWord);
    std::memcpy(experiment.answers.data(), from, kCasesPerWord * sizeof(Answer));
    from += kCasesPerWord * sizeof(Answer);
  }
}

std::string describe(const Experiment& experiment, unsigned index) {
  const Case& one = experiment.cases[index];
  return fmt::format("{} on {:#x}, {:#x}, {:#x}, frm {}, seed {}",
                     disassemble(experiment.instruction), one.operands[0], one.operands[1],
                     one.operands[2], one.rounding, kQemuSeed);
}

void compare_one_lane(const Experiment& experiment) {
  FloatTraits doubles;
  doubles.has_double = true;
  const Instruction& instruction = experiment.instruction;
  for (unsigned i = 0; i < kCasesPerWord; ++i) {
    const Case& one = experiment.cases[i];
    const LaneResult result =
        execute_lane(instruction, one.operands[0], one.operands[1], one.operands[2],
                     static_cast<std::uint8_t>(one.rounding), doubles);
    const bool branch = instruction.kind == InstructionClass::Branch;
    ASSERT_EQ(branch ? result.taken : result.value, experiment.answers[i].value)
        << describe(experiment, i);
    ASSERT_EQ(result.flags, experiment.answers[i].flags) << describe(experiment, i);
  }
}

/// All cases, `width` at a time, through one way of carrying them out. Where that way ignores frm,
/// only cases that ask for nearest even are compared.
void compare_lanes(const Experiment& experiment, LaneFunction function, unsigned width,
                   FloatTraits traits) {
  const Instruction& instruction = experiment.instruction;
  const bool keeps_flags = traits.reads_flags;
  const bool ignores_frm = instruction.rounding == 7 && !traits.writes_rounding;
  for (unsigned first = 0; first < kCasesPerWord; first += width) {
    LaneFile file(width);
    for (unsigned lane = 0; lane < width; ++lane) {
      const Case& one = experiment.cases[first + lane];
      file.set_operands(instruction, lane, one.operands);
      file.set_rounding(lane, static_cast<std::uint8_t>(one.rounding));
    }
    const LaneMask taken = function(instruction, file.registers(), file.registers().full);
    for (unsigned lane = 0; lane < width; ++lane) {
      const unsigned index = first + lane;
      if (ignores_frm && experiment.cases[index].rounding != 0) {
        continue;
      }
      const bool branch = instruction.kind == InstructionClass::Branch;
      ASSERT_EQ(branch ? taken.test(lane) : file.result(instruction, lane),
                experiment.answers[index].value)
          << describe(experiment, index);
      if (keeps_flags) {
        ASSERT_EQ(file.flags(lane), experiment.answers[index].flags) << describe(experiment, index);
      }
    }
  }
}

void compare_all_ways(const Experiment& experiment) {
  compare_one_lane(experiment);
  FloatTraits exact;
  exact.has_double = true;
  exact.reads_flags = true;
  exact.writes_rounding = true;
  if (opcode_info(experiment.instruction.opcode).is_float()) {
    compare_lanes(experiment, lane_function(experiment.instruction, exact), 32, exact);
  }
  FloatTraits usual;
  usual.has_double = true;
  for (const LaneVariant variant : lane_variants()) {
    for (const unsigned width : {8, 16, 64}) {
      compare_lanes(experiment, lane_function(experiment.instruction, usual, variant), width,
                    usual);
    }
  }
}

TEST(IsaAgainstQemu, AluInstructionsGiveTheSameBitsAndFlags) {
  std::mt19937_64 random(kQemuSeed);
  std::vector<Experiment> experiments = make_experiments(InstructionClass::Alu, random);
  ask_qemu(experiments);
  for (const Experiment& experiment : experiments) {
    compare_all_ways(experiment);
  }
}

TEST(IsaAgainstQemu, BranchesAreTakenAlike) {
  std::mt19937_64 random(kQemuSeed);
  std::vector<Experiment> experiments = make_experiments(InstructionClass::Branch, random);
  for (Experiment& experiment : experiments) {
    for (unsigned i = 0; i < kCasesPerWord; i += 5) {  // equal operands are rare by chance
      experiment.cases[i].operands[1] = experiment.cases[i].operands[0];
    }
  }
  ask_qemu(experiments);
  for (const Experiment& experiment : experiments) {
    compare_all_ways(experiment);
  }
}

TEST(IsaAgainstQemu, AtomicOperationsLeaveTheSameMemory) {
  std::mt19937_64 random(kQemuSeed);
  std::vector<Experiment> experiments = make_experiments(InstructionClass::Atomic, random);
  ask_qemu(experiments);
  for (const Experiment& experiment : experiments) {
    for (unsigned i = 0; i < kCasesPerWord; ++i) {
      const auto memory = static_cast<std::uint32_t>(experiment.cases[i].operands[0]);
      const auto operand = static_cast<std::uint32_t>(experiment.cases[i].operands[1]);
      ASSERT_EQ(amo_result(experiment.instruction.opcode, memory, operand),
                experiment.answers[i].value)
          << describe(experiment, i);
    }
  }
}

}  // namespace
}  // namespace lanefold
