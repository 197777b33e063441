// SPDX-License-Identifier: Apache-2.0
// What the environment of an application asks of the driver.
#include "apps/icd/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/environment_variable.h"
#include "tests/support/refusal.h"

namespace lanefold::icd {
namespace {

class DriverSettings : public ::testing::Test {
 protected:
  const EnvironmentVariable machine_{"LANEFOLD_MACHINE"};
  const EnvironmentVariable set_{"LANEFOLD_SET"};
};

TEST_F(DriverSettings, LetKernelsOverrunBuffersUnlessAskedNotTo) {
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 4096U);
  set_.set("memory.overrun_bytes=0");
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 0U);
  set_.set("memory.overrun_bytes=16;core.warps=4");
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 16U);
}

TEST_F(DriverSettings, KeepTheOverrunOfAMachineFile) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "overrun.toml";
  std::ofstream(file) << "base = \"bare\"\n[memory]\noverrun_bytes = 256\n";
  machine_.set(file.string());
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 256U);
  std::filesystem::remove(file);
}

TEST_F(DriverSettings, KeepBuffersApartUnlessAskedNotTo) {
  const auto guard = [] { return settings_of_environment().machine.memory.guard_bytes; };
  EXPECT_EQ(guard(), 8192U) << "4096 are left in front of a buffer";
  set_.set("memory.overrun_bytes=0");
  EXPECT_EQ(guard(), 8192U);
  set_.set("memory.guard_bytes=0");
  EXPECT_EQ(guard(), 0U);
  set_.set("memory.guard_bytes=64");
  EXPECT_EQ(guard(), 64U);
}

TEST_F(DriverSettings, NameWhatMeansNothingOnTheMachine) {
  EXPECT_TRUE(settings_of_environment().notes.empty());
  set_.set("dram.t_rcd=20");
  const std::string note =
      "dram.t_rcd has no effect while dram.timing is fixed; needed: dram.timing=ddr3";
  EXPECT_EQ(settings_of_environment().notes, std::vector<std::string>{note});
  const auto file = std::filesystem::path(::testing::TempDir()) / "idle.toml";
  std::ofstream(file) << "base = \"bare\"\n[dram]\nt_rcd = 20\n";
  machine_.set(file.string());
  set_.set("core.warps=2");
  EXPECT_EQ(settings_of_environment().notes, std::vector<std::string>{note});
  std::filesystem::remove(file);
}

TEST_F(DriverSettings, TakeALimitOfTime) {
  const EnvironmentVariable time("LANEFOLD_MAX_TIME");
  EXPECT_FALSE(settings_of_environment().max_seconds);
  time.set("0.5");
  EXPECT_EQ(settings_of_environment().max_seconds, 0.5);
  for (const char* wrong : {"0", "-1", "soon", "1s"}) {
    time.set(wrong);
    EXPECT_EQ(refusal(ErrorKind::Configuration, [] { settings_of_environment(); }),
              std::string("the environment variable LANEFOLD_MAX_TIME is '") + wrong +
                  "'; valid are seconds above 0");
  }
}

TEST_F(DriverSettings, TellOfOldNamesOfParameters) {
  set_.set("core.issue_period=3");
  const Settings settings = settings_of_environment();
  EXPECT_EQ(settings.machine.core.issue.period, 3U);
  EXPECT_EQ(settings.notes,
            std::vector<std::string>{"core.issue_period is now core.issue.period; the old name is "
                                     "read in this version only"});
}

}  // namespace
}  // namespace lanefold::icd
