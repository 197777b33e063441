// SPDX-License-Identifier: Apache-2.0
// Arguments of a launch: their checks, and where local memory lies.
#include "decisions/zebin/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace lanefold::gen8 {
namespace {

using ::testing::StartsWith;

/// Takes a buffer, two pieces of local memory and a float.
ZebinKernel example() {
  ZebinKernel kernel;
  kernel.info.name = "k";
  kernel.simd_size = 16;
  kernel.slm_size = 20;
  for (const ArgumentKind kind :
       {ArgumentKind::Global, ArgumentKind::Local, ArgumentKind::Local, ArgumentKind::Value}) {
    KernelArgument argument;
    argument.name = "a";
    argument.type_name = kind == ArgumentKind::Value ? "float" : "float*";
    argument.kind = kind;
    argument.size = 4;
    kernel.info.arguments.push_back(argument);
  }
  PayloadArgument second;
  second.kind = PayloadKind::Pointer;
  second.argument = 2;
  second.mode = AddressMode::Local;
  second.slm_alignment = 64;
  kernel.payload = {second};
  return kernel;
}

TEST(Gen8Arguments, HaveLocalMemoryBehindTheKernelsOwn) {
  const ResolvedArguments resolved = resolve_arguments(
      example(), {Buffer{0x80000080, 16}, LocalBytes{40}, LocalBytes{8}, argument(1.0F)}, 65536);
  ASSERT_EQ(resolved.values.size(), 4U);
  EXPECT_EQ(std::get<DeviceAddress>(resolved.values[0]).value, 0x80000080U);
  EXPECT_EQ(std::get<LocalOffset>(resolved.values[1]).value, 32U);   // a multiple of 16
  EXPECT_EQ(std::get<LocalOffset>(resolved.values[2]).value, 128U);  // a multiple of 64
  EXPECT_EQ(std::get<std::vector<std::byte>>(resolved.values[3]).size(), 4U);
  EXPECT_EQ(resolved.local_bytes, 136U);
}

TEST(Gen8Arguments, RefuseWhatTheKernelDoesNotTake) {
  const ArgumentValue buffer = Buffer{0x80000080, 16};
  const ArgumentValue local = LocalBytes{4};
  const auto sentence = [](const std::vector<ArgumentValue>& arguments) {
    return refusal(ErrorKind::Launch, [&] { resolve_arguments(example(), arguments, 65536); });
  };
  EXPECT_EQ(sentence({buffer}), "kernel k: 1 arguments given; it takes 4");
  EXPECT_EQ(sentence({local, local, local, argument(1.0F)}),
            "kernel k: argument 0 (float* a) takes a buffer");
  EXPECT_EQ(sentence({buffer, buffer, local, argument(1.0F)}),
            "kernel k: argument 1 (float* a) takes a size of local memory");
  EXPECT_EQ(sentence({buffer, local, local, argument(1.0)}),
            "kernel k: argument 3 (float a) takes a value of 4 bytes");
}

TEST(Gen8Arguments, RefuseMoreLocalMemoryThanThereIs) {
  const auto sentence = [](std::uint32_t bytes, std::uint32_t available) {
    return refusal(ErrorKind::Launch, [&] {
      resolve_arguments(example(),
                        {Buffer{}, LocalBytes{bytes}, LocalBytes{0xffffffff}, argument(1.0F)},
                        available);
    });
  };
  EXPECT_EQ(sentence(1, 65536),
            "kernel k: needs 4294967359 bytes of local memory; there are 65536");
  EXPECT_THAT(sentence(0xffffffff, 0xffffffff), StartsWith("kernel k: needs 8589934"));
}

}  // namespace
}  // namespace lanefold::gen8
