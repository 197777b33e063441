// SPDX-License-Identifier: Apache-2.0
// Machines from TOML: what is read, what is refused, and in which words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "machine/config/parameter_table.h"
#include "tests/config/refusals.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(MachineFile, ReadsValuesOfEveryTypeAndKeepsDefaults) {
  const MachineConfig config = parse_machine(
      "base = \"bare\"\ncores = 2\n[core]\nwarp_width = 0x20\ncompaction = \"scc\"\n", "my.toml");
  EXPECT_EQ(config.cores, 2U);
  EXPECT_EQ(config.core.warp_width, 32U);
  EXPECT_EQ(config.core.compaction, CompactionPolicy::Scc);
  EXPECT_EQ(config.core.warps, MachineConfig{}.core.warps);
}

TEST(MachineFile, IsNamedAfterTheFileUnlessItSaysOtherwise) {
  EXPECT_EQ(parse_machine("base = \"ivb-eu\"", "some/where/tiny.toml").name, "tiny");
  EXPECT_EQ(parse_machine("base = \"bare\"\nname = \"other\"", "some/where/tiny.toml").name,
            "other");
}

TEST(MachineFile, StartsFromANamedMachine) {
  const MachineConfig named = load_machine("mv5-wpu");
  MachineConfig changed = parse_machine("base = \"mv5-wpu\"\ncore.warps = 2\n", "my.toml");
  EXPECT_EQ(changed.core.warps, 2U);
  EXPECT_EQ(changed.name, "my");
  changed.core.warps = named.core.warps;
  changed.name = named.name;
  EXPECT_EQ(print_config(changed), print_config(named));
}

TEST(MachineFile, StartsFromAFileInItsOwnFolder) {
  const std::filesystem::path folder = ::testing::TempDir();
  std::ofstream(folder / "first.toml") << "base = \"ivb-eu\"\ncores = 2\n";
  std::ofstream(folder / "second.toml") << "base = \"first.toml\"\ncore.warps = 3\n";
  const MachineConfig config = load_machine((folder / "second.toml").string());
  EXPECT_EQ(config.cores, 2U);
  EXPECT_EQ(config.core.warps, 3U);
  EXPECT_EQ(config.name, "second");
  EXPECT_TRUE(config.l3.enabled);
}

TEST(MachineFile, RefusesABaseThatIsNone) {
  EXPECT_EQ(refused_machine("cores = 2\nbase = \"ivb-ue\"\n"),
            "my.toml:2: there is no machine 'ivb-ue'; did you mean 'ivb-eu'?");
  EXPECT_EQ(refused_machine("base = 3\n"),
            "my.toml:1: base wants the name of a machine or a file, in quotes");
  EXPECT_EQ(refusal(ErrorKind::File, [] { parse_machine("base = \"no/such.toml\"", "a/b.toml"); }),
            "the machine file a/no/such.toml cannot be read: No such file or directory");
  const std::filesystem::path own = std::filesystem::path(::testing::TempDir()) / "own.toml";
  std::ofstream(own) << "base = \"own.toml\"\n";
  EXPECT_THAT(refusal(ErrorKind::Configuration, [&] { load_machine(own.string()); }),
              HasSubstr("own.toml:1: the files start from one another"));
}

TEST(MachineFile, RefusesAPartOfAMachineWithoutABase) {
  EXPECT_THAT(refused_machine(""), StartsWith("my.toml: not a whole machine: cores, clock_mhz, "));
  EXPECT_THAT(refused_machine("cores = 2\n"), HasSubstr(" more are missing; give them, or name the "
                                                        "machine that the file changes, as in base "
                                                        "= \"ivb-eu\""));
  std::string whole = print_config(MachineConfig{});
  const std::string line = "\nwarps = " + std::to_string(MachineConfig{}.core.warps) + "\n";
  whole.erase(whole.find(line), line.size() - 1);
  EXPECT_THAT(refused_machine(whole), HasSubstr("not a whole machine: core.warps is missing; "));
}

TEST(MachineFile, PrintedChangesLoadBackToTheSame) {
  MachineConfig config = load_machine("ivb-eu");
  config.name = "my";
  config.core.warps = 3;
  config.core.compaction = CompactionPolicy::Scc;
  const std::string text = print_changes(config, "ivb-eu", {"core.warps", "core.compaction"});
  EXPECT_THAT(text, AllOf(HasSubstr("\nwarps = 3\n"), HasSubstr("\n#cores = 6\n")));
  EXPECT_EQ(print_config(parse_machine(text, "my.toml")), print_config(config));
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

TEST(MachineFile, RefusesAnUnknownPolicyOfEveryChoice) {
  MachineConfig config;
  const ParameterTable table(config);
  int choices = 0;
  for (const Parameter& parameter : table.parameters()) {
    if (parameter.names == nullptr) continue;
    ++choices;
    for (const std::string& name : *parameter.names) {
      MachineConfig changed;
      apply_setting(changed, parameter.key + "=" + name);
      EXPECT_EQ(setting_value(changed, parameter.key), name);
    }
    EXPECT_EQ(refused_setting(parameter.key + "=magic"),
              "--set " + parameter.key + "=magic: " + parameter.key +
                  " is 'magic', which is none of " + parameter.valid());
    EXPECT_THAT(refused_setting(parameter.key + "=" + parameter.names->front() + "x"),
                HasSubstr("; did you mean '" + parameter.names->front() + "'?"));
  }
  EXPECT_GT(choices, 20);
}

TEST(MachineFile, RejectsMalformedToml) {
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
            "the machine file no/such.toml cannot be read: No such file or directory");
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

TEST(MachineFile, LoadsEveryListedMachineWithItsDescription) {
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
  EXPECT_EQ(config.core.issue.width, 2U);
  EXPECT_EQ(config.core.issue.period, 2U);
  EXPECT_EQ(config.local_memory.bytes, 65536U);
  EXPECT_EQ(config.local_memory.latency, 5U);
}

TEST(MachineFile, PrintedMachineLoadsBackToTheSame) {
  MachineConfig config;
  config.name = "odd \"name\"\\\n\x01\x7f";
  config.cores = 3;
  config.core.warp_width = 24;
  config.core.compaction = CompactionPolicy::Bcc;
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

}  // namespace
}  // namespace lanefold
