// SPDX-License-Identifier: Apache-2.0
// Tests of machines from TOML and settings: what is read, what is refused, and in which words.
#include "lanefold/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "config/data_directory.h"
#include "config/parameter_table.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The sentence with which `action` is refused; fails the test when the kind is another.
template <class Action>
std::string refusal(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

std::string refused_machine(const std::string& toml) {
  return refusal(ErrorKind::Configuration, [&] { parse_machine(toml, "my.toml"); });
}

std::string refused_setting(const std::string& setting) {
  MachineConfig config;
  return refusal(ErrorKind::Configuration, [&] { apply_setting(config, setting); });
}

std::string refused_after(const std::vector<std::string>& settings) {
  MachineConfig config;
  for (const std::string& setting : settings) apply_setting(config, setting);
  return refusal(ErrorKind::Configuration, [&] { validate(config); });
}

TEST(MachineFile, ReadsValuesOfEveryTypeAndKeepsDefaults) {
  const MachineConfig config =
      parse_machine("cores = 2\n[core]\nwarp_width = 0x20\ncompaction = \"scc\"\n", "my.toml");
  EXPECT_EQ(config.cores, 2U);
  EXPECT_EQ(config.core.warp_width, 32U);
  EXPECT_EQ(config.core.compaction, "scc");
  EXPECT_EQ(config.core.warps, MachineConfig{}.core.warps);
}

TEST(MachineFile, IsNamedAfterTheFileUnlessItSaysOtherwise) {
  EXPECT_EQ(parse_machine("", "some/where/tiny.toml").name, "tiny");
  EXPECT_EQ(parse_machine("name = \"other\"", "some/where/tiny.toml").name, "other");
}

TEST(MachineFile, RefusesAnUnknownKeyWithLineAndNearestName) {
  EXPECT_EQ(refused_machine("[core]\ncompactoin = \"scc\"\n"),
            "my.toml:2: 'core.compactoin' is not a parameter of a machine; did you mean "
            "'core.compaction'?");
}

TEST(MachineFile, RefusesAnUnknownSectionWithLineAndNearestName) {
  EXPECT_EQ(refused_machine("\n[cor]\nwarps = 2\n"),
            "my.toml:2: 'cor' is not a parameter of a machine; did you mean 'core'?");
}

TEST(MachineFile, RefusesAParameterOfASectionWithoutTheSection) {
  EXPECT_EQ(refused_machine("warp_width = 8\n"),
            "my.toml:1: 'warp_width' is not a parameter of a machine; did you mean "
            "'core.warp_width'?");
}

TEST(MachineFile, RefusesANumberOutOfRangeWithTheValidRange) {
  EXPECT_EQ(refused_machine("[core]\nwarp_width = 65\n"),
            "my.toml:2: core.warp_width is 65, out of range; valid: 1 to 64");
  EXPECT_EQ(refused_machine("[core]\nwarp_width = -1\n"),
            "my.toml:2: core.warp_width is -1, out of range; valid: 1 to 64");
  EXPECT_EQ(refused_machine("cores = 0"), "my.toml:1: cores is 0, out of range; valid: 1 to 256");
  EXPECT_EQ(refused_machine("cores = 4294967297"),
            "my.toml:1: cores is 4294967297, out of range; valid: 1 to 256");
}

TEST(MachineFile, RefusesAWrongTypeNamingBoth) {
  EXPECT_EQ(refused_machine("[core]\nwarps = \"six\"\n"),
            "my.toml:2: core.warps wants an integer, not the string 'six'; valid: 1 to 64");
  EXPECT_EQ(refused_machine("cores = 1.5\n"),
            "my.toml:1: cores wants an integer, not a number with a fraction; valid: 1 to 256");
  EXPECT_EQ(refused_machine("cores = true\n"),
            "my.toml:1: cores wants an integer, not the boolean true; valid: 1 to 256");
  EXPECT_EQ(refused_machine("cores = [1]\n"),
            "my.toml:1: cores wants an integer, not an array; valid: 1 to 256");
  EXPECT_EQ(refused_machine("cores = 1979-05-27\n"),
            "my.toml:1: cores wants an integer, not a date or time; valid: 1 to 256");
  EXPECT_EQ(refused_machine("[core]\n[core.warps]\nx = 1\n"),
            "my.toml:2: core.warps wants an integer, not a table; valid: 1 to 64");
  EXPECT_EQ(refused_machine("name = 5\n"),
            "my.toml:1: name wants a string, not the integer 5; valid: text");
}

TEST(MachineFile, RefusesAValueWhereASectionIsMeant) {
  EXPECT_EQ(refused_machine("core = 5\n"),
            "my.toml:1: core is a section of parameters, not a value; write [core]");
}

TEST(MachineFile, RefusesAnUnknownPolicyWithTheNearestName) {
  const std::string sentence = refused_machine("[core]\n\ncompaction = \"sccc\"\n");
  EXPECT_THAT(sentence, StartsWith("my.toml:3: core.compaction is 'sccc', which is none of none"));
  EXPECT_THAT(sentence, HasSubstr("; did you mean 'scc'?"));
}

TEST(MachineFile, RefusesWhatIsNotToml) {
  EXPECT_THAT(refused_machine("cores = 1\ncores = 2\n"), StartsWith("my.toml:2: not TOML: "));
  EXPECT_THAT(refused_machine("cores ="), StartsWith("my.toml:1: not TOML: "));
  EXPECT_THAT(refused_machine(std::string("\x00\xff\xfe", 3)), StartsWith("my.toml:1: not TOML: "));
  EXPECT_THAT(refused_machine("cores = 99999999999999999999"), StartsWith("my.toml:1: not TOML: "));
}

TEST(MachineFile, RefusesATextFarTooLong) {
  EXPECT_THAT(refused_machine(std::string((1U << 20) + 1, '\n')), HasSubstr("is too long"));
}

TEST(MachineFile, RefusesAFileThatCannotBeRead) {
  EXPECT_EQ(refusal(ErrorKind::File, [] { load_machine("no/such.toml"); }),
            "the machine file no/such.toml cannot be read");
  EXPECT_EQ(refusal(ErrorKind::File, [] { load_machine("tests/"); }),
            "tests/ is a directory; a machine is a TOML file");
}

TEST(MachineFile, RefusesAnUnknownMachineWithTheNearestName) {
  EXPECT_EQ(refusal(ErrorKind::Configuration, [] { load_machine("ivb-ue"); }),
            "there is no machine 'ivb-ue'; did you mean 'ivb-eu'?");
}

TEST(MachineFile, LoadsTheSameMachineByNameAndByFile) {
  EXPECT_EQ(print_config(load_machine("ivb-eu")),
            print_config(load_machine("configs/machines/ivb-eu.toml")));
}

TEST(MachineFile, EveryListedMachineLoadsAndSaysWhatItIs) {
  const std::vector<MachineInfo> machines = list_machines();
  ASSERT_FALSE(machines.empty());
  for (const MachineInfo& machine : machines) {
    EXPECT_EQ(load_machine(machine.name).name, machine.name);
    EXPECT_FALSE(machine.description.empty()) << machine.file;
  }
}

TEST(MachineFile, DescribesTheIvyBridgeExecutionUnits) {
  const MachineConfig config = load_machine("ivb-eu");
  EXPECT_EQ(config.cores, 6U);
  EXPECT_EQ(config.core.warps, 6U);
  EXPECT_EQ(config.core.warp_width, 16U);
  EXPECT_EQ(config.core.alu_width, 4U);
  EXPECT_EQ(config.core.issue_width, 2U);
  EXPECT_EQ(config.core.issue_period, 2U);
  EXPECT_EQ(config.local_memory.bytes, 65536U);
  EXPECT_EQ(config.local_memory.latency, 5U);
}

TEST(MachineFile, PrintedMachineLoadsBackToTheSame) {
  MachineConfig config;
  config.name = "odd \"name\"\\\n\x01\x7f";
  config.cores = 3;
  config.core.warp_width = 24;
  config.core.compaction = "bcc";
  config.limits.max_cycles = 1234567890123;
  const std::string printed = print_config(config);
  const MachineConfig back = parse_machine(printed, "printed");
  EXPECT_EQ(back.name, config.name);
  EXPECT_EQ(back.limits.max_cycles, config.limits.max_cycles);
  EXPECT_EQ(print_config(back), printed);
}

TEST(MachineFile, EveryParameterSurvivesPrintingAtBothEndsOfItsRange) {
  MachineConfig config;
  const ParameterTable table(config);
  for (const Parameter& parameter : table.parameters()) {
    if (!parameter.is_number()) continue;
    for (const std::uint64_t value : {parameter.range.least, parameter.range.most}) {
      MachineConfig changed;
      apply_setting(changed, parameter.key + "=" + std::to_string(value));
      EXPECT_EQ(setting_value(changed, parameter.key), std::to_string(value));
      EXPECT_THAT(print_config(changed), HasSubstr(" = " + std::to_string(value) + "\n"));
    }
  }
}

TEST(Setting, ChangesOneParameter) {
  MachineConfig config;
  apply_setting(config, "core.compaction=scc");
  apply_setting(config, "core.warp_width=0x20");
  apply_setting(config, "name=a=b");
  EXPECT_EQ(config.core.compaction, "scc");
  EXPECT_EQ(config.core.warp_width, 32U);
  EXPECT_EQ(config.name, "a=b");
  EXPECT_EQ(setting_value(config, "core.compaction"), "scc");
}

TEST(Setting, RefusesWhatAFileWouldBeRefusedFor) {
  EXPECT_EQ(refused_setting("core.compactoin=scc"),
            "--set core.compactoin=scc: 'core.compactoin' is not a parameter of a machine; did you "
            "mean 'core.compaction'?");
  EXPECT_EQ(refused_setting("core.warps=65"),
            "--set core.warps=65: core.warps is 65, out of range; valid: 1 to 64");
  EXPECT_EQ(refused_setting("core=1"),
            "--set core=1: 'core' is not a parameter of a machine; did you mean 'cores'?");
}

TEST(Setting, RefusesWhatIsNotAWholeNumber) {
  for (const char* text : {"", "six", "6.5", "6 ", " 6", "0x", "0x-4", "99999999999999999999"}) {
    EXPECT_THAT(refused_setting(std::string("core.warps=") + text),
                HasSubstr("core.warps wants an integer, not '"));
  }
}

TEST(Setting, RefusesASettingWithoutAValue) {
  EXPECT_EQ(refused_setting("core.warps"),
            "--set core.warps: a setting is key=value, for instance core.compaction=scc");
}

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
  EXPECT_EQ(refused_after({"core.fetch_instructions=9"}),
            "machine: core.queue_instructions is 8 but must be at least core.fetch_instructions, "
            "which is 9");
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

std::string refused_without_effect(const std::vector<std::string>& settings,
                                   MachineConfig config = MachineConfig()) {
  for (const std::string& setting : settings) apply_setting(config, setting);
  return refusal(ErrorKind::Configuration, [&] { check_settings({config}, settings); });
}

TEST(AbsentBlocks, HaveNoSettings) {
  EXPECT_EQ(refused_without_effect({"l1.perfect=true"}),
            "--set l1.perfect=true: l1.perfect has no effect while l1.enabled is false; add --set "
            "l1.enabled=true");
  EXPECT_EQ(refused_without_effect({"directory.latency=1000"}),
            "--set directory.latency=1000: directory.latency has no effect while coherence is "
            "none; add --set coherence=mesi");
  EXPECT_THAT(refused_without_effect({"instruction_cache.bytes=1024"}),
              HasSubstr("while instruction_cache.perfect is true"));
  EXPECT_THAT(refused_without_effect({"l2.shared=false"}), HasSubstr("l2.enabled=true"));
  EXPECT_THAT(refused_without_effect({"l3.enabled=false", "l3.bytes=1024"}),
              StartsWith("--set l3.bytes=1024: "));
  EXPECT_THAT(refused_without_effect({"interconnect.enabled=false", "interconnect.queue=2"},
                                     load_machine("ivb-eu")),
              StartsWith("--set interconnect.queue=2: "));
}

TEST(AbsentBlocks, AreThereWhenTheyAreSwitchedOnInAnyOrder) {
  const std::vector<std::string> settings{"l1.perfect=true", "l1.enabled=true", "llc.enabled=false",
                                          "core.warps=2"};
  MachineConfig config;
  const MachineConfig without = config;
  for (const std::string& setting : settings) apply_setting(config, setting);
  EXPECT_NO_THROW(check_settings({config}, settings));
  EXPECT_NO_THROW(check_settings({without, config}, settings)) << "one of them has it";
}

TEST(AbsentBlocks, MustBeSwitchedOffByTheFileThatDescribesThem) {
  EXPECT_EQ(refused_machine("cores = 2\n[l1]\nbytes = 65536\n"),
            "my.toml:3: l1.bytes has no effect while l1.enabled is false; write l1.enabled = true, "
            "or l1.enabled = false if that is meant");
  EXPECT_EQ(refused_machine("[directory]\nlatency = 7\n"),
            "my.toml:2: directory.latency has no effect while coherence is none; write coherence = "
            "\"mesi\", or coherence = \"none\" if that is meant");
  EXPECT_NO_THROW(parse_machine("[l1]\nbytes = 65536\nenabled = false\n", "my.toml"));
  EXPECT_NO_THROW(parse_machine("[l1]\nbytes = 65536\nenabled = true\n", "my.toml"));
}

TEST(MachineRules, NameTheRowThatDoesNotDivide) {
  EXPECT_EQ(refused_after({"dram.timing=ddr3", "dram.row_bytes=1000"}),
            "machine: dram.row_bytes is 1000 but must be a multiple of dram.interleave_bytes, "
            "which is 256");
  MachineConfig fixed;
  apply_setting(fixed, "dram.row_bytes=1000");
  EXPECT_NO_THROW(validate(fixed)) << "there are no rows";
}

TEST(MachineRules, NameWhatCoherenceNeeds) {
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

TEST(MachineRules, WantAnInterconnectForLinesPerCycle) {
  EXPECT_EQ(refused_after({"dc_lines_per_cycle=2"}),
            "machine: dc_lines_per_cycle is 2 but interconnect.enabled is false: nothing passes "
            "through it");
}

TEST(MachineRules, LimitThePrivateMemoryOfAllWorkItemsTogether) {
  EXPECT_THAT(refused_after({"cores=256", "core.warps=64", "core.warp_width=64"}),
              HasSubstr("all 1048576 resident work-items"));
}

TEST(MachineRules, HoldForFilesToo) {
  EXPECT_EQ(refused_machine("[core]\nalu_width = 3\n"),
            "my.toml: core.alu_width is 3 but must be a power of two");
}

TEST(Parameters, AreListedWithDefaultRangeAndHelp) {
  const std::vector<ParameterInfo> parameters = list_parameters();
  ASSERT_GT(parameters.size(), 20U);
  for (const ParameterInfo& parameter : parameters) {
    EXPECT_FALSE(parameter.help.empty()) << parameter.key;
    EXPECT_FALSE(parameter.valid.empty()) << parameter.key;
    EXPECT_FALSE(parameter.default_value.empty()) << parameter.key;
  }
}

TEST(DataDirectory, IsTheFirstPlaceThatExists) {
  EXPECT_EQ(first_directory("configs", {"/nonexistent", "configs"}), "configs");
  EXPECT_EQ(refusal(ErrorKind::File,
                    [] {
                      first_directory("configs", {"/no", "/nope"});
                    }),
            "the directory of configs is not found; looked in /no, /nope");
}

TEST(DataDirectory, FollowsTheEnvironment) {
  ASSERT_EQ(setenv("LANEFOLD_CONFIG_DIR", "tests", 1), 0);
  EXPECT_EQ(data_directory("configs"), "tests");
  ASSERT_EQ(setenv("LANEFOLD_CONFIG_DIR", "/nonexistent", 1), 0);
  EXPECT_THAT(refusal(ErrorKind::File, [] { data_directory("configs"); }),
              HasSubstr("$LANEFOLD_CONFIG_DIR"));
  ASSERT_EQ(unsetenv("LANEFOLD_CONFIG_DIR"), 0);
  EXPECT_TRUE(std::filesystem::exists(data_directory("workloads") + "/workload.h"));
}

}  // namespace
}  // namespace lanefold
