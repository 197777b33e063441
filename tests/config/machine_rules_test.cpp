// SPDX-License-Identifier: Apache-2.0
// Which parameters do not fit one another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/config/refusals.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(MachineRules, AcceptTheDefaults) { EXPECT_NO_THROW(validate(MachineConfig{})); }

TEST(MachineRules, NameTheKeyThatDoesNotFit) {
  EXPECT_EQ(refused_after({"core.alu_width=3"}),
            "machine: core.alu_width is 3 but must be a power of two");
  EXPECT_EQ(refused_after({"memory.line_bytes=48"}),
            "machine: memory.line_bytes is 48 but must be a power of two");
  EXPECT_EQ(refused_after({"memory.private_bytes=264"}),
            "machine: memory.private_bytes is 264 but must be a multiple of 16");
  EXPECT_EQ(refused_after({"local_memory.bytes=1025"}),
            "machine: local_memory.bytes is 1025 but must be a multiple of 16");
  EXPECT_EQ(refused_after({"memory.bytes=65537"}),
            "machine: memory.bytes is 65537 but must be a multiple of memory.line_bytes, which is "
            "64");
  EXPECT_EQ(refused_after({"core.fetch.instructions=9"}),
            "machine: core.fetch.queue is 8 but must be at least core.fetch.instructions, "
            "which is 9");
  EXPECT_EQ(refused_after({"core.fetch.latency=0"}),
            "machine: core.fetch.latency is 0 but must be at least 1 because core.stage_latches is "
            "true");
  EXPECT_EQ(refused_after({"interconnect.enabled=true", "interconnect.clock_mhz=1001"}),
            "machine: interconnect.clock_mhz is 1001 but must be at most clock_mhz, which is 1000");
}

TEST(MachineRules, AcceptAnInterconnectAsFastAsTheCoresOrNone) {
  MachineConfig config;
  config.interconnect.enabled = true;
  config.interconnect.clock_mhz = config.clock_mhz;
  EXPECT_NO_THROW(validate(config));
  config.clock_mhz = 200;
  EXPECT_THROW(validate(config), Error);
  config.interconnect.enabled = false;
  EXPECT_NO_THROW(validate(config));
}

TEST(MachineRules, NameTheCacheThatCannotBe) {
  EXPECT_THAT(refused_after({"l1.enabled=true", "l1.bytes=64", "memory.line_bytes=128"}),
              StartsWith("machine: l1.bytes is 64 but must hold at least one line of "
                         "memory.line_bytes, which is 128"));
  EXPECT_THAT(refused_after({"l3.enabled=true", "l3.banks=3"}),
              StartsWith("machine: l3.banks is 3 but"));
  EXPECT_THAT(refused_after({"llc.enabled=true", "llc.bytes=98304"}),
              StartsWith("machine: llc.bytes is 98304 but"));
  EXPECT_EQ(refused_setting("l2.mshrs=0"),
            "--set l2.mshrs=0: l2.mshrs is 0, out of range; valid: 1 to 65536");
  MachineConfig without;
  apply_setting(without, "l3.banks=3");
  EXPECT_NO_THROW(validate(without)) << "there is no l3";
}

TEST(MachineRules, NameTheRowThatDoesNotDivide) {
  EXPECT_EQ(refused_after({"dram.timing=ddr3", "dram.row_bytes=1000"}),
            "machine: dram.row_bytes is 1000 but must be a multiple of dram.interleave_bytes, "
            "which is 256");
  MachineConfig fixed;
  apply_setting(fixed, "dram.row_bytes=1000");
  EXPECT_NO_THROW(validate(fixed)) << "there are no rows";
}

TEST(MachineRules, NameTheRequirementsOfCoherence) {
  const std::string mesi = "machine: coherence is mesi but ";
  EXPECT_THAT(refused_after({"coherence=mesi"}), StartsWith(mesi + "l1.enabled is false"));
  EXPECT_THAT(refused_after({"coherence=mesi", "l1.enabled=true"}),
              StartsWith(mesi + "the directory is part of the shared l2"));
  const std::vector<std::string> coherent{"coherence=mesi", "l1.enabled=true", "l2.enabled=true"};
  const auto with = [&](const std::string& setting) {
    std::vector<std::string> settings = coherent;
    settings.push_back(setting);
    return settings;
  };
  EXPECT_THAT(refused_after(with("l2.shared=false")), StartsWith(mesi + "the directory"));
  EXPECT_THAT(refused_after(with("l1.write=through")), StartsWith(mesi + "l1.write is through"));
  EXPECT_THAT(refused_after(with("l1.perfect=true")), StartsWith(mesi + "l1.perfect"));
  EXPECT_THAT(refused_after(with("cores=65")), StartsWith("machine: cores is 65 but"));
}

TEST(MachineRules, LimitThePrivateMemoryOfAllWorkItemsTogether) {
  EXPECT_THAT(refused_after({"cores=256", "core.warps=64", "core.warp_width=64"}),
              HasSubstr("all 1048576 resident work-items"));
}

TEST(MachineRules, HoldForFilesToo) {
  EXPECT_EQ(refused_machine("base = \"bare\"\n[core]\nalu_width = 3\n"),
            "my.toml: core.alu_width is 3 but must be a power of two");
}

}  // namespace
}  // namespace lanefold
