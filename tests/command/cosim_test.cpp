// SPDX-License-Identifier: Apache-2.0
// RTL of one's own as users of the command `lanefold` meet it: compared, and in whole kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/command.h"
#include "tests/support/environment_variable.h"
#include "twins/loop/rtl_blocks.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// exec_mask of 16 lanes with `body`, in a module of another name and without parameters.
std::string own_exec_mask(const std::string& body) {
  return "module my_mask (\n"
         "    input  logic [15:0] dispatch_i, control_flow_i, predicate_i,\n"
         "    output logic [15:0] active_o,\n"
         "    output logic        empty_o\n"
         ");\n" +
         body +
         "  assign empty_o = active_o == '0;\n"
         "endmodule\n";
}
const std::string kRight = "  assign active_o = dispatch_i & control_flow_i & predicate_i;\n";

/// A control block of 16 lanes and quads of 4, without parameters, around bcc_control of rtl/.
std::string own_control(const std::string& enable) {
  return "module my_control (\n"
         "    input  logic [15:0] mask_i,\n"
         "    output logic [2:0]  cycles_o,\n"
         "    output logic [15:0] enable_o,\n"
         "    output logic [31:0] quad_o, position_o\n"
         ");\n"
         "  logic [15:0] enable;\n"
         "  bcc_control u_bcc (.enable_o(enable), .*);\n"
         "  assign enable_o = " +
         enable +
         ";\n"
         "endmodule\n";
}

class Cosim : public Command {
 protected:
  void SetUp() override {
    if (LANEFOLD_RTL_BUILT == 0) GTEST_SKIP() << "this build has no RTL";
  }

  /// A file that is always at the same place: what was compiled of it is in the cache.
  static std::string source(const std::string& name) {
    return (std::filesystem::path(LANEFOLD_COSIM_SOURCES) / name).string();
  }
  /// At once, since tests share some and run side by side.
  std::string write_source(const std::string& name, const std::string& text) const {
    write(name, text);
    std::filesystem::create_directories(LANEFOLD_COSIM_SOURCES);
    const std::string other = source(name + "." + std::to_string(getpid()));
    std::filesystem::copy_file(path(name), other);
    std::filesystem::rename(other, source(name));
    return source(name);
  }
  std::string right_mask() const { return write_source("right_mask.sv", own_exec_mask(kRight)); }
  std::string right_control() const {
    return write_source("right_control.sv", own_control("enable"));
  }
  /// `lanefold cosim` for a file of the test.
  static std::string cosim(const std::string& block, const std::string& file) {
    return "cosim --block " + block + " --rtl " + file + " ";
  }
  /// The same for a text that is not compiled.
  std::string refused(const std::string& block, const std::string& text) const {
    write("my.sv", text);
    return cosim(block, path("my.sv"));
  }
};
using DeepCosim = Cosim;

TEST_F(Cosim, SaysWhatWasTriedWhereAllIsEqual) {
  const Finished finished = lanefold(cosim("exec_mask", right_mask()) + "--random 5000");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out, "exec_mask in " + right_mask() +
                              ": equal\n  Lanes 16: 1,600 masks as programs make them at each "
                              "input and at several, and 5,000 random combinations of three\n");
}

TEST_F(Cosim, ShowsTheFirstDifferenceWithAWaveform) {
  const std::string own = write_source(
      "wrong_mask.sv",
      own_exec_mask(
          "  assign active_o = dispatch_i & control_flow_i & (predicate_i | 16'h100);\n"));
  const Finished finished = lanefold(cosim("exec_mask", own) + "--waves " + path("w.fst"));
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.out, StartsWith("exec_mask in " + own + ": NOT EQUAL\n"));
  const std::string masks = "dispatch mask 0xffff, control-flow mask 0xffff, predicate mask 0x0";
  EXPECT_THAT(
      finished.out,
      HasSubstr("    active_o is 0x100 in the RTL, but 0x0 in the model\n    " + masks +
                "\n    step 3 of 116,000, seed 1\n    waveform of what happened around it: " +
                path("w.fst") + "\n"));
  EXPECT_EQ(finished.err, "lanefold: " + own +
                              " is not equal to the model of exec_mask: active_o is 0x100 instead "
                              "of 0x0 (" +
                              masks + ")\n");
  EXPECT_GT(std::filesystem::file_size(path("w.fst")), 100U);
}

TEST_F(Cosim, SaysWhereADesignStops) {
  const std::string own =
      write_source("stopping_mask.sv",
                   own_exec_mask(kRight + "  always_comb if (dispatch_i == 16'h8421) $stop;\n"));
  expect_refusal(
      cosim("exec_mask", own) + "> " + path("out"), 1,
      own + ": the RTL stops at " + own + ":7: $stop, $fatal, or an assertion that fails");
}

TEST_F(Cosim, TakesThePlaceOfABlockInAKernel) {
  const std::string mask = right_mask(), control = right_control();
  const std::string run = "run n-queens --param queens=6 --set cores=1 --set core.compaction=bcc ";
  const std::string rtl =
      "--rtl exec_mask=" + mask + ",bcc_control=" + control + ":my_control,swizzle_crossbar ";
  const Finished finished = lanefold(run + rtl);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("\nRTL in the loop: bcc_control (" + control +
                                      "), exec_mask (" + mask + "), swizzle_crossbar\nverified"));
  EXPECT_THAT(finished.out, HasSubstr("\nnote: " + control +
                                      ": my_control has no parameter Lanes or QuadLanes, and is "
                                      "bcc_control with Lanes 16, QuadLanes 4 only; "
                                      "rtl/bcc_control.sv is used for the others\n"));
  const Finished with = lanefold(run + rtl + "--stats - --waves " + path("w.fst"));
  EXPECT_EQ(with.out, lanefold(run + "--stats -").out);
  EXPECT_GT(std::filesystem::file_size(path("w.fst")), 10'000U);
}

TEST_F(Cosim, RefusesAMachineThatTheModuleDoesNotFit) {
  const std::string run = "run bfs --size tiny --set core.compaction=";
  expect_refusal(run + "bcc --set core.warp_width=32 --rtl exec_mask=" + right_mask(), 5,
                 "dispatch_i is an input of 16 bits instead of an input of 32 bits");
  expect_refusal(run + "scc-fifo --rtl scc_control=" + right_control(), 3,
                 "my_control has no parameter Lanes, QuadLanes or Fifo, and is scc_control with "
                 "Lanes 16, QuadLanes 4, Fifo 0 only, which is not what this machine needs");
}

TEST_F(Cosim, EndsARunAtAnAnswerThatCannotBe) {
  const std::string own = write_source("lossy_control.sv", own_control("enable & ~16'h00f0"));
  expect_refusal(
      "run bfs --size tiny --set core.compaction=bcc --rtl bcc_control=" + own, 1,
      own + ": the RTL answers mask 0xffff with no schedule: it issues the lanes 0xff0f");
}

TEST_F(Cosim, RefusesOtherPorts) {
  const std::string at = "my_mask in " + path("my.sv") +
                         " does not have the ports of rtl/exec_mask.sv with Lanes 16: ";
  std::string text = own_exec_mask(kRight);
  text.replace(text.find("predicate_i,"), 12, "predicate_i, clk_i,");
  expect_refusal(refused("exec_mask", text), 5, at + "clk_i is no port of the block\n");
  text = "module my_mask (input logic dispatch_i, input a_i, output b_o); endmodule\n";
  expect_refusal(refused("exec_mask", text), 5,
                 at + "it lacks the ports control_flow_i, predicate_i, active_o and empty_o; a_i "
                      "and b_o are no ports of the block\n");
  text = own_control("enable");
  text.replace(text.find("[2:0]"), 5, "[3:0]");
  expect_refusal(refused("bcc_control", text), 5,
                 "cycles_o is an output of 4 bits instead of an output of 3 bits\n");
  text = own_exec_mask(kRight);
  text.replace(text.find("output logic        empty_o"), 12, "inout  wire ");
  expect_refusal(refused("exec_mask", text), 5,
                 "empty_o is an inout of 1 bit instead of an output");
}

TEST_F(Cosim, RefusesWhatIsNoModuleOfTheBlock) {
  expect_refusal(refused("exec_mask", own_exec_mask("  assign active_o = dispatch_i &\n")), 5,
                 path("my.sv") + ":7:3: syntax error");
  expect_refusal(refused("exec_mask", own_exec_mask("  absent u_absent ();\n")), 5,
                 path("my.sv") + ":6:3: Cannot find file containing module: 'absent'");
  expect_refusal("cosim --block exec_mask --rtl " + path("absent.sv"), 4,
                 "absent.sv cannot be read: No such file");
  expect_refusal(refused("exec_mask", own_exec_mask(kRight)) + "--top mask", 2,
                 "my.sv has no module mask: it has only my_mask");
  expect_refusal(refused("exec_mask", "module a; endmodule\nmodule b; endmodule\n"), 2,
                 "my.sv has the modules a and b: say which is exec_mask");
  expect_refusal(refused("exec_mask", "// no module\n"), 2, "it has none");
  expect_refusal(refused("exec_mask", "") + "--include " + path("absent"), 4, "is not there");
  expect_refusal(refused("exec_masks", own_exec_mask(kRight)), 2, "did you mean 'exec_mask'?");
  expect_refusal(refused("alu_with_a_long_name", own_exec_mask(kRight)), 2,
                 "valid: exec_mask, none_control, ");
}

TEST_F(Cosim, RefusesAGeometryThatTheModuleRefuses) {
  const std::string right = cosim("bcc_control", "rtl/bcc_control.sv");
  expect_refusal(right + "--geometry 24x4", 3,
                 "bcc_control refuses Lanes 24, QuadLanes 4: rtl/bcc_control.sv"
                 ":30:5: bcc_control: no quads of 4 lanes in a warp of 24");
  expect_refusal(
      cosim("bcc_control", "examples/rtl/skip_quads.sv") + "--geometry 24x4", 3,
      "rtl/bcc_control.sv refuses Lanes 24, QuadLanes 4, so there is nothing to compare");
  for (const char* geometry : {"24", "0x4", "16x65", "16x4x2", "16xfour"}) {
    expect_refusal(right + "--geometry " + geometry, 2, "wants LANESxALU_WIDTH");
  }
  expect_refusal(right + "--waves w.vcd", 2, "ends in .fst");
}

TEST_F(Cosim, NamesTheProgramThatIsMissing) {
  const std::string right = refused("exec_mask", own_exec_mask(kRight));
  for (const char* variable : {"LANEFOLD_VERILATOR", "LANEFOLD_CXX", "LANEFOLD_PYTHON"}) {
    EnvironmentVariable program(variable);
    program.set("absent-program");
    expect_refusal(right, 5,
                   "RTL of your own needs the program absent-program, which was not found");
  }
  write("verilator", "#!/bin/sh\necho Verilator 4.038 2020-07-11\n");
  std::filesystem::permissions(path("verilator"), std::filesystem::perms::owner_all);
  EnvironmentVariable program("LANEFOLD_VERILATOR");
  program.set(path("verilator").c_str());
  expect_refusal(
      right, 5,
      "with which this build was made, but " + path("verilator") + " is 'Verilator 4.038'");
}

TEST_F(Cosim, RefusesWordsOfRunThatAreNoBlockAndFile) {
  const std::string run = "run bfs --size tiny --set core.compaction=bcc --rtl ";
  for (const char* word : {"all=my.sv", "bcc_control=", "bcc_control=my.sv:"}) {
    expect_refusal(run + word, 2, std::string("--rtl ") + word + ": RTL of your own is BLOCK=FILE");
  }
  expect_refusal(run + "bcc_contol=my.sv", 2, "did you mean 'bcc_control'?");
  expect_refusal(run + "scc_control=my.sv", 2, "--rtl scc_control needs core.compaction=scc");
  expect_refusal(run + "bcc_control=absent.sv", 4, "absent.sv cannot be read");
}

TEST_F(DeepCosim, FindsEveryModuleOfTheProjectEqual) {
  for (const std::string& block : cosim_block_names()) {
    const Finished finished =
        lanefold("cosim --random 2000 --block " + block + " --rtl rtl/" + block + ".sv");
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, StartsWith(block + " in rtl/" + block + ".sv: equal\n"));
  }
}

// Beside it there is neither what the module includes nor what its twin is made of.
TEST_F(Cosim, FindsACopyOfAModuleWithAssertionsEqual) {
  const std::string copy = write_source("scoreboard.sv", content_of("rtl/scoreboard.sv"));
  const Finished finished = lanefold(cosim("scoreboard", copy) + "--random 2000");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("scoreboard.sv: equal\n"));
}

class CosimWithoutRtl : public Command {
 protected:
  CosimWithoutRtl() { command = LANEFOLD_WITHOUT_RTL; }
};

TEST_F(CosimWithoutRtl, NamesTheMissingRtl) {
  expect_refusal("cosim --block exec_mask --rtl rtl/exec_mask.sv", 2,
                 "cosim needs Verilated RTL, which this build does not have");
  expect_refusal("run bfs --size tiny --rtl exec_mask=rtl/exec_mask.sv", 2,
                 "--rtl needs Verilated RTL, which this build does not have");
}

}  // namespace
}  // namespace lanefold
