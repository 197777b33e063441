// SPDX-License-Identifier: Apache-2.0
// Arguments of a launch: where local memory lies.
#include "decisions/zebin/arguments.h"

#include <gtest/gtest.h>

namespace lanefold::gen8 {
namespace {

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
      example(), {Buffer{0x80000080, 16}, LocalBytes{40}, LocalBytes{8}, argument(1.0F)});
  ASSERT_EQ(resolved.values.size(), 4U);
  EXPECT_EQ(std::get<DeviceAddress>(resolved.values[0]).value, 0x80000080U);
  EXPECT_EQ(std::get<LocalOffset>(resolved.values[1]).value, 32U);   // a multiple of 16
  EXPECT_EQ(std::get<LocalOffset>(resolved.values[2]).value, 128U);  // a multiple of 64
  EXPECT_EQ(std::get<std::vector<std::byte>>(resolved.values[3]).size(), 4U);
  EXPECT_EQ(resolved.local_bytes, 136U);
}

}  // namespace
}  // namespace lanefold::gen8
