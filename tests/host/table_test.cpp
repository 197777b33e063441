// SPDX-License-Identifier: Apache-2.0
// The kernel table inside programs: what is written is read back, anything else is refused.
#include <gtest/gtest.h>

#include <random>

#include "decisions/program/kernel_table.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

std::vector<KernelInfo> read(const std::string& text) {
  return read_kernel_table(reinterpret_cast<const std::byte*>(text.data()), text.size()).kernels;
}

/// True if the reader accepts the text; false if it refuses as it should.
bool accepts(const std::string& text) {
  try {
    read(text);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program);
    return false;
  }
}

std::vector<KernelInfo> example() {
  KernelInfo kernel;
  kernel.name = "reduce \"quoted\"";
  kernel.entry_symbol = "__lanefold_entry_reduce";
  kernel.arguments = {{"p", "float*", ArgumentKind::Global, 4, 0, "const restrict"},
                      {"q", "int*", ArgumentKind::Local, 4, 4, ""},
                      {"v", "float4", ArgumentKind::Value, 16, 16, ""}};
  kernel.argument_bytes = 32;
  kernel.required_work_group_size = {64, 1, 1};
  kernel.required_sub_group_size = 16;
  kernel.attributes = "reqd_work_group_size(64,1,1)";
  return {kernel};
}

TEST(KernelTable, RoundTrips) {
  const auto kernels = read(write_kernel_table({example(), {}}));
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].name, "reduce \"quoted\"");
  EXPECT_EQ(kernels[0].required_work_group_size[0], 64U);
  EXPECT_EQ(kernels[0].required_sub_group_size, 16U);
  EXPECT_EQ(kernels[0].attributes, "reqd_work_group_size(64,1,1)");
  ASSERT_EQ(kernels[0].arguments.size(), 3U);
  EXPECT_EQ(kernels[0].arguments[1].kind, ArgumentKind::Local);
  EXPECT_EQ(kernels[0].arguments[2].offset, 16U);
  EXPECT_EQ(kernels[0].arguments[0].access, "const restrict");
  EXPECT_TRUE(read(write_kernel_table({{}, {}})).empty());
}

TEST(KernelTable, SaysWhereFunctionsKeepRegisters) {
  KernelTable table;
  table.spills["f"] = {{-8, 4}, {-24, 16}};
  table.spills["g"];
  const std::string text = write_kernel_table(table);
  const StackSpills spills =
      read_kernel_table(reinterpret_cast<const std::byte*>(text.data()), text.size()).spills;
  ASSERT_EQ(spills.size(), 2U);
  ASSERT_EQ(spills.at("f").size(), 2U);
  EXPECT_EQ(spills.at("f")[1].offset, -24);
  EXPECT_EQ(spills.at("f")[1].bytes, 16U);
  EXPECT_TRUE(spills.at("g").empty());
  for (const char* wrong :
       {"[]", "{\"f\":1}", "{\"f\":[1]}", "{\"f\":[[1]]}", "{\"f\":[[1,-1]]}",
        "{\"f\":[[\"1\",1]]}", "{\"f\":[[3000000000,1]]}", "{\"f\":[[1,2,3]]}"}) {
    EXPECT_FALSE(accepts(std::string("{\"version\":2,\"kernels\":[],\"spills\":") + wrong + "}"))
        << wrong;
  }
}

TEST(KernelTable, RejectsMalformedTables) {
  for (const char* text : {"", "{", "[]", "7", "{\"version\":1,\"kernels\":[]}", "{\"version\":2}",
                           "{\"version\":2,\"kernels\":{}}", "{\"version\":2,\"kernels\":[{}]}",
                           "\xff\xfe", "{\"version\":2,\"kernels\":[{\"name\":1}]}"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
}

TEST(KernelTable, RefusesImpossibleArguments) {
  auto pointer = example();
  pointer[0].arguments[0].size = 8;
  EXPECT_FALSE(accepts(write_kernel_table({pointer, {}})));
  auto outside = example();
  outside[0].arguments[2].offset = 20;
  EXPECT_FALSE(accepts(write_kernel_table({outside, {}})));
  auto overlapping = example();
  overlapping[0].arguments[1].offset = 0;
  EXPECT_FALSE(accepts(write_kernel_table({overlapping, {}})));
  auto huge = example();
  huge[0].argument_bytes = UINT32_MAX;
  EXPECT_FALSE(accepts(write_kernel_table({huge, {}})));
  auto twice = example();
  twice.push_back(twice[0]);
  EXPECT_FALSE(accepts(write_kernel_table({twice, {}})));
}

TEST(KernelTable, SurvivesDamage) {
  const std::string text = write_kernel_table({example(), {{"k", {{-8, 4}}}}});
  constexpr unsigned kSeed = 20130623;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = text;
    for (unsigned i = random() % 4 + 1; i > 0; --i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    accepts(damaged.substr(0, random() % 8 == 0 ? random() % damaged.size() : damaged.size()));
  }
}

}  // namespace
}  // namespace lanefold
