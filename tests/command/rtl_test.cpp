// SPDX-License-Identifier: Apache-2.0
// RTL in the loop as users of the command `lanefold` meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr bool kHasRtl = LANEFOLD_RTL_BUILT != 0;

TEST_F(Command, RefusesRtlThatDoesNotFit) {
  const std::string bfs = "run bfs --size tiny ";
  expect_refusal(bfs + "--rtl scc_contol", 2,
                 "there is no block 'scc_contol'; did you mean 'scc_control'?");
  expect_refusal(bfs + "--set core.compaction=bcc --rtl scc_control", 2,
                 "--rtl scc_control needs core.compaction=scc or scc-fifo, not bcc");
  expect_refusal("compare bfs --vary core.compaction=scc,none --rtl scc_control", 2, "not none");
  expect_refusal(bfs + "--rtl all --functional", 2, "--rtl needs a timed machine");
  expect_refusal(bfs + "--waves " + path("w.fst"), 2, "add --rtl all");
}

class CommandWithoutRtl : public Command {
 protected:
  CommandWithoutRtl() { command = LANEFOLD_WITHOUT_RTL; }
};

TEST_F(CommandWithoutRtl, NamesTheMissingRtl) {
  for (const char* arguments : {"run bfs --size tiny --rtl all", "mask 0xAAAA --rtl"}) {
    expect_refusal(arguments, 2, "scripts/setup test, then build again with scripts/build");
  }
}

TEST_F(CommandWithoutRtl, DoesEverythingElse) {
  const Finished finished = lanefold("run bfs --size tiny --set core.compaction=scc --stats -");
  EXPECT_EQ(finished.code, 0) << finished.err;
  command = LANEFOLD_COMMAND;
  EXPECT_EQ(finished.out, lanefold("run bfs --size tiny --set core.compaction=scc --stats -").out);
}

class CommandWithRtl : public Command {
 protected:
  void SetUp() override {
    if (!kHasRtl) GTEST_SKIP() << "this build has no RTL";
  }
};

TEST_F(CommandWithRtl, LeavesTheStatisticsOfTheModel) {
  const std::string run = "run n-queens --param queens=7 --set cores=2 --set core.compaction=scc ";
  const Finished rtl = lanefold(run + "--rtl exec_mask,scc_control,swizzle_crossbar");
  EXPECT_EQ(rtl.code, 0) << rtl.err;
  EXPECT_THAT(rtl.out,
              HasSubstr("\nRTL in the loop: scc_control, exec_mask, swizzle_crossbar\nverified"));
  const std::string count = " [1-9][0-9]*,[0-9,]+";
  EXPECT_THAT(rtl.out, ContainsRegex("\nquestions to the RTL: scc_control" + count + "; exec_mask" +
                                     count + "; swizzle_crossbar" + count + "\n"));
  const Finished model_json = lanefold(run + "--stats -");
  const Finished rtl_json = lanefold(run + "--stats - --rtl all --waves " + path("waves.fst"));
  EXPECT_EQ(rtl_json.code, 0) << rtl_json.err;
  EXPECT_EQ(rtl_json.out, model_json.out);
  EXPECT_GT(std::filesystem::file_size(path("waves.fst")), 10'000U);
}

using Changes = std::vector<std::pair<std::string, std::string>>;

/// The text of a module of rtl/ with others in the place of some of its texts.
std::string changed(const std::string& module, const Changes& changes) {
  std::ifstream file("rtl/" + module + ".sv");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return text;
}
std::string changed_datapath(const Changes& changes) {
  return changed("compaction_datapath", changes);
}

TEST_F(CommandWithRtl, DeepLeavesTheTimeToADatapathOfOnesOwn) {
  write("slow.sv", changed_datapath({{"(1) >= interval_q", "(1) > interval_q"},
                                     {"(1) < interval_q", "(1) <= interval_q"}}));
  const std::string run = "run bfs --size tiny --set core.compaction=scc --rtl compaction_datapath";
  const Finished model = lanefold(run);
  EXPECT_THAT(model.out, ContainsRegex("\ncycles +63,801 "));
  EXPECT_THAT(model.out, Not(HasSubstr("note:")));
  const Finished slow = lanefold(run + "=" + path("slow.sv"));
  EXPECT_EQ(slow.code, 0) << slow.err;
  EXPECT_THAT(slow.out, ContainsRegex("\ncycles +76,619 "));
  EXPECT_THAT(slow.out, HasSubstr("note: gpu.core0.fpu: auipc ra, 0x0 of thread 0 starts in cycle "
                                  "16, and in the model in cycle 12\n"));
}

// It takes the next instruction only when nothing is on its way; another one pauses after each.
TEST_F(CommandWithRtl, DeepAccountsForTheTimeOfADatapathThatPauses) {
  const std::string idle =
      "assign take = valid_i && ready_o;\n"
      "  assign ready_o = sequencer_ready && !out_valid && before_valid_q == '0 && !alu_valid_q "
      "&&\n"
      "      !done_valid_q;";
  write("idle.sv",
        changed_datapath({{"assign take = valid_i && ready_o;", idle},
                          {".ready_o   (ready_o)", ".ready_o   (sequencer_ready)"},
                          {".valid_i   (valid_i)", ".valid_i   (take)"},
                          {"take, banks_ready;", "take, banks_ready, sequencer_ready;"}}));
  const std::string pause =
      "assign take = valid_i && ready_o;\n"
      "  logic [1:0] pause_q;\n"
      "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
      "    if (!rst_ni) pause_q <= 2'd0; else pause_q <= take ? 2'd3 : pause_q - 2'(pause_q != "
      "2'd0);\n"
      "  end\n"
      "  assign ready_o = sequencer_ready && pause_q == 2'd0;";
  write("pause.sv",
        changed_datapath({{"assign take = valid_i && ready_o;", pause},
                          {".ready_o   (ready_o)", ".ready_o   (sequencer_ready)"},
                          {".valid_i   (valid_i)", ".valid_i   (take)"},
                          {"take, banks_ready;", "take, banks_ready, sequencer_ready;"}}));
  for (const char* file : {"idle.sv", "pause.sv"}) {
    const Finished slow = lanefold(
        "run n-queens --param queens=5 --set cores=2 --set core.compaction=bcc --rtl "
        "compaction_datapath=" +
        path(file));
    EXPECT_EQ(slow.code, 0) << file << slow.err;
    EXPECT_THAT(slow.out, HasSubstr("note: gpu.core")) << file;
  }
}

TEST_F(CommandWithRtl, DeepNamesWhatADatapathOfOnesOwnConfuses) {
  struct Case {
    std::string from, to, said;
  };
  const Case cases[] = {
      {"{alu_c_o, alu_b_o, alu_a_o}", "{alu_c_o, alu_a_o, alu_b_o}",
       "wrong.sv: gpu.core[0-9]+.(fpu|em), cycle [0-9]+: .* of thread [0-9]+, lanes 0x[0-9a-f]+: "
       "operand [01] of lane"},
      {"(done_result_q)", "(~done_result_q)", "the result of lane [0-9]+ is"},
      {"assign tag_o = done_tag_q;", "assign tag_o = done_tag_q + TagBits'(1);",
       "tag_o is [0-9]+, which is no instruction|overtake"},
  };
  for (const Case& c : cases) {
    write("wrong.sv", changed_datapath({{c.from, c.to}}));
    const Finished wrong =
        lanefold("run bfs --size tiny --set core.compaction=scc --rtl compaction_datapath=" +
                 path("wrong.sv"));
    EXPECT_EQ(wrong.code, 1) << c.to;
    EXPECT_THAT(wrong.err, ContainsRegex(c.said));
  }
}

const std::string kSlippingBfs = "run bfs --size tiny --set core.on_miss=slip --rtl slip_unit";

TEST_F(CommandWithRtl, DeepLeavesTheTimeOfDecisionsToASlipUnitOfOnesOwn) {
  write("late.sv", changed("slip_unit", {{"  assign ready_o = take_ready_o",
                                          "  logic seen_q;\n"
                                          "  always_ff @(posedge clk_i) seen_q <= valid_i && "
                                          "!ready_o;\n"
                                          "  assign ready_o = seen_q && take_ready_o"}}));
  const Finished model = lanefold(kSlippingBfs);
  EXPECT_THAT(model.out, ContainsRegex("\ncycles +66,795 "));
  EXPECT_THAT(model.out, Not(HasSubstr("note:")));
  const Finished late = lanefold(kSlippingBfs + "=" + path("late.sv"));
  EXPECT_EQ(late.code, 0) << late.err;
  EXPECT_THAT(late.out, ContainsRegex("\ncycles +67,613 "));
  EXPECT_THAT(late.out, HasSubstr("note: gpu.core0.memory_divergence, cycle 85: lw a4, 0(a6) of "
                                  "thread 0 is decided later than in the model\n"));
}

TEST_F(CommandWithRtl, DeepNamesWhatASlipUnitOfOnesOwnConfuses) {
  struct Case {
    std::string from, to, said;
  };
  const Case cases[] = {
      {"assign missing_o = lanes_i & load_lanes &", "assign missing_o = lanes_i & load_lanes & 2 &",
       "lanes 0x[0-9a-f]+ of a load have no value, not 0x"},
      {"assign proceed_o = proceeds;", "assign proceed_o = proceeds | {Lanes{proceeds != '0}};",
       "lanes 0xffff go on, of 0x[0-9a-f]+ that have values"},
      {"op_lanes = go;", "op_lanes = '0;", "entr(y|ies) [0-9b]+ of the table"},
      {".clear_i(clear_slip_i)", ".clear_i(1'b1)", "a lane is 0 loads ahead, not"},
  };
  for (const Case& c : cases) {
    write("wrong.sv", changed("slip_unit", {{c.from, c.to}}));
    const Finished wrong = lanefold(kSlippingBfs + "=" + path("wrong.sv"));
    EXPECT_EQ(wrong.code, 1) << c.to << wrong.err;
    EXPECT_THAT(wrong.err, ContainsRegex("wrong.sv: gpu.core[0-9]+.memory_divergence, cycle "
                                         "[0-9]+: slip_unit of thread [0-9]+: .*" +
                                         c.said));
  }
}

TEST_F(CommandWithRtl, RefusesShapesThatAreNotBuilt) {
  expect_refusal("run bfs --size tiny --set core.warp_width=24 --rtl all", 3,
                 "of rtl/geometries.txt");
  expect_refusal("mask 0xAAAA --rtl --lanes 24", 3, "of rtl/geometries.txt");
}

TEST_F(CommandWithRtl, RefusesWaveformsThatCannotBe) {
  const std::string run = "run bfs --size tiny --rtl all --waves ";
  for (const char* name : {"w.vcd", "w"}) expect_refusal(run + name, 2, "ends in .fst");
  expect_refusal(run + "''", 2, "--waves: the value is empty");
  std::filesystem::create_directory(path("folder.fst"));
  expect_refusal(run + path("folder.fst"), 4, "folder.fst' exists and is not a regular file");
  write("file", "");
  for (const std::string& file : {path("absent/w.fst"), path("file/w.fst")}) {
    expect_refusal(run + file, 4, file + " cannot be written: No");
  }
}

TEST_F(CommandWithRtl, RefusesPartsOfWaveformsThatCannotBe) {
  const std::string run = "run bfs --size tiny --rtl scoreboard ";
  for (const char* part : {"--waves-cycles 1:2", "--waves-core 0", "--waves-blocks scoreboard"}) {
    expect_refusal(run + part, 2, "add it");
  }
  const std::string waves = run + "--waves '" + path("w.fst") + "' ";
  expect_refusal(waves + "--waves-cycles 2:1", 2, "--waves-cycles");
  expect_refusal(waves + "--waves-core 6", 2, "there is no core 6");
  expect_refusal(waves + "--waves-blocks scorebord", 2, "did you mean 'scoreboard'?");
  expect_refusal(waves + "--waves-blocks coalescer", 2,
                 "the block is not RTL in this run; RTL is scoreboard");
  EXPECT_FALSE(std::filesystem::exists(path("w.fst")));
}

TEST_F(CommandWithRtl, RecordsAPartAndSaysWhereThereIsNothing) {
  const std::string run =
      "run vector-add --size tiny --rtl scoreboard --waves '" + path("w.fst") + "' --waves-cycles ";
  const Finished early = lanefold(run + "0:100");
  EXPECT_EQ(early.code, 0) << early.err;
  EXPECT_THAT(early.out, Not(HasSubstr("the waveform")));
  const Finished late = lanefold(run + "1000000:2000000");
  EXPECT_EQ(late.code, 0) << late.err;
  EXPECT_THAT(late.out + late.err,
              HasSubstr("shows no change: nothing happened in cycles 1000000:2000000\n"));
}

TEST_F(CommandWithRtl, SaysThatThereIsNoRoomForTemporaryFilesOfAWaveform) {
  ASSERT_EQ(lanefold("run vector-add --elf '" + path("v.elf") + "'").code, 0);
  std::filesystem::create_directory(path("here"));
  write("full.sh",
        "mount --bind \"$1\" /mnt && cd /mnt && mount -t tmpfs -o size=8k none /tmp || exit 77\n"
        "shift; exec '" LANEFOLD_COMMAND "' run v.elf --rtl all --waves w.fst \"$@\"\n");
  command = "/usr/bin/timeout";
  const Finished finished = lanefold(
      "60 unshare -m sh '" + path("full.sh") + "' '" + path("") +
      "' --global 64 --arg buffer:float:64 --arg buffer:float:64 --arg buffer:float:64 --arg 64");
  if (finished.code == 77 || finished.code == 1) GTEST_SKIP() << "needs rights to mount";
  EXPECT_EQ(finished.code, 4) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("w.fst cannot be written: No space left on device"));
}

TEST_F(CommandWithRtl, AnswersAMaskBesideTheModel) {
  const Finished finished = lanefold("mask 0xAAAA --rtl");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith(lanefold("mask 0xAAAA").out));
  for (const char* answer : {"none, none_control.sv: model 4 cycles, RTL 4 cycles: equal",
                             "ivb, ivb_half.sv: model 4 cycles, RTL 4 cycles: equal",
                             "bcc, bcc_control.sv: model 4 cycles, RTL 4 cycles: equal",
                             "scc, scc_control.sv: model 2 cycles, RTL 2 cycles: equal",
                             "scc-fifo, scc_control.sv: model 2 cycles, RTL 2 cycles: equal"}) {
    EXPECT_THAT(finished.out, HasSubstr(answer));
  }
  EXPECT_THAT(finished.out, Not(HasSubstr("NOT EQUAL")));
}

TEST_F(CommandWithRtl, ComparesAndMeasures) {
  const Finished compared = lanefold(
      "compare n-queens --param queens=7 --set cores=1 --vary core.compaction=none,scc --rtl all");
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_EQ(compared.out, lanefold("compare n-queens --param queens=7 --set cores=1 "
                                   "--vary core.compaction=none,scc")
                              .out);
  const Finished measured = lanefold(
      "bench vector-add --size tiny --min-time 0.01 --set cores=1 --set core.compaction=scc "
      "--rtl scc_control");
  EXPECT_EQ(measured.code, 0) << measured.err;
  EXPECT_THAT(measured.out, HasSubstr("vector-add, RTL in the loop"));
  EXPECT_THAT(measured.out, Not(HasSubstr("functional")));
}

}  // namespace
}  // namespace lanefold
