// SPDX-License-Identifier: Apache-2.0
// Machines from settings, the table of parameters, and where machines are looked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "machine/config/data_directory.h"
#include "machine/config/parameter_table.h"
#include "tests/config/refusals.h"
#include "tests/support/environment_variable.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

TEST(Setting, ChangesOneParameter) {
  MachineConfig config;
  apply_setting(config, "core.compaction=scc");
  apply_setting(config, "core.warp_width=0x20");
  apply_setting(config, "name=a=b");
  EXPECT_EQ(config.core.compaction, CompactionPolicy::Scc);
  EXPECT_EQ(config.core.warp_width, 32U);
  EXPECT_EQ(config.name, "a=b");
  EXPECT_EQ(setting_value(config, "core.compaction"), "scc");
}

TEST(Setting, RejectsTheSameValuesAsAFile) {
  EXPECT_EQ(refused_setting("core.compactoin=scc"),
            "--set core.compactoin=scc: 'core.compactoin' is not a parameter of a machine; did you "
            "mean 'core.compaction'?");
  EXPECT_EQ(refused_setting("core.warps=65"),
            "--set core.warps=65: core.warps is 65, out of range; valid: 1 to 64");
  EXPECT_EQ(refused_setting("core=1"),
            "--set core=1: core is a section of parameters, not a value; did you mean 'cores'?");
  EXPECT_EQ(
      refused_setting("core.slip=3"),
      "--set core.slip=3: core.slip is a section of parameters, not a value; choose one of "
      "them: core.slip.max, core.slip.table_entries, core.slip.latency, core.slip.sampling_period, "
      "core.slip.gather_at_loop_exits, core.slip.when_all_miss, core.slip.counts");
}

TEST(Setting, TakesANumberOrItsWord) {
  MachineConfig config;
  apply_setting(config, "core.slip.max=adaptive");
  EXPECT_TRUE(config.core.slip.adaptive());
  EXPECT_EQ(setting_value(config, "core.slip.max"), "adaptive");
  EXPECT_THAT(print_config(config), HasSubstr("max = \"adaptive\""));
  EXPECT_TRUE(parse_machine("base = \"bare\"\ncore.slip.max = \"adaptive\"", "my.toml")
                  .core.slip.adaptive());
  apply_setting(config, "core.slip.max=255");
  EXPECT_EQ(setting_value(config, "core.slip.max"), "255");
  EXPECT_EQ(refused_setting("core.slip.max=256"),
            "--set core.slip.max=256: core.slip.max is 256, out of range; valid: 0 to 255, or "
            "adaptive");
  EXPECT_EQ(refused_setting("core.slip.max=fast"),
            "--set core.slip.max=fast: core.slip.max wants an integer or 'adaptive', not 'fast'; "
            "valid: 0 to 255, or adaptive");
}

TEST(Setting, RejectsFractions) {
  for (const char* text : {"", "six", "6.5", "6 ", " 6", "0x", "0x-4", "99999999999999999999"}) {
    EXPECT_THAT(refused_setting(std::string("core.warps=") + text),
                HasSubstr("core.warps wants an integer, not '"));
  }
}

TEST(Setting, RefusesASettingWithoutAValue) {
  EXPECT_EQ(refused_setting("core.warps"),
            "--set core.warps: a setting is key=value, for instance core.compaction=scc");
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
  const EnvironmentVariable folder("LANEFOLD_CONFIG_DIR", "tests");
  EXPECT_EQ(data_directory("configs"), "tests");
  folder.set("/nonexistent");
  EXPECT_THAT(refusal(ErrorKind::File, [] { data_directory("configs"); }),
              HasSubstr("$LANEFOLD_CONFIG_DIR"));
  EXPECT_TRUE(std::filesystem::exists(data_directory("workloads") + "/workload.h"));
}

}  // namespace
}  // namespace lanefold
