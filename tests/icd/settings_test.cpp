// SPDX-License-Identifier: Apache-2.0
// What the environment of an application asks of the driver.
#include "apps/icd/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lanefold::icd {
namespace {

class DriverSettings : public ::testing::Test {
 protected:
  void TearDown() override {
    unsetenv("LANEFOLD_MACHINE");
    unsetenv("LANEFOLD_SET");
  }
};

TEST_F(DriverSettings, LetKernelsOverrunBuffersUnlessAskedNotTo) {
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 4096U);
  setenv("LANEFOLD_SET", "memory.overrun_bytes=0", 1);
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 0U);
  setenv("LANEFOLD_SET", "memory.overrun_bytes=16;core.warps=4", 1);
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 16U);
}

TEST_F(DriverSettings, KeepTheOverrunOfAMachineFile) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "overrun.toml";
  std::ofstream(file) << "[memory]\noverrun_bytes = 256\n";
  setenv("LANEFOLD_MACHINE", file.c_str(), 1);
  EXPECT_EQ(settings_of_environment().machine.memory.overrun_bytes, 256U);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace lanefold::icd
