// SPDX-License-Identifier: Apache-2.0
// Runs the commands of the documentation as they are printed, and compares what the pages show.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "tests/command/documented_commands.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

/// The scripts are those of the RTL: a test binary of their own runs them.
constexpr bool kScripts = LANEFOLD_DOCUMENTED_SCRIPTS != 0;

/// What a case of the quick tier may take, and as much again on a busy machine.
constexpr double kQuickCpuSeconds = 2 * 1.2;

std::vector<DocumentedCommand> all_commands() {
  std::vector<fs::path> pages{"README.md"};
  for (const char* door : {"docs/tutorial", "docs/how-to", "docs/reference", "docs/method"}) {
    for (const auto& entry : fs::directory_iterator(door)) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  std::sort(pages.begin(), pages.end());
  std::vector<DocumentedCommand> commands;
  for (const fs::path& page : pages) {
    std::ifstream stream(page);
    const auto found = commands_of(stream, page.filename().string());
    commands.insert(commands.end(), found.begin(), found.end());
  }
  return without_repetitions(commands);
}

bool is_script(const std::string& command) { return command.rfind("scripts/", 0) == 0; }

std::vector<DocumentedCommand> commands_in_tier(bool quick) {
  std::vector<DocumentedCommand> commands = all_commands();
  const auto elsewhere = [&](const DocumentedCommand& command) {
    return !is_run(command) || is_script(command.text) != kScripts ||
           is_quick(command.text) != quick;
  };
  commands.erase(std::remove_if(commands.begin(), commands.end(), elsewhere), commands.end());
  return commands;
}

/// Scripts that leave intermediate files get a folder of their own for them.
std::string with_own_folder(const std::string& command) {
  for (const std::string script : {"scripts/prove", "scripts/mutate"}) {
    if (command.rfind(script, 0) == 0)
      return script + " --work work" + command.substr(script.size());
  }
  return command;
}

/// Behind those that write the recording that it replays, of an application of many launches, and
/// the checkpoint from which it goes on.
std::string with_recording(const std::string& command) {
  if (command.rfind("lanefold replay ", 0) != 0) return command;
  std::string before =
      "lanefold exec --functional --record app.lfrec -- lanefold-workloads --size tiny bfs "
      "> app.log 2>&1\n";
  if (command.find("--resume at12.lfckpt") != std::string::npos) {
    before += "lanefold replay app.lfrec --functional --checkpoint-at 12 at12.lfckpt 2>> app.log\n";
  }
  return before + command;
}

std::string end_of(const std::string& text) {
  constexpr std::size_t kMost = 4000;
  return text.substr(text.size() - std::min(text.size(), kMost));
}

double cpu_seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// A folder that looks like the root of the tree, so that what commands write does not stay there.
/// Its `./app` is an OpenCL application.
class Documentation : public ::testing::TestWithParam<DocumentedCommand> {
 protected:
  Documentation() {
    std::string name = (fs::temp_directory_path() / "lanefold-docs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    for (const char* shared :
         {"configs", "docs", "examples", "rtl", "scripts", "tests", "workloads"}) {
      fs::create_directory_symlink(fs::current_path() / shared, folder_ / shared);
    }
    fs::create_directory(folder_ / "build");
    fs::create_directory_symlink(LANEFOLD_BUILD, folder_ / "build/release");
    std::ofstream(folder_ / "app") << "#!/bin/sh\nexec lanefold-workloads --size tiny vector-add\n";
    fs::permissions(folder_ / "app", fs::perms::owner_all);
  }
  ~Documentation() override { fs::remove_all(folder_); }

  /// Runs a command with the built `lanefold` first on the path; true when it succeeds.
  bool succeeds(const std::string& command) {
    std::ofstream(folder_ / "command.sh") << "set -euo pipefail\n" << command << "\n";
    const std::string path = fs::path(LANEFOLD_COMMAND).parent_path().string();
    // Benches that a script starts are not to add their times to this test's.
    const std::string line = "unset LANEFOLD_TEST_TIMES; cd '" + folder_.string() + "' && PATH='" +
                             path + "':\"$PATH\" bash command.sh > output 2> errors";
    const double before = cpu_seconds_of_children();
    const int status = std::system(line.c_str());
    cpu_seconds_ = cpu_seconds_of_children() - before;
    output_ = content("output") + content("errors");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// Without colours.
  std::string content(const char* file) const {
    std::ifstream stream(folder_ / file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
  }

  fs::path folder_;
  std::string output_;
  double cpu_seconds_ = 0;
};

TEST_P(Documentation, CommandPrintsThePagesOutput) {
  const DocumentedCommand& command = GetParam();
  const bool needs_rtl =
      command.text.find("--rtl") != std::string::npos || command.text.rfind("scripts/", 0) == 0;
  if (needs_rtl && LANEFOLD_RTL_BUILT == 0) GTEST_SKIP() << "this build has no RTL";
  ASSERT_TRUE(succeeds(with_recording(with_own_folder(command.text)))) << command << "\n"
                                                                       << end_of(output_);
  EXPECT_NE(output_, "");
  EXPECT_EQ(missing_line(command.shown, output_), "")
      << "is what the page shows below the command; it prints at its end\n"
      << end_of(output_);
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (!is_quick(command.text) || cpu_seconds_ <= kQuickCpuSeconds) return;
  succeeds(command.text);  // nothing needs to be compiled for the first time any more
  EXPECT_LE(cpu_seconds_, kQuickCpuSeconds)
      << "CPU seconds are too many for the quick tier: ask for something smaller on the page, or "
         "let is_quick say so";
#endif
}

/// "README_run_bfs_3": page, first words, number.
std::string test_name(const ::testing::TestParamInfo<DocumentedCommand>& info) {
  std::string name = fs::path(info.param.page).stem().string() + "_";
  std::replace(name.begin(), name.end(), '-', '_');  // names of tests have no hyphens
  const std::string& text = info.param.text;
  const std::size_t verb = text.find_first_of(" /");
  for (const char c : text.substr(verb == std::string::npos ? 0 : verb, 24)) {
    const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_word || name.back() != '_') name += is_word ? c : '_';
  }
  return name + (name.back() == '_' ? "" : "_") + std::to_string(info.index);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
INSTANTIATE_TEST_SUITE_P(Deep, Documentation, ::testing::ValuesIn(commands_in_tier(false)),
                         test_name);
#endif

#if LANEFOLD_DOCUMENTED_SCRIPTS == 0
INSTANTIATE_TEST_SUITE_P(Quick, Documentation, ::testing::ValuesIn(commands_in_tier(true)),
                         test_name);

TEST(Documents, HaveCommandsToRunInBothTiers) {
  EXPECT_GE(commands_in_tier(true).size(), 15U);
  EXPECT_GE(commands_in_tier(false).size(), 10U);
}

TEST(Documents, HaveEachCommandThatIsNotRun) {
  const std::vector<DocumentedCommand> commands = all_commands();
  for (const NotRun& one : not_run()) {
    EXPECT_TRUE(std::any_of(
        commands.begin(), commands.end(),
        [&](const auto& command) { return command.text.find(one.text) != std::string::npos; }))
        << one.text << " is on no page any more";
  }
}
#endif

}  // namespace
}  // namespace lanefold
