// SPDX-License-Identifier: Apache-2.0
// Random kernels leave the same memory whatever executes them: code for RISC-V, and Intel's code of
// every width with time and without. Skipped where Intel's compiler is missing.
#include "tests/random_opencl/random_opencl.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/find_on_path.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Outcome {
  std::map<std::string, Bytes> memory;
  LaunchStatistics counts;
};

MachineConfig config_of(InstructionSet isa, CompactionPolicy policy) {
  MachineConfig config = load_machine("ivb-eu");
  config.core.isa = isa;
  config.core.compaction = policy;
  return config;
}

/// Words of all sizes, and what depends on the seed.
std::vector<std::uint32_t> inputs(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> words(kInputWords);
  for (auto& word : words) word = static_cast<std::uint32_t>(random()) >> random() % 32;
  return words;
}

Outcome run(Machine& machine, const Program& program, const std::string& kernel,
            std::uint64_t seed) {
  const NDRange range = random_range(seed);
  const auto words = inputs(seed);
  const Buffer in = machine.allocate(4 * words.size());
  machine.write(in, 0, words.data(), in.size);
  std::vector<ArgumentValue> arguments{in};
  const std::size_t elements = std::size_t{range.global[0]} * range.global[1] * kOwnWords;
  std::vector<std::pair<std::string, Buffer>> outputs;
  const auto output = [&](const char* name, std::size_t bytes) {
    outputs.emplace_back(name, machine.allocate(bytes));
    arguments.emplace_back(outputs.back().second);
  };
  output("out", 4 * elements);
  output("longs", 8 * elements);
  output("shorts", 2 * elements);
  output("bytes", elements);
  output("counters", std::size_t{8} * kSharedCounters);
  arguments.push_back(argument(words.front()));
  machine.launch(program, kernel, range, arguments);
  Outcome outcome;
  for (const auto& [name, buffer] : outputs) {
    Bytes& bytes = outcome.memory[name];
    bytes.resize(buffer.size);
    machine.read(buffer, 0, bytes.data(), buffer.size);
  }
  EXPECT_EQ(machine.memory_difference(), "");
  outcome.counts = machine.launches().back();
  return outcome;
}

void expect_same(const Outcome& outcome, const Outcome& expected, const std::string& where) {
  for (const auto& [name, bytes] : expected.memory) {
    const Bytes& other = outcome.memory.at(name);
    const auto differs = std::mismatch(bytes.begin(), bytes.end(), other.begin()).first;
    EXPECT_TRUE(differs == bytes.end())
        << where << ": " << name << " differs at byte " << differs - bytes.begin();
  }
}

class RandomKernels : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    if (!find_on_path("ocloc")) GTEST_SKIP() << "no ocloc (package intel-opencl-icd)";
  }
};

/// Several kernels in one source, since compilers take time to start.
constexpr std::uint64_t kKernelsOfSource = 5;

class SourceOfKernels {
 public:
  explicit SourceOfKernels(std::uint64_t number) : first_(number * kKernelsOfSource) {
    for_each([&](std::uint64_t seed, const std::string& name) {
      text_ += RandomOpenCl(seed, name).source();
    });
  }

  template <class Action>
  void for_each(const Action& action) const {
    for (std::uint64_t seed = first_; seed < first_ + kKernelsOfSource; ++seed) {
      action(seed, "k" + std::to_string(seed));
    }
  }

  std::shared_ptr<const Program> for_riscv() const {
    return load_program(compile_opencl(text_, "random.cl").elf, "random.cl");
  }
  /// Empty where Intel's compiler crashes.
  CompiledProgram for_gen8(Gen8Width width) const {
    try {
      return compile_gen8(text_, "random.cl", {}, {width, false});
    } catch (const Error& error) {
      if (std::string(error.what()).find("crashes") == std::string::npos) throw;
      return {};
    }
  }

 private:
  std::uint64_t first_;
  std::string text_;
};

/// Intel's compiler spills halves of 64-bit values in divergent code with all channels, those that
/// are off among them, and without having read them before. Its log names kernels that it spills.
bool is_miscompiled(const CompiledProgram& program, const std::string& kernel) {
  return program.log.find("kernel " + kernel + "  compiled SIMD") != std::string::npos;
}

TEST_P(RandomKernels, LeaveTheSameMemory) {
  constexpr CompactionPolicy kPolicies[] = {CompactionPolicy::None, CompactionPolicy::Ivb,
                                            CompactionPolicy::Bcc, CompactionPolicy::Scc,
                                            CompactionPolicy::SccFifo};
  const SourceOfKernels source(GetParam());
  const auto riscv = source.for_riscv();
  std::map<std::uint64_t, Outcome> expected;
  unsigned runs = 0;
  source.for_each([&](std::uint64_t seed, const std::string& name) {
    const auto machine =
        make_functional_machine(config_of(InstructionSet::Riscv, CompactionPolicy::None));
    expected[seed] = run(*machine, *riscv, name, seed);
  });
  for (const Gen8Width width : {Gen8Width::Simd8, Gen8Width::Simd16, Gen8Width::Simd32}) {
    const CompiledProgram compiled = source.for_gen8(width);
    if (compiled.elf.empty()) continue;
    const auto program = load_gen8_program(compiled.elf, "random.cl");
    source.for_each([&](std::uint64_t seed, const std::string& name) {
      const auto simd = static_cast<unsigned>(width);
      if (is_miscompiled(compiled, name)) return;
      ++runs;
      const std::string where = name + " at SIMD" + std::to_string(simd);
      const MachineConfig config =
          config_of(InstructionSet::Gen8, kPolicies[(seed + simd / 8) % std::size(kPolicies)]);
      const Outcome functional = run(*make_functional_machine(config), *program, name, seed);
      expect_same(functional, expected[seed], where);
      const Outcome timed = run(*make_timed_machine(config), *program, name, seed);
      expect_same(timed, functional, where + " with time");
      EXPECT_EQ(timed.counts.warp_instructions, functional.counts.warp_instructions) << where;
      EXPECT_EQ(timed.counts.active_lanes, functional.counts.active_lanes) << where;
      EXPECT_EQ(timed.counts.eu_cycles.cycles, functional.counts.eu_cycles.cycles) << where;
    });
  }
  if (runs == 0) GTEST_SKIP() << "ocloc crashes";
}

INSTANTIATE_TEST_SUITE_P(Some, RandomKernels, testing::Values(0));
INSTANTIATE_TEST_SUITE_P(DeepMany, RandomKernels,
                         testing::Range<std::uint64_t>(1, many_programs<std::uint64_t>(100)));

}  // namespace
}  // namespace lanefold
