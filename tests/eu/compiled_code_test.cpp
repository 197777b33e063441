// SPDX-License-Identifier: Apache-2.0
// What Intel's compiler makes of parts of OpenCL C that no workload uses, with and without time.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/find_on_path.h"

namespace lanefold {
namespace {

/// With time or without.
class CompiledCode : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (!find_on_path("ocloc")) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  }

  static std::shared_ptr<const Program> compile(const std::string& source,
                                                Gen8Width width = Gen8Width::Compiler,
                                                const std::vector<std::string>& options = {}) {
    CompileOptions user;
    user.user_options = options;
    return load_gen8_program(compile_gen8(source, "code.cl", user, {width, false}).elf, "code.cl");
  }

  static std::unique_ptr<Machine> make_machine() {
    MachineConfig config = load_machine("ivb-eu");
    config.core.isa = InstructionSet::Gen8;
    return GetParam() ? make_timed_machine(config) : make_functional_machine(config);
  }

  /// What is in `values` after kernel `k` of the program has run for `items` work-items, 32 a
  /// group.
  template <class T>
  static std::vector<T> run(const Program& program, std::vector<T> values, unsigned items) {
    const auto machine = make_machine();
    const std::size_t bytes = values.size() * sizeof(T);
    const Buffer buffer = machine->allocate(bytes);
    machine->write(buffer, 0, values.data(), bytes);
    NDRange range;
    range.dimensions = 1;
    range.global = {items, 1, 1};
    range.local = {32, 1, 1};
    machine->launch(program, "k", range, {buffer});
    machine->read(buffer, 0, values.data(), bytes);
    return values;
  }
};

TEST_P(CompiledCode, ChangesWordsOf64BitsAtomically) {
  const auto program = compile(R"cl(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
    kernel void k(global long* p) {
      long i = get_global_id(0);
      atom_add(p, 0x100000001 * i);
      atom_sub(p + 1, i << 32);
      atom_inc(p + 2);
      atom_dec(p + 3);
      atom_min(p + 4, -(i << 40));
      atom_max((global ulong*)p + 5, (ulong)(i << 40));
      atom_and(p + 6, ~(1L << (i & 63)));
      atom_or(p + 7, 1L << (i & 63));
      atom_xor(p + 8, 3L << (i & 31));
      atom_cmpxchg(p + 9, i, i + 1);
      atom_xchg(p + 10 + i, i << 33);
    })cl");
  std::vector<std::int64_t> expected(74);
  std::int64_t parity = 0;
  for (std::int64_t i = 0; i < 64; ++i) {
    expected[0] += 0x100000001 * i;
    expected[1] -= i * (std::int64_t{1} << 32);
    parity ^= std::int64_t{3} << (i & 31);
    expected[10 + i] = i * (std::int64_t{1} << 33);
  }
  expected[2] = 64;
  expected[3] = -64;
  expected[4] = -(std::int64_t{63} << 40);
  expected[5] = std::int64_t{63} << 40;
  expected[7] = -1;
  expected[8] = parity;
  std::vector<std::int64_t> values(74);
  values[6] = -1;
  const auto result = run(*program, values, 64);
  // The swaps are a chain that begins with work-item 0 and goes as far as the order lets it.
  EXPECT_GT(result[9], 0);
  expected[9] = result[9];
  EXPECT_EQ(result, expected);
}

INSTANTIATE_TEST_SUITE_P(All, CompiledCode, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "Timed" : "Functional");
});

}  // namespace
}  // namespace lanefold
