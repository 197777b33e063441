// SPDX-License-Identifier: Apache-2.0
// Code of which bits are wrong runs to an end, or to an error that says what is wrong.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "tests/eu/sample_launch.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

/// One of a program's kernels, with one to three of its code's bits changed.
class DamagedKernel {
 public:
  DamagedKernel(const std::string& file, const std::string& kernel, std::uint64_t seed) {
    auto zebin =
        std::make_shared<gen8::Zebin>(gen8::load_zebin(gen8::sample_file(file.c_str()), file));
    std::mt19937_64 random(seed);
    std::vector<KernelInfo> kernels;
    for (gen8::ZebinKernel& one : zebin->kernels) {
      std::vector<std::byte>& code = one.code.bytes;
      for (auto flips = 1 + random() % 3; flips > 0; --flips) {
        code[random() % code.size()] ^= std::byte{1} << random() % 8;
      }
      kernels.push_back(one.info);
    }
    name_ = kernel;
    program_ = std::make_shared<const Program>(file, std::move(zebin), std::move(kernels),
                                               std::vector<std::byte>());
  }

  /// The kind of error with which it ends; Verification for none.
  ErrorKind run(Machine& machine, const NDRange& range,
                const std::vector<ArgumentValue>& arguments) const {
    try {
      machine.launch(*program_, name_, range, arguments);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(name_), std::string::npos) << error.what();
      return error.kind();
    }
    return ErrorKind::Verification;
  }

 private:
  std::string name_;
  std::shared_ptr<const Program> program_;
};

class DamagedCode : public testing::TestWithParam<std::uint64_t> {
 protected:
  static void expect_an_end(std::uint64_t seed) {
    MachineConfig config = eu_config();
    config.limits.livelock_instructions = 2'000;
    config.limits.max_cycles = 50'000;
    const auto machine =
        seed % 2 == 0 ? make_timed_machine(config) : make_functional_machine(config);
    const Buffer in = machine->allocate(kColumns * sizeof(float));
    const Buffer out = machine->allocate(kColumns * kRows * sizeof(float));
    const DamagedKernel apply("tests/zebin/sample.bin", "apply", seed);
    const DamagedKernel exchange("tests/eu/exchange.bin", "exchange", seed);
    const std::set<ErrorKind> allowed = {ErrorKind::Verification, ErrorKind::IllegalInstruction,
                                         ErrorKind::Access, ErrorKind::Barrier,
                                         ErrorKind::NoProgress};
    const auto ends = {apply.run(*machine, kApply, apply_arguments(in, out)),
                       exchange.run(*machine, range_of(1, {128, 1, 1}, {64, 1, 1}), {out})};
    for (const ErrorKind end : ends) {
      EXPECT_EQ(allowed.count(end), 1U) << "seed " << seed << ": kind " << static_cast<int>(end);
    }
  }
};

TEST_P(DamagedCode, RunsToAnEnd) {
  for (std::uint64_t seed = 0; seed < GetParam(); ++seed) expect_an_end(seed);
}

INSTANTIATE_TEST_SUITE_P(Some, DamagedCode, testing::Values(200));
INSTANTIATE_TEST_SUITE_P(DeepMany, DamagedCode, testing::Values(many_programs(20'000)));

}  // namespace
}  // namespace lanefold
