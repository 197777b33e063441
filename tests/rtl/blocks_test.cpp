// SPDX-License-Identifier: Apache-2.0
// Which blocks can be RTL on which machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "lanefold/error.h"
#include "twins/loop/rtl_blocks.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using Names = std::vector<std::string>;

MachineConfig machine(const std::string& compaction) {
  MachineConfig config;
  config.core.compaction = compaction;
  return config;
}

Names chosen(const Names& names, const std::string& compaction) {
  const MachineConfig config = machine(compaction);
  return names_of(select_rtl_blocks(names, config));
}

TEST(RtlBlocks, AllTakesTheControlBlockOfThePolicy) {
  const auto all_with = [](const char* control) {
    return ElementsAre(control, "exec_mask", "compaction_sequencer", "operand_latch",
                       "swizzle_crossbar", "unswizzle");
  };
  EXPECT_THAT(chosen({"all"}, "none"), all_with("none_control"));
  EXPECT_THAT(chosen({"all"}, "ivb"), all_with("ivb_half"));
  EXPECT_THAT(chosen({"all"}, "bcc"), all_with("bcc_control"));
  EXPECT_THAT(chosen({"all"}, "scc"), all_with("scc_control"));
  EXPECT_THAT(chosen({"all"}, "scc-fifo"), all_with("scc_control"));
}

TEST(RtlBlocks, HaveAControlBlockForEachPolicyThatTheyName) {
  EXPECT_THAT(rtl_policies(), ElementsAre("none", "ivb", "bcc", "scc", "scc-fifo"));
  for (const std::string& policy : rtl_policies()) {
    EXPECT_TRUE(select_rtl_blocks({"all"}, machine(policy)).control()) << policy;
    EXPECT_FALSE(select_rtl_blocks({"exec_mask"}, machine(policy)).compact()) << policy;
  }
}

TEST(RtlBlocks, MatchTheNamedBlocks) {
  EXPECT_THAT(chosen({"unswizzle", "exec_mask", "unswizzle"}, "bcc"),
              ElementsAre("exec_mask", "unswizzle"));
  EXPECT_THAT(chosen({"scc_control"}, "scc-fifo"), ElementsAre("scc_control"));
  EXPECT_THAT(chosen({"compaction_sequencer"}, "ivb"), ElementsAre("compaction_sequencer"));
  EXPECT_THAT(chosen({"exec_mask", "all"}, "ivb").size(), 6U);
}

TEST(RtlBlocks, OfTwoCyclesAreUsedWhereInstructionsWaitForThem) {
  MachineConfig config = machine("scc");
  config.core.compaction_latency = 2;
  EXPECT_THAT(names_of(select_rtl_blocks({"all"}, config)),
              ElementsAre("scc_control", "exec_mask", "scc_pipeline", "compaction_sequencer",
                          "operand_latch", "swizzle_crossbar", "unswizzle"));
  EXPECT_THAT(names_of(select_rtl_blocks({"scc_pipeline"}, config)), ElementsAre("scc_pipeline"));
  config.core.compaction = "scc-fifo";
  EXPECT_THAT(names_of(select_rtl_blocks({"all"}, config)).size(), 6U);
}

TEST(RtlBlocks, OfDivergeOnMissAreUsedWithItOnly) {
  MachineConfig config = machine("bcc");
  config.core.on_miss = "slip";
  const auto chosen_with_slip = [&](const Names& names) {
    return names_of(select_rtl_blocks(names, config));
  };
  EXPECT_THAT(chosen_with_slip({"all"}),
              ElementsAre("bcc_control", "exec_mask", "compaction_sequencer", "operand_latch",
                          "swizzle_crossbar", "unswizzle", "mdt", "slip_controller"));
  EXPECT_THAT(chosen_with_slip({"slip_controller", "mdt"}), ElementsAre("mdt", "slip_controller"));
  EXPECT_FALSE(select_rtl_blocks({"mdt", "slip_controller"}, config).carries_values());
}

TEST(RtlBlocks, OfWarpSlicesAreUsedWhereWarpsAreDivided) {
  MachineConfig config = machine("bcc");
  const auto chosen_with_slices = [&](const Names& names) {
    return names_of(select_rtl_blocks(names, config));
  };
  config.core.simd = "8x4";
  EXPECT_THAT(chosen_with_slices({"all"}),
              ElementsAre("bcc_control", "exec_mask", "compaction_sequencer", "operand_latch",
                          "swizzle_crossbar", "unswizzle", "warp_slice_table"));
  config.core.simd = "warps";
  config.core.adaptation = "dwrep";
  EXPECT_THAT(chosen_with_slices({"warp_slice_table", "asu"}),
              ElementsAre("asu", "warp_slice_table"));
  EXPECT_THAT(chosen_with_slices({"all"}).size(), 8U);
}

TEST(RtlBlocks, OfTheDataPathCarryValues) {
  const MachineConfig config = machine("scc");
  for (const char* name : {"operand_latch", "swizzle_crossbar", "unswizzle", "all"}) {
    EXPECT_TRUE(select_rtl_blocks({name}, config).carries_values()) << name;
  }
  for (const char* name : {"exec_mask", "scc_control", "compaction_sequencer"}) {
    EXPECT_FALSE(select_rtl_blocks({name}, config).carries_values()) << name;
  }
}

std::string refusal(const Names& names, const std::string& compaction) {
  try {
    chosen(names, compaction);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.what();
  }
  return "";
}

TEST(RtlBlocks, RejectBlocksThatDoNotFitTheMachine) {
  EXPECT_EQ(refusal({"scc_control"}, "bcc"),
            "--rtl scc_control needs core.compaction=scc or scc-fifo, not bcc");
  EXPECT_EQ(refusal({"exec_mask", "ivb_half"}, "none"),
            "--rtl ivb_half needs core.compaction=ivb, not none");
  EXPECT_EQ(refusal({"scc_pipeline"}, "scc-fifo"),
            "--rtl scc_pipeline needs core.compaction=scc, not scc-fifo");
  EXPECT_EQ(refusal({"scc_pipeline"}, "scc"),
            "--rtl scc_pipeline needs core.compaction_latency of at least 2, not 0");
  EXPECT_EQ(refusal({"compaction_sequencer"}, "mine"),
            "--rtl compaction_sequencer needs core.compaction=none, ivb, bcc, scc or scc-fifo, not "
            "mine");
  EXPECT_EQ(refusal({"mdt"}, "ivb"),
            "--rtl mdt needs core.on_miss=slip, and core.on_miss is stall-on-use");
  EXPECT_EQ(refusal({"slip_controller"}, "ivb"),
            "--rtl slip_controller needs core.on_miss=slip, and core.on_miss is stall-on-use");
  EXPECT_EQ(refusal({"asu"}, "ivb"),
            "--rtl asu needs core.adaptation other than off, and core.adaptation is off");
  EXPECT_EQ(
      refusal({"warp_slice_table"}, "ivb"),
      "--rtl warp_slice_table needs core.simd other than warps, core.adaptation other than off, "
      "core.on_miss=divide or core.on_branch=divide, and core.simd is warps, core.adaptation "
      "is off, core.on_miss is stall-on-use and core.on_branch is serialize");
  EXPECT_EQ(refusal({"all"}, "mine"), "--rtl all: no block of RTL has core.compaction=mine");
  EXPECT_EQ(refusal({"unswizle"}, "bcc"),
            "--rtl: there is no block 'unswizle'; did you mean 'unswizzle'?");
  EXPECT_THAT(refusal({""}, "bcc"),
              ::testing::StartsWith("--rtl: there is no block ''; valid: all, none_control"));
}

}  // namespace
}  // namespace lanefold
