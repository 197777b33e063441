// SPDX-License-Identifier: Apache-2.0
// Parameters that mean nothing on a machine: who is told, and who is refused.
#include "machine/config/conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/config/refusals.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

MachineConfig machine_after(const std::vector<std::string>& settings,
                            MachineConfig config = MachineConfig()) {
  for (const std::string& setting : settings) apply_setting(config, setting);
  return config;
}

std::vector<std::string> notes_on(const std::vector<std::string>& settings) {
  return check_settings({machine_after(settings)}, settings);
}

std::string refused_without_effect(const std::vector<std::string>& settings,
                                   const MachineConfig& config = MachineConfig()) {
  const MachineConfig machine = machine_after(settings, config);
  return refusal(ErrorKind::Configuration, [&] { check_settings({machine}, settings); });
}

/// A value that the parameter may have, but not this one.
std::string another(const Parameter& parameter, const std::string& value) {
  if (parameter.is_flag()) return value == "true" ? "false" : "true";
  if (parameter.is_number()) {
    return std::to_string(parameter.range.least + (std::to_string(parameter.range.least) == value));
  }
  if (parameter.names == nullptr) return "8x2";  // core.simd
  return parameter.names->front() == value ? parameter.names->back() : parameter.names->front();
}

void make(MachineConfig& config, const ValueTest& test, bool hold) {
  const ParameterTable known(config);
  const std::string value =
      hold == test.equal ? test.value : another(*known.find(test.key), test.value);
  apply_setting(config, test.key + "=" + value);
}

/// A machine on which only test `chosen` of a condition holds, or none if there is no such test.
void make(MachineConfig& config, const Condition& condition, std::size_t chosen) {
  for (std::size_t i = 0; i < condition.any.size(); ++i)
    make(config, condition.any[i], i == chosen);
}

constexpr std::size_t kNone = -1;

class EveryCondition : public ::testing::Test {
 protected:
  /// Calls `check` for each parameter that has conditions.
  template <class Check>
  void for_each(Check&& check) const {
    MachineConfig config;
    const ParameterTable table(config);
    int checked = 0;
    for (const Parameter& parameter : table.parameters()) {
      for (std::size_t i = 0; i < parameter.conditions.size(); ++i, ++checked) {
        MachineConfig machine;
        for (std::size_t j = 0; j < i; ++j) make(machine, parameter.conditions[j], 0);
        check(parameter, i, machine);
      }
    }
    EXPECT_GT(checked, 90);
  }
  /// The parameter is given the value that it has.
  static std::vector<std::string> given(const Parameter& parameter, const MachineConfig& machine) {
    return {parameter.key + "=" + setting_value(machine, parameter.key)};
  }
};

TEST_F(EveryCondition, ThatFailsIsToldOrRefused) {
  for_each([](const Parameter& parameter, std::size_t i, MachineConfig machine) {
    const Condition& condition = parameter.conditions[i];
    make(machine, condition, kNone);
    const auto unmet = unmet_condition(machine, parameter.key);
    ASSERT_TRUE(unmet) << parameter.key;
    EXPECT_EQ(unmet->needed, text_of(condition));
    const std::string sentence = parameter.key + " has no effect while " + unmet->state;
    const auto settings = given(parameter, machine);
    if (condition.block) {
      EXPECT_EQ(refusal(ErrorKind::Configuration, [&] { check_settings({machine}, settings); }),
                "--set " + settings[0] + ": " + sentence + "; add --set " + unmet->needed);
    } else {
      EXPECT_THAT(check_settings({machine}, settings),
                  ElementsAre(sentence + "; needed: " + unmet->needed));
    }
  });
}

TEST_F(EveryCondition, ThatHoldsLetsTheParameterBeSet) {
  for_each([](const Parameter& parameter, std::size_t i, const MachineConfig& machine) {
    if (i + 1 != parameter.conditions.size()) return;
    for (std::size_t test = 0; test < parameter.conditions[i].any.size(); ++test) {
      MachineConfig fulfilled = machine;
      make(fulfilled, parameter.conditions[i], test);
      EXPECT_FALSE(unmet_condition(fulfilled, parameter.key)) << parameter.key;
      EXPECT_THAT(check_settings({fulfilled}, given(parameter, fulfilled)), IsEmpty());
    }
  });
}

TEST_F(EveryCondition, IsListedAndOnThePage) {
  std::ifstream stream("docs/reference/parameters.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  for (const ParameterInfo& parameter : list_parameters()) {
    MachineConfig config;
    EXPECT_EQ(parameter.needs, text_of(ParameterTable(config).find(parameter.key)->conditions));
    EXPECT_THAT(page, HasSubstr("\n| `" + parameter.key + "` | " + parameter.valid + " | " +
                                parameter.default_value + " | " + parameter.needs + " | " +
                                parameter.help + " |\n"));
  }
}

TEST(VainSettings, NameWhatIsAndWhatIsNeeded) {
  EXPECT_THAT(
      notes_on({"core.adaptation.convergence=inc", "dram.t_rcd=20",
                "core.adaptation.tasks_per_thread=7"}),
      ElementsAre(
          "core.adaptation.convergence and core.adaptation.tasks_per_thread have no effect while "
          "core.adaptation.strategy is off; needed: core.adaptation.strategy other than off",
          "dram.t_rcd has no effect while dram.timing is fixed; needed: "
          "dram.timing=ddr3"));
  EXPECT_THAT(
      notes_on({"core.slices=32"}),
      ElementsAre("core.slices has no effect while core.simd is warps, core.adaptation.strategy is "
                  "off, core.on_miss is stall-on-use and core.on_branch is serialize; "
                  "needed: core.simd other than warps, core.adaptation.strategy other than off, "
                  "core.on_miss=divide or core.on_branch=divide"));
  EXPECT_THAT(notes_on({"core.slip.sampling_period=10", "core.on_miss=slip"}),
              ElementsAre(HasSubstr("while core.slip.max is 64; needed: core.slip.max=adaptive")));
  EXPECT_THAT(notes_on({"core.slip.max=3", "core.division=eager", "core.slip.table_entries=4"}),
              ElementsAre("core.slip.max and core.slip.table_entries have no effect while "
                          "core.on_miss is stall-on-use; needed: core.on_miss=slip",
                          "core.division has no effect while core.on_miss is stall-on-use; needed: "
                          "core.on_miss=divide"));
  EXPECT_THAT(notes_on({"core.slip.max=3", "core.slip.max=4"}),
              ElementsAre(StartsWith("core.slip.max has no effect while")));
}

TEST(VainSettings, AreToldOnlyIfNoMachineUsesThem) {
  const auto notes = [](const std::vector<std::string>& values) {
    std::vector<MachineConfig> machines;
    for (const std::string& value : values) {
      machines.push_back(machine_after({"core.slip.max=4", "core.on_miss=" + value}));
    }
    return check_settings(machines, {"core.slip.max=4", "core.on_miss=" + values[0]});
  };
  EXPECT_THAT(notes({"block", "slip"}), IsEmpty());
  EXPECT_THAT(notes({"block", "divide"}), ElementsAre(StartsWith("core.slip.max has no effect")));
}

TEST(AbsentBlocks, HaveNoSettings) {
  EXPECT_EQ(refused_without_effect({"l1.perfect=true"}),
            "--set l1.perfect=true: l1.perfect has no effect while l1.enabled is false; add --set "
            "l1.enabled=true");
  EXPECT_EQ(refused_without_effect({"directory.latency=1000"}),
            "--set directory.latency=1000: directory.latency has no effect while coherence is "
            "none; add --set coherence=mesi");
  EXPECT_EQ(refused_without_effect({"dc_lines_per_cycle=2"}),
            "--set dc_lines_per_cycle=2: dc_lines_per_cycle has no effect while "
            "interconnect.enabled is false; add --set interconnect.enabled=true");
  EXPECT_THAT(refused_without_effect({"instruction_cache.bytes=1024"}),
              HasSubstr("while instruction_cache.perfect is true"));
  EXPECT_THAT(refused_without_effect({"l2.shared=false"}), HasSubstr("l2.enabled=true"));
  EXPECT_THAT(
      refused_without_effect({"l2.shared=false", "l1.enabled=false"}, load_machine("ivb-eu")),
      StartsWith("--set l2.shared=false: "));
}

TEST(AbsentBlocks, AreToldWhereASettingSwitchesThemOff) {
  const std::vector<std::string> settings{"l3.enabled=false", "l3.bytes=1024"};
  EXPECT_THAT(check_settings({machine_after(settings, load_machine("ivb-eu"))}, settings),
              ElementsAre("l3.bytes has no effect while l3.enabled is false; needed: "
                          "l3.enabled=true"));
}

TEST(AbsentBlocks, AreThereWhenTheyAreSwitchedOnInAnyOrder) {
  const std::vector<std::string> settings{"l1.perfect=true", "l1.enabled=true", "llc.enabled=false",
                                          "core.warps=2"};
  const MachineConfig with = machine_after(settings);
  EXPECT_THAT(check_settings({with}, settings), IsEmpty());
  EXPECT_THAT(check_settings({MachineConfig(), with}, settings), IsEmpty()) << "one of them has it";
}

TEST(AbsentBlocks, MustBeSwitchedOffByTheFileThatDescribesThem) {
  EXPECT_EQ(refused_machine("cores = 2\n[l1]\nbytes = 65536\n"),
            "my.toml:3: l1.bytes has no effect while l1.enabled is false; write l1.enabled = true, "
            "or l1.enabled = false if that is meant");
  EXPECT_EQ(refused_machine("[directory]\nlatency = 7\n"),
            "my.toml:2: directory.latency has no effect while coherence is none; write coherence = "
            "\"mesi\", or coherence = \"none\" if that is meant");
  EXPECT_NO_THROW(
      parse_machine("base = \"bare\"\n[l1]\nbytes = 65536\nenabled = false\n", "my.toml"));
  EXPECT_NO_THROW(
      parse_machine("base = \"bare\"\n[l1]\nbytes = 65536\nenabled = true\n", "my.toml"));
}

std::vector<std::string> notes_of_file(const std::string& toml,
                                       const std::vector<std::string>& settings = {}) {
  std::vector<std::string> keys;
  const MachineConfig config =
      machine_after(settings, parse_machine("base = \"bare\"\n" + toml, "my.toml", keys));
  return check_settings({config}, settings, keys);
}

TEST(MachineFiles, AreToldWhatMeansNothingUnlessTheySaySo) {
  const std::string limit = "[core]\nslip.max = 3\n";
  EXPECT_THAT(notes_of_file(limit),
              ElementsAre("core.slip.max has no effect while core.on_miss is stall-on-use; needed: "
                          "core.on_miss=slip"));
  EXPECT_THAT(notes_of_file(limit + "on_miss = \"block\"\n"), IsEmpty());
  EXPECT_THAT(notes_of_file(limit, {"core.on_miss=slip"}), IsEmpty());
  EXPECT_THAT(notes_of_file("[l1]\nenabled = true\nbytes = 65536\n", {"l1.enabled=false"}),
              IsEmpty());
}

TEST(MachineFiles, OfTheProjectAndPrintedOnesSayWhatTheyDoNotUse) {
  for (const MachineInfo& machine : list_machines()) {
    std::vector<std::string> keys;
    const MachineConfig config = load_machine(machine.file, keys);
    EXPECT_THAT(keys, ::testing::Contains("core.warps"));
    EXPECT_THAT(check_settings({config}, {}, keys), IsEmpty()) << machine.name;
    EXPECT_THAT(notes_of_file(print_config(config)), IsEmpty()) << machine.name;
    std::vector<std::string> none;
    load_machine(machine.name, none);
    EXPECT_THAT(none, IsEmpty());
  }
}

TEST(UnmetCondition, RefusesWhatIsNoParameter) {
  EXPECT_THAT(refusal(ErrorKind::Configuration, [] { unmet_condition({}, "core.slip.mox"); }),
              HasSubstr("did you mean 'core.slip.max'?"));
}

}  // namespace
}  // namespace lanefold
