// SPDX-License-Identifier: Apache-2.0
// Keys of parameters that have moved: read as before, with a note.
#include "machine/config/old_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/config/parameter_table.h"
#include "tests/config/refusals.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kOldNames[] = {
    "adaptation",  "convergence",  "tasks_per_thread",   "reconfiguration_cycles",
    "issue_width", "issue_period", "fetch_latency",      "fetch_instructions",
    "scalar",      "pipe_queue",   "queue_instructions", "fpu_latency",
    "em_latency",  "em_interval",  "scalar_knowledge",
};

std::string note_of(const std::string& old_key) {
  return old_key + " is now " + current_key(old_key) +
         "; the old name is read in this version only";
}

std::vector<std::string> notes_on(const std::vector<std::string>& settings) {
  MachineConfig config;
  for (const std::string& setting : settings) apply_setting(config, setting);
  return check_settings({config}, settings);
}

/// A value other than the default.
std::string other_value(const Parameter& parameter) {
  if (parameter.names != nullptr) {
    const auto& names = *parameter.names;
    return names.front() == parameter.plain_value() ? names.back() : names.front();
  }
  return parameter.plain_value() == "3" ? "2" : "3";
}

TEST(OldKeys, ReachTheParametersInTheirGroups) {
  MachineConfig defaults;
  const ParameterTable known(defaults);
  for (const std::string name : kOldNames) {
    const std::string old = "core." + name;
    ASSERT_TRUE(is_old_key(old)) << old;
    EXPECT_EQ(known.find(old), nullptr) << old;
    const Parameter* const parameter = known.find(current_key(old));
    ASSERT_NE(parameter, nullptr) << old;
    MachineConfig config;
    const std::string value = other_value(*parameter);
    apply_setting(config, old + "=" + value);
    EXPECT_EQ(setting_value(config, current_key(old)), value);
    EXPECT_EQ(setting_value(config, old), value);
    EXPECT_EQ(unmet_condition(config, old).has_value(),
              unmet_condition(config, current_key(old)).has_value());
    const auto notes = check_settings({config}, {old + "=" + value});
    ASSERT_FALSE(notes.empty());
    EXPECT_EQ(notes[0], note_of(old));
  }
}

TEST(OldKeys, LeaveOthersAlone) {
  EXPECT_FALSE(is_old_key("core.scalar.execution"));
  EXPECT_FALSE(is_old_key("core.compaction"));
  EXPECT_EQ(current_key("core.compaction"), "core.compaction");
  EXPECT_EQ(current_key("no.such"), "no.such");
}

TEST(OldKeys, AreToldOnceEach) {
  EXPECT_THAT(notes_on({"core.scalar=pipe", "core.warps=2", "core.scalar=energy"}),
              ElementsAre("core.scalar is now core.scalar.execution; the old name is read in this "
                          "version only"));
  EXPECT_THAT(notes_on({"core.fetch_latency=3", "core.em_interval=2"}),
              ElementsAre(note_of("core.fetch_latency"), note_of("core.em_interval")));
  EXPECT_THAT(notes_on({"core.fetch.latency=3"}), IsEmpty());
}

TEST(OldKeys, AreHeldAgainstTheConditionsOfTheNewOnes) {
  EXPECT_THAT(notes_on({"core.convergence=inc"}),
              ElementsAre(note_of("core.convergence"),
                          StartsWith("core.adaptation.convergence has no effect while ")));
  EXPECT_THAT(notes_on({"core.convergence=inc", "core.adaptation=dwrep"}),
              ElementsAre(note_of("core.convergence"), note_of("core.adaptation")));
}

TEST(OldKeys, RefuseTheSameValuesInTheSameWords) {
  EXPECT_EQ(refused_setting("core.scalar=pip"),
            "--set core.scalar=pip: core.scalar.execution is 'pip', which is none of off, energy, "
            "one-cycle, pipe; did you mean 'pipe'?");
  EXPECT_EQ(refused_machine("[core]\nissue_width = 9\n"),
            "my.toml:2: core.issue.width is 9, out of range; valid: 1 to 3");
}

TEST(OldKeys, AreReadInFiles) {
  std::vector<std::string> keys;
  const MachineConfig config = parse_machine(
      "base = \"bare\"\n[core]\nadaptation = \"dwrep\"\nscalar = \"pipe\"\nfetch_latency = 3\n",
      "my.toml", keys);
  EXPECT_EQ(config.core.adaptation.strategy, AdaptationStrategy::Dwrep);
  EXPECT_EQ(config.core.scalar.execution, ScalarExecution::Pipe);
  EXPECT_EQ(config.core.fetch.latency, 3U);
  EXPECT_THAT(check_settings({config}, {}, keys),
              ::testing::UnorderedElementsAre(note_of("core.adaptation"), note_of("core.scalar"),
                                              note_of("core.fetch_latency")));
}

TEST(OldKeys, OfFilesFulfilConditions) {
  std::vector<std::string> keys;
  const MachineConfig config = parse_machine(
      "base = \"bare\"\n[core]\nadaptation = \"off\"\ntasks_per_thread = 3\n", "my.toml", keys);
  EXPECT_THAT(check_settings({config}, {}, keys),
              ::testing::UnorderedElementsAre(note_of("core.adaptation"),
                                              note_of("core.tasks_per_thread")));
}

TEST(OldKeys, AreRefusedBesideTheNewOnes) {
  EXPECT_EQ(refused_machine("[core]\nfetch_latency = 3\nfetch.latency = 3\n"),
            "my.toml: core.fetch_latency is the old name of core.fetch.latency, which is given as "
            "well; give core.fetch.latency only");
  EXPECT_THAT(refused_machine("[core]\nscalar = \"pipe\"\nscalar.execution = \"pipe\"\n"),
              HasSubstr("my.toml:3: not TOML: "));
  const auto refused = [](const std::vector<std::string>& settings) {
    return refusal(ErrorKind::Configuration, [&] { notes_on(settings); });
  };
  EXPECT_EQ(refused({"core.scalar.execution=off", "core.scalar=pipe"}),
            "--set: core.scalar is the old name of core.scalar.execution, which is given as well; "
            "give core.scalar.execution only");
  EXPECT_EQ(refused({"core.em_latency=3", "core.pipes.em_latency=3"}),
            "--set: core.em_latency is the old name of core.pipes.em_latency, which is given as "
            "well; give core.pipes.em_latency only");
}

}  // namespace
}  // namespace lanefold
