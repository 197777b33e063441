// SPDX-License-Identifier: Apache-2.0
// Whole programs against qemu-riscv32: lanes that diverge in lockstep must end with the registers,
// flags and memory that each of them has when it runs alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>

#include "decisions/program/kernel_table.h"
#include "lanefold/compiler.h"
#include "lanefold/memory_map.h"
#include "tests/support/instruction_sequences.h"
#include "tests/support/isa_cases.h"
#include "tests/support/kernels.h"
#include "tests/support/qemu.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kSeed = 20120521;
constexpr unsigned kSequences = 96;
constexpr unsigned kLanes = 64;

/// The state of a lane before and after a sequence. Registers that hold addresses are not kept.
struct Record {
  std::uint32_t integer[32];
  std::uint64_t real[32];
  std::uint32_t fcsr;
  std::uint32_t unused;
  std::uint8_t memory[kSequenceMemory];
};
static_assert(sizeof(Record) == 128 + 256 + 8 + kSequenceMemory);

bool is_compared(unsigned integer_register) {
  return integer_register > 2 && integer_register != 8 && integer_register != 27 &&
         integer_register != 3 && integer_register != 4;
}

/// Text that moves all registers from the record (loads) or to it.
std::string transfer(SequenceProfile profile, bool loads) {
  std::string text;
  const std::string real = std::string(loads ? "fl" : "fs") + (profile.doubles ? "d" : "w");
  const auto integers = [&] {
    for (unsigned i = 0; i < 32; ++i) {
      if (is_compared(i)) {
        text += fmt::format("  {} x{}, {}(s11)\n", loads ? "lw" : "sw", i,
                            offsetof(Record, integer) + 4 * i);
      }
    }
  };
  if (!loads) integers();
  for (unsigned i = 0; i < 32; ++i) {
    text += fmt::format("  {} f{}, {}(s11)\n", real, i, offsetof(Record, real) + 8 * i);
  }
  if (profile.flags) {
    text += loads ? fmt::format("  lw t0, {0}(s11)\n  fscsr t0\n", offsetof(Record, fcsr))
                  : fmt::format("  frcsr t0\n  sw t0, {0}(s11)\n", offsetof(Record, fcsr));
  }
  if (loads) {
    text += fmt::format("  addi s0, s11, {}\n", offsetof(Record, memory));
    integers();
  }
  return text;
}

std::string around(SequenceProfile profile, unsigned number) {
  return transfer(profile, true) + fmt::format("  call sequence_{}\n", number) +
         transfer(profile, false);
}

struct Experiment {
  SequenceProfile profile;
  std::vector<std::string> sequences;
  std::vector<Record> before;  ///< [sequence][lane]
  std::vector<Record> expected;
};

Experiment make_experiment(SequenceProfile profile, std::set<Opcode>& seen) {
  Experiment experiment{profile, {}, std::vector<Record>(kSequences * kLanes), {}};
  SequenceGenerator generator(profile, kSeed);
  for (unsigned i = 0; i < kSequences; ++i) experiment.sequences.push_back(generator.next(i));
  seen.insert(generator.seen().begin(), generator.seen().end());
  std::mt19937_64 random(kSeed + 1);
  for (Record& record : experiment.before) {
    for (auto& value : record.integer) {
      value = static_cast<std::uint32_t>(test_operand('X', random));
    }
    for (auto& value : record.real) {
      value = test_operand(profile.doubles && random() % 2 != 0 ? 'D' : 'S', random);
    }
    record.fcsr = static_cast<std::uint32_t>(random() % 5 << 5);
    for (auto& value : record.memory) value = static_cast<std::uint8_t>(random());
  }
  return experiment;
}

std::string all_sequences(const Experiment& experiment) {
  std::string text = ".text\n";
  for (const std::string& sequence : experiment.sequences) text += sequence;
  return text;
}

/// A Linux program that runs every lane of every sequence alone and writes all records.
std::string linux_program(const Experiment& experiment) {
  std::string text = all_sequences(experiment) + ".globl _start\n_start:\n  la s11, records\n";
  for (unsigned i = 0; i < kSequences; ++i) {
    text += fmt::format(
        "  li t0, {0}\nlanes_{1}:\n  la t1, lanes_left\n  sw t0, 0(t1)\n{2}"
        "  li t0, {3}\n  add s11, s11, t0\n"
        "  la t1, lanes_left\n  lw t0, 0(t1)\n  addi t0, t0, -1\n  beqz t0, done_{1}\n"
        "  j lanes_{1}\ndone_{1}:\n",
        kLanes, i, around(experiment.profile, i), sizeof(Record));
  }
  return text + fmt::format(
                    "  la s3, records\n  li s4, {}\n"
                    "more:\n  li a0, 1\n  mv a1, s3\n  mv a2, s4\n  li a7, 64\n  ecall\n"
                    "  add s3, s3, a0\n  sub s4, s4, a0\n  bgtz s4, more\n"
                    "  li a0, 0\n  li a7, 93\n  ecall\n"
                    ".data\n.balign 16\nlanes_left:\n  .zero 16\nrecords:\n"
                    "  .incbin \"records.bin\"\n",
                    experiment.before.size() * sizeof(Record));
}

void ask_qemu(Experiment& experiment) {
  const TemporaryFolder folder;
  std::ofstream file(folder.path() / "records.bin", std::ios::binary);
  const std::size_t bytes = experiment.before.size() * sizeof(Record);
  file.write(reinterpret_cast<const char*>(experiment.before.data()),
             static_cast<std::streamsize>(bytes));
  file.close();
  const std::string output = run_in_qemu(folder.path(), linux_program(experiment));
  ASSERT_EQ(output.size(), bytes);
  experiment.expected.resize(experiment.before.size());
  std::memcpy(experiment.expected.data(), output.data(), bytes);
}

/// One kernel per sequence; a work-item takes the record of its global id.
std::string kernel_entry(const Experiment& experiment, unsigned number) {
  return fmt::format(
      "entry_{}:\n  csrr sp, {:#x}\n  csrr t0, {:#x}\n  lw s11, 0(t0)\n  csrr t0, {:#x}\n"
      "  li t1, {}\n  mul t0, t0, t1\n  add s11, s11, t0\n{}  .insn r {:#x}, {}, 0, x0, x0, x0\n",
      number, static_cast<std::uint32_t>(WorkItemCsr::StackTop),
      static_cast<std::uint32_t>(WorkItemCsr::ArgumentBlock),
      static_cast<std::uint32_t>(WorkItemCsr::GlobalId0), sizeof(Record),
      around(experiment.profile, number), kCustom0, static_cast<std::uint32_t>(Custom0Group::Exit));
}

std::shared_ptr<const Program> machine_program(const Experiment& experiment) {
  std::string text = all_sequences(experiment);
  std::vector<KernelInfo> kernels;
  for (unsigned i = 0; i < kSequences; ++i) {
    text += kernel_entry(experiment, i);
    kernels.push_back({fmt::format("k{}", i),
                       fmt::format("entry_{}", i),
                       {{"records", "void*", ArgumentKind::Global, 4, 0, ""}},
                       4,
                       {},
                       0,
                       ""});
  }
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "kernels.json") << write_kernel_table({kernels, {}});
  std::ofstream(folder.path() / "link.ld")
      << fmt::format("SECTIONS {{ . = {:#x}; .text : {{ *(.text) }} }}\n", kCodeBase);
  text +=
      fmt::format(".section {},\"\",@progbits\n.incbin \"kernels.json\"\n", kKernelTableSection);
  const std::filesystem::path object = assemble_riscv(folder.path(), text);
  const std::string elf = (folder.path() / "program.elf").string();
  output_of(fmt::format("ld.lld-19 --no-relax -e 0 -T '{}' -o '{}' '{}'",
                        (folder.path() / "link.ld").string(), elf, object.string()));
  std::ifstream file(elf, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  const auto* first = reinterpret_cast<const std::byte*>(content.data());
  return load_program({first, first + content.size()}, "sequences");
}

std::string difference(const Record& ours, const Record& expected, SequenceProfile profile) {
  std::string text;
  const auto differs = [&](const std::string& what, std::uint64_t mine, std::uint64_t theirs) {
    if (mine != theirs) text += fmt::format("{}: {:#x}, qemu {:#x}\n", what, mine, theirs);
  };
  const std::uint64_t real_bits = profile.doubles ? ~std::uint64_t{0} : 0xffff'ffff;
  for (unsigned i = 0; i < 32; ++i) {
    if (is_compared(i)) differs(fmt::format("x{}", i), ours.integer[i], expected.integer[i]);
    differs(fmt::format("f{}", i), ours.real[i] & real_bits, expected.real[i] & real_bits);
  }
  differs("fcsr", ours.fcsr, expected.fcsr);
  for (unsigned i = 0; i < kSequenceMemory; ++i) {
    differs(fmt::format("byte {}", i), ours.memory[i], expected.memory[i]);
  }
  return text;
}

/// All lanes of one sequence at once on `machine`.
void compare(Machine& machine, const Program& program, const Experiment& experiment,
             unsigned number) {
  const Record* before = &experiment.before[std::size_t{number} * kLanes];
  const Record* expected = &experiment.expected[std::size_t{number} * kLanes];
  const Buffer buffer = machine.allocate(kLanes * sizeof(Record));
  machine.write(buffer, 0, before, buffer.size);
  machine.launch(program, fmt::format("k{}", number), range_1d(kLanes, kLanes), {buffer});
  std::vector<Record> after(kLanes);
  machine.read(buffer, 0, after.data(), buffer.size);
  machine.release(buffer);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::string found = difference(after[lane], expected[lane], experiment.profile);
    ASSERT_EQ(found, "") << "profile " << experiment.profile.name << ", sequence " << number
                         << ", lane " << lane << ", seed " << kSeed << "\n"
                         << experiment.sequences[number];
  }
}

constexpr SequenceProfile kProfiles[] = {
    {"singles", false, false},
    {"singles with flags", false, true},
    {"doubles", true, false},
    {"doubles with flags", true, true},
};

void compare_profile(const SequenceProfile& profile) {
  ::testing::Test::RecordProperty("seed", std::to_string(kSeed));
  std::set<Opcode> seen;
  Experiment experiment = make_experiment(profile, seen);
  ASSERT_NO_FATAL_FAILURE(ask_qemu(experiment));
  const auto program = machine_program(experiment);
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : {1, 5, 16, 64}) {
      SCOPED_TRACE(fmt::format("warp width {}, {}", width, name_of(policy)));
      const auto machine = make_functional_machine(test_machine(width, policy));
      for (unsigned i = 0; i < kSequences; ++i) {
        ASSERT_NO_FATAL_FAILURE(compare(*machine, *program, experiment, i));
      }
      LaunchStatistics total;
      for (const LaunchStatistics& launch : machine->launches()) total.add(launch);
      EXPECT_EQ(total.divergent_branches > 1000, width > 1) << "the lanes must part often";
    }
  }
}

TEST(MachineAgainstQemu, RunsProgramsOfSinglesAlike) { compare_profile(kProfiles[0]); }
TEST(MachineAgainstQemu, RunsProgramsOfSinglesWithFlagsAlike) { compare_profile(kProfiles[1]); }
TEST(MachineAgainstQemu, RunsProgramsOfDoublesAlike) { compare_profile(kProfiles[2]); }
TEST(MachineAgainstQemu, RunsProgramsOfDoublesWithFlagsAlike) { compare_profile(kProfiles[3]); }

TEST(MachineAgainstQemu, TriesEveryInstruction) {
  std::set<Opcode> seen;
  for (const SequenceProfile& profile : kProfiles) make_experiment(profile, seen);
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    const bool own = opcode >= Opcode::Barrier;  // the machine's custom instructions come last
    const bool zicond = opcode == Opcode::CzeroEqz || opcode == Opcode::CzeroNez;
    EXPECT_EQ(seen.count(opcode) != 0, !own && !zicond) << opcode_info(opcode).text;
  }
}

}  // namespace
}  // namespace lanefold
