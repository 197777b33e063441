// SPDX-License-Identifier: Apache-2.0
// What the user is told when a launch is wrong. The machine stays usable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kArguments =
    "__kernel void k(__global float* values, __local uint* scratch, float4 v,\n"
    "                __constant uint* table) { values[0] = v.x + scratch[0] + table[0]; }\n"
    "__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed(__global uint* out) {\n"
    "  out[0] = 1; }\n";

class LaunchErrors : public ::testing::Test {
 protected:
  void expect(const std::string& kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments,
              const ::testing::Matcher<std::string>& sentence) {
    const Error error = error_of([&] { machine_->launch(*program_, kernel, range, arguments); });
    EXPECT_EQ(error.kind(), ErrorKind::Launch);
    EXPECT_THAT(error.what(), sentence);
    EXPECT_TRUE(machine_->launches().empty());
  }
  std::vector<ArgumentValue> arguments() {
    return {buffer_, LocalBytes{64}, argument(std::array<float, 4>{}), buffer_};
  }

  std::shared_ptr<const Program> program_ = compile_program(kArguments);
  std::unique_ptr<Machine> machine_ = make_functional_machine(test_machine(16));
  Buffer buffer_ = machine_->allocate(64);
};

TEST_F(LaunchErrors, NameTheValidKernels) {
  expect("kk", range_1d(1, 1), {}, HasSubstr("test.cl has no kernel 'kk'; it has: k, fixed"));
}

TEST_F(LaunchErrors, SayHowManyArgumentsAKernelTakes) {
  expect("k", range_1d(1, 1), {buffer_}, HasSubstr("kernel k: 1 arguments given; it takes 4"));
}

TEST_F(LaunchErrors, NameTheKindOfEachArgument) {
  auto wrong = arguments();
  wrong[0] = argument(1.0F);
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 0 (float* values) takes a buffer, not a value of 4 bytes"));
  wrong = arguments();
  wrong[1] = buffer_;
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 1 (uint* scratch) takes a size of local memory, not a buffer"));
  wrong = arguments();
  wrong[2] = argument(1.0F);
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 2 (float4 v) takes a value of 16 bytes, not a value of 4 bytes"));
  wrong = arguments();
  wrong[3] = LocalBytes{4};
  expect(
      "k", range_1d(1, 1), wrong,
      HasSubstr("argument 3 (uint* table) takes a buffer (constant memory), not a size of local"));
}

TEST_F(LaunchErrors, RefuseBuffersThatHaveBeenReleased) {
  machine_->release(buffer_);
  expect("k", range_1d(1, 1), arguments(),
         HasSubstr("argument 0 (float* values) is a buffer of 64 bytes at 0x10000000 that does not "
                   "exist"));
  auto part = arguments();
  const Buffer whole = machine_->allocate(128);
  part[0] = Buffer{whole.address + 32, 64};
  part[3] = Buffer{whole.address + 64, 64};
  EXPECT_NO_THROW(machine_->launch(*program_, "k", range_1d(1, 1), part));
}

TEST_F(LaunchErrors, RefuseMoreLocalMemoryThanThereIs) {
  auto large = arguments();
  large[1] = LocalBytes{65537};
  expect("k", range_1d(1, 1), large,
         HasSubstr("needs 65537 bytes of local memory; the machine "
                   "has 65536 (local_memory.bytes)"));
  large[1] = LocalBytes{0xffff'ffff};
  expect("k", range_1d(1, 1), large, HasSubstr("needs 4294967295 bytes of local memory"));
}

TEST_F(LaunchErrors, RefuseGroupsThatTheMachineCannotHold) {
  expect("k", range_1d(2048, 2048), arguments(),
         AllOf(HasSubstr("a work-group of 2048x1x1 work-items"), HasSubstr("holds 1024")));
  NDRange huge;
  huge.dimensions = 3;
  huge.local = huge.global = {1U << 22, 1U << 21, 1U << 21};  // 2^64 work-items
  expect("k", huge, arguments(), HasSubstr("a work-group of 4194304x2097152x2097152"));
  huge.local = {1, 1, 1};
  expect("k", huge, arguments(), HasSubstr("the number of work-items does not fit into 64 bits"));
}

TEST_F(LaunchErrors, RefuseRangesThatCannotBe) {
  expect("k", range_1d(10, 4), arguments(),
         HasSubstr("global size 10 in dimension 0 is not a positive multiple of the local size 4"));
  expect("k", range_1d(0, 1), arguments(), HasSubstr("global size 0"));
  expect("k", range_1d(4, 0), arguments(), HasSubstr("local size 0"));
  expect("k", range_1d(4, 4, 0xffff'fffd), arguments(), HasSubstr("do not fit into 32 bits"));
  NDRange range;
  range.dimensions = 4;
  expect("k", range, arguments(), HasSubstr("4 dimensions; 1 to 3 are valid"));
  range.dimensions = 2;
  range.global[2] = 5;
  expect("k", range, arguments(), HasSubstr("dimension 2 is not used"));
}

TEST_F(LaunchErrors, HonourARequiredWorkGroupSize) {
  NDRange range;
  range.dimensions = 2;
  range.global = {16, 4, 1};
  range.local = {4, 4, 1};
  expect("fixed", range, {buffer_}, HasSubstr("its reqd_work_group_size is 8x2x1"));
  range.local = {8, 2, 1};
  EXPECT_NO_THROW(machine_->launch(*program_, "fixed", range, {buffer_}));
}

}  // namespace
}  // namespace lanefold
