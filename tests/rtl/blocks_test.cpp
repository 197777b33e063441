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
using ::testing::HasSubstr;
using Names = std::vector<std::string>;

MachineConfig machine(CompactionPolicy compaction) {
  MachineConfig config;
  config.core.compaction = compaction;
  return config;
}

Names chosen(const Names& names, CompactionPolicy compaction) {
  const MachineConfig config = machine(compaction);
  return names_of(select_rtl_blocks(names, config));
}

TEST(RtlBlocks, AllTakesTheControlBlockOfThePolicy) {
  const auto all_with = [](const char* control) {
    return ElementsAre(control, "exec_mask", "scoreboard", "compaction_sequencer", "operand_latch",
                       "swizzle_crossbar", "unswizzle", "coalescer");
  };
  EXPECT_THAT(chosen({"all"}, CompactionPolicy::None), all_with("none_control"));
  EXPECT_THAT(chosen({"all"}, CompactionPolicy::Ivb), all_with("ivb_half"));
  EXPECT_THAT(chosen({"all"}, CompactionPolicy::Bcc), all_with("bcc_control"));
  EXPECT_THAT(chosen({"all"}, CompactionPolicy::Scc), all_with("scc_control"));
  EXPECT_THAT(chosen({"all"}, CompactionPolicy::SccFifo), all_with("scc_control"));
}

TEST(RtlBlocks, HaveAControlBlockForEachPolicyThatTheyName) {
  EXPECT_THAT(rtl_policies(), ::testing::ElementsAreArray(all_of<CompactionPolicy>()));
  for (const CompactionPolicy policy : rtl_policies()) {
    EXPECT_TRUE(select_rtl_blocks({"all"}, machine(policy)).control()) << name_of(policy);
    EXPECT_FALSE(select_rtl_blocks({"exec_mask"}, machine(policy)).compact()) << name_of(policy);
  }
}

TEST(RtlBlocks, MatchTheNamedBlocks) {
  EXPECT_THAT(chosen({"unswizzle", "exec_mask", "unswizzle"}, CompactionPolicy::Bcc),
              ElementsAre("exec_mask", "unswizzle"));
  EXPECT_THAT(chosen({"scc_control"}, CompactionPolicy::SccFifo), ElementsAre("scc_control"));
  EXPECT_THAT(chosen({"compaction_sequencer"}, CompactionPolicy::Ivb),
              ElementsAre("compaction_sequencer"));
  EXPECT_THAT(chosen({"exec_mask", "all"}, CompactionPolicy::Ivb).size(), 8U);
}

TEST(RtlBlocks, OfTwoCyclesAreUsedWhereInstructionsWaitForThem) {
  MachineConfig config = machine(CompactionPolicy::Scc);
  config.core.compaction_latency = 2;
  EXPECT_THAT(
      names_of(select_rtl_blocks({"all"}, config)),
      ElementsAre("scc_control", "exec_mask", "scoreboard", "scc_pipeline", "compaction_sequencer",
                  "operand_latch", "swizzle_crossbar", "unswizzle", "coalescer"));
  EXPECT_THAT(names_of(select_rtl_blocks({"scc_pipeline"}, config)), ElementsAre("scc_pipeline"));
  config.core.compaction = CompactionPolicy::SccFifo;
  EXPECT_THAT(names_of(select_rtl_blocks({"all"}, config)).size(), 8U);
}

std::string refusal(const Names& names, const MachineConfig& config) {
  try {
    select_rtl_blocks(names, config);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.what();
  }
  return "";
}
std::string refusal(const Names& names, CompactionPolicy compaction) {
  return refusal(names, machine(compaction));
}

TEST(RtlBlocks, OfDivergeOnMissAreUsedWithItOnly) {
  MachineConfig config = machine(CompactionPolicy::Bcc);
  config.core.on_miss = OnMiss::Slip;
  const auto chosen_with_slip = [&](const Names& names) {
    return names_of(select_rtl_blocks(names, config));
  };
  EXPECT_THAT(
      chosen_with_slip({"all"}),
      ElementsAre("bcc_control", "exec_mask", "scoreboard", "compaction_sequencer", "operand_latch",
                  "swizzle_crossbar", "unswizzle", "coalescer", "mcb", "mdt", "slip_controller"));
  EXPECT_THAT(chosen_with_slip({"slip_controller", "mdt"}), ElementsAre("mdt", "slip_controller"));
  EXPECT_FALSE(select_rtl_blocks({"mdt", "slip_controller"}, config).carries_values());
}

TEST(RtlBlocks, OfDivergeOnMissAreJoinedByThemselves) {
  MachineConfig config = machine(CompactionPolicy::Bcc);
  EXPECT_THAT(refusal({"slip_unit"}, config), HasSubstr("--rtl slip_unit needs core.on_miss=slip"));
  config.core.on_miss = OnMiss::Slip;
  EXPECT_THAT(names_of(select_rtl_blocks({"slip_unit"}, config)), ElementsAre("slip_unit"));
  EXPECT_THAT(
      names_of(select_rtl_blocks({"all", "slip_unit"}, config)),
      ElementsAre("bcc_control", "exec_mask", "scoreboard", "compaction_sequencer", "operand_latch",
                  "swizzle_crossbar", "unswizzle", "coalescer", "slip_unit"))
      << "in the place of its parts";
  for (const std::string part : {"mcb", "mdt", "slip_controller"}) {
    EXPECT_EQ(refusal({"slip_unit", part}, config),
              "--rtl slip_unit has " + part + " inside: name only one of them");
  }
  MachineConfig other = config;
  other.core.slip.when_all_miss = AllMiss::OtherPaths;
  EXPECT_EQ(refusal({"slip_unit"}, other),
            "--rtl slip_unit needs core.slip.when_all_miss=wait or ready-lanes, not other-paths");
  other = config;
  other.core.slip.counts = SlipCount::DivergentLoads;
  EXPECT_EQ(refusal({"slip_unit"}, other),
            "--rtl slip_unit needs core.slip.counts=loads, not divergent-loads");
  other = config;
  other.core.slip.latency = 2;
  EXPECT_EQ(refusal({"slip_unit"}, other),
            "--rtl slip_unit needs core.slip.latency=0, not 2: it has a time of its own");
}

TEST(RtlBlocks, OfWarpSlicesAreUsedWhereWarpsAreDivided) {
  MachineConfig config = machine(CompactionPolicy::Bcc);
  const auto chosen_with_slices = [&](const Names& names) {
    return names_of(select_rtl_blocks(names, config));
  };
  config.core.simd = "8x4";
  EXPECT_THAT(
      chosen_with_slices({"all"}),
      ElementsAre("bcc_control", "exec_mask", "scoreboard", "compaction_sequencer", "operand_latch",
                  "swizzle_crossbar", "unswizzle", "coalescer", "warp_slice_table"));
  config.core.simd = "warps";
  config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
  config.core.adaptation.margin = 0;
  EXPECT_THAT(chosen_with_slices({"warp_slice_table", "asu"}),
              ElementsAre("asu", "warp_slice_table"));
  EXPECT_THAT(chosen_with_slices({"all"}).size(), 10U);
}

TEST(RtlBlocks, OfCompactionAreUsedWhereQuadsAreThoseOfWholeWarps) {
  MachineConfig config = machine(CompactionPolicy::None);
  config.core.slice_quads = SliceQuads::Slice;
  EXPECT_TRUE(select_rtl_blocks({"all"}, config).control()) << "all slices are whole warps";
  config.core.simd = "8x4";
  EXPECT_THAT(names_of(select_rtl_blocks({"all"}, config)),
              ElementsAre("exec_mask", "scoreboard", "operand_latch", "swizzle_crossbar",
                          "unswizzle", "coalescer", "warp_slice_table"));
  config.core.compaction = CompactionPolicy::Bcc;
  EXPECT_TRUE(select_rtl_blocks({"all"}, config).control()) << "issues such quads anyway";
}

TEST(RtlBlocks, OfTheDataPathCarryValues) {
  const MachineConfig config = machine(CompactionPolicy::Scc);
  for (const char* name : {"operand_latch", "swizzle_crossbar", "unswizzle", "all"}) {
    EXPECT_TRUE(select_rtl_blocks({name}, config).carries_values()) << name;
  }
  for (const char* name : {"exec_mask", "scc_control", "compaction_sequencer"}) {
    EXPECT_FALSE(select_rtl_blocks({name}, config).carries_values()) << name;
  }
}

TEST(RtlBlocks, OfCompactionAreRefusedWhereSlicesHaveQuadsOfTheirOwn) {
  MachineConfig config = machine(CompactionPolicy::Ivb);
  config.core.simd = "8x4";
  config.core.slice_quads = SliceQuads::Slice;
  for (const std::string name : {"ivb_half", "compaction_sequencer"}) {
    EXPECT_EQ(refusal({name}, config), "--rtl " + name + " needs core.slice_quads=warp, not slice");
  }
}

TEST(RtlBlocks, OfLinesAreUsedWhereALaneTouchesTwoAtMost) {
  MachineConfig config = machine(CompactionPolicy::Bcc);
  config.core.on_miss = OnMiss::Block;
  EXPECT_TRUE(select_rtl_blocks({"all"}, config).has("mcb"));
  config.core.isa = InstructionSet::Gen8;
  for (const std::string name : {"mcb", "coalescer"}) {
    EXPECT_FALSE(select_rtl_blocks({"all"}, config).has(name));
    EXPECT_EQ(refusal({name}, config), "--rtl " + name + " needs core.isa=riscv, not gen8");
  }
}

TEST(RtlBlocks, JoinedAreAPipeByThemselves) {
  EXPECT_THAT(chosen({"compaction_datapath", "exec_mask"}, CompactionPolicy::Bcc),
              ElementsAre("exec_mask", "compaction_datapath"));
  EXPECT_THAT(chosen({"compaction_datapath", "all"}, CompactionPolicy::Bcc),
              ElementsAre("bcc_control", "exec_mask", "scoreboard", "compaction_sequencer",
                          "compaction_datapath", "coalescer"))
      << "in the place of its parts";
  EXPECT_TRUE(
      select_rtl_blocks({"compaction_datapath"}, machine(CompactionPolicy::Scc)).carries_values());
  for (const std::string part : {"operand_latch", "swizzle_crossbar", "unswizzle"}) {
    EXPECT_EQ(refusal({"compaction_datapath", part}, CompactionPolicy::Scc),
              "--rtl compaction_datapath has " + part + " inside: name only one of them");
    EXPECT_EQ(refusal({"all", "compaction_datapath", part}, CompactionPolicy::Scc),
              "--rtl compaction_datapath has " + part + " inside: name only one of them");
  }
}

TEST(RtlBlocks, JoinedAreRefusedWhereTheyAreNotThePipeOfTheMachine) {
  struct Case {
    std::function<void(CoreConfig&)> change;
    const char* lack;
  };
  const Case cases[] = {
      {[](CoreConfig& core) { core.isa = InstructionSet::Gen8; }, "core.isa=riscv, not gen8"},
      {[](CoreConfig& core) { core.compaction = CompactionPolicy::SccFifo; },
       "core.compaction=none, ivb, bcc or scc, not scc-fifo"},
      {[](CoreConfig& core) { core.register_file = RegisterFileKind::Baseline; },
       "core.register_file=auto, not baseline"},
      {[](CoreConfig& core) { core.scalar.execution = ScalarExecution::Pipe; },
       "core.scalar.execution=off, not pipe"},
      {[](CoreConfig& core) { core.pipes.fpu_latency = 4; },
       "core.pipes.fpu_latency and em_latency of at least 5, not 4"},
  };
  for (const Case& c : cases) {
    MachineConfig config = machine(CompactionPolicy::Scc);
    c.change(config.core);
    EXPECT_EQ(refusal({"compaction_datapath"}, config),
              std::string("--rtl compaction_datapath needs ") + c.lack);
  }
}

TEST(RtlBlocks, OfAdaptationAreUsedWithTheRulesThatTheyHave) {
  struct Case {
    std::function<void(AdaptationConfig&)> change;
    const char* lack;
  };
  const Case cases[] = {
      {[](AdaptationConfig& rules) { rules.margin = 5; }, "core.adaptation.margin=0, not 5"},
      {[](AdaptationConfig& rules) { rules.width_step = WidthStep::Threads; },
       "core.adaptation.width_step=depth, not threads"},
      {[](AdaptationConfig& rules) { rules.small_launches = "warps"; },
       "core.adaptation.small_launches=8x2, not warps"},
  };
  for (const Case& c : cases) {
    MachineConfig config = machine(CompactionPolicy::Bcc);
    config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
    config.core.adaptation.margin = 0;
    EXPECT_TRUE(select_rtl_blocks({"all"}, config).has("asu")) << c.lack;
    c.change(config.core.adaptation);
    const RtlBlocks all = select_rtl_blocks({"all"}, config);
    EXPECT_FALSE(all.has("asu")) << c.lack;
    EXPECT_TRUE(all.has("warp_slice_table")) << c.lack;
    EXPECT_EQ(refusal({"all", "asu"}, config), std::string("--rtl asu needs ") + c.lack);
  }
}

TEST(RtlBlocks, RejectBlocksThatDoNotFitTheMachine) {
  EXPECT_EQ(refusal({"scc_control"}, CompactionPolicy::Bcc),
            "--rtl scc_control needs core.compaction=scc or scc-fifo, not bcc");
  EXPECT_EQ(refusal({"exec_mask", "ivb_half"}, CompactionPolicy::None),
            "--rtl ivb_half needs core.compaction=ivb, not none");
  EXPECT_EQ(refusal({"scc_pipeline"}, CompactionPolicy::SccFifo),
            "--rtl scc_pipeline needs core.compaction=scc, not scc-fifo");
  EXPECT_EQ(refusal({"scc_pipeline"}, CompactionPolicy::Scc),
            "--rtl scc_pipeline needs core.compaction_latency of at least 2, not 0");
  EXPECT_EQ(refusal({"mdt"}, CompactionPolicy::Ivb),
            "--rtl mdt needs core.on_miss=slip, and core.on_miss is stall-on-use");
  EXPECT_EQ(refusal({"slip_controller"}, CompactionPolicy::Ivb),
            "--rtl slip_controller needs core.on_miss=slip, and core.on_miss is stall-on-use");
  EXPECT_EQ(refusal({"asu"}, CompactionPolicy::Ivb),
            "--rtl asu needs core.adaptation.strategy other than off, and core.adaptation.strategy "
            "is off");
  EXPECT_EQ(refusal({"warp_slice_table"}, CompactionPolicy::Ivb),
            "--rtl warp_slice_table needs core.simd other than warps, core.adaptation.strategy "
            "other than off, "
            "core.on_miss=divide or core.on_branch=divide, and core.simd is warps, "
            "core.adaptation.strategy "
            "is off, core.on_miss is stall-on-use and core.on_branch is serialize");
  EXPECT_EQ(refusal({"unswizle"}, CompactionPolicy::Bcc),
            "--rtl: there is no block 'unswizle'; did you mean 'unswizzle'?");
  EXPECT_THAT(refusal({""}, CompactionPolicy::Bcc),
              ::testing::StartsWith("--rtl: there is no block ''; valid: all, none_control"));
}

TEST(RtlBlocks, HaveFilesOfTheUsersOwn) {
  const std::vector<OwnRtl> own =
      own_rtl_of({"exec_mask", "bcc_control=a/my.sv", "mdt=b:c.sv:top"});
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(own[0].block, "bcc_control");
  EXPECT_EQ(own[0].files, std::vector<std::string>{"a/my.sv"});
  EXPECT_EQ(own[0].top, std::nullopt);
  EXPECT_EQ(own[1].files, std::vector<std::string>{"b:c.sv"});
  EXPECT_EQ(own[1].top, "top");
  MachineConfig config;
  config.core.compaction = CompactionPolicy::Bcc;
  EXPECT_TRUE(select_rtl_blocks({"bcc_control=my.sv"}, config).has("bcc_control"));
  for (const char* word : {"all=my.sv", "mdt=", "mdt=:top", "mdt=my.sv:"}) {
    EXPECT_THROW(own_rtl_of({word}), Error) << word;
  }
  EXPECT_THROW(own_rtl_of({"mdt=a.sv", "mdt=b.sv"}), Error);
}

}  // namespace
}  // namespace lanefold
