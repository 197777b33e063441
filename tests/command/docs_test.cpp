// SPDX-License-Identifier: Apache-2.0
// Runs the commands of the documentation as they are printed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace lanefold {
namespace {

namespace fs = std::filesystem;

struct DocumentedCommand {
  std::string document;
  std::string text;
};

std::ostream& operator<<(std::ostream& out, const DocumentedCommand& command) {
  return out << command.document << ": " << command.text;
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

/// Blocks of other languages and of plain text are not commands.
bool is_command(const std::string& line) { return starts_with(line, "lanefold "); }

/// The commands in the fenced blocks of one document, lines that end in a backslash joined.
std::vector<DocumentedCommand> commands_of(const fs::path& document) {
  std::vector<DocumentedCommand> commands;
  std::ifstream stream(document);
  bool fenced = false;
  bool continued = false;
  for (std::string line; std::getline(stream, line);) {
    if (starts_with(line, "```")) {
      fenced = !fenced;
      continue;
    }
    if (!fenced || (!continued && !is_command(line))) continue;
    if (!continued) commands.push_back({document.filename().string(), ""});
    continued = line.back() == '\\';
    commands.back().text += continued ? line.substr(0, line.size() - 1) : line;
  }
  return commands;
}

std::vector<DocumentedCommand> all_commands() {
  std::vector<fs::path> documents{"README.md"};
  for (const auto& entry : fs::directory_iterator("docs")) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  }
  std::sort(documents.begin(), documents.end());
  std::vector<DocumentedCommand> commands;
  for (const fs::path& document : documents) {
    const std::vector<DocumentedCommand> found = commands_of(document);
    commands.insert(commands.end(), found.begin(), found.end());
  }
  return commands;
}

/// Sanitizers slow everything down twentyfold; there, small inputs of workloads have to do.
std::string affordable(const std::string& command) {
#ifdef __SANITIZE_ADDRESS__
  if (command.find("--size") != std::string::npos) return command;
  for (const std::string verb : {"run", "compare", "bench"}) {
    const std::string start = "lanefold " + verb + " ";
    const bool limited = verb != "bench" || command.find("--min-time") != std::string::npos;
    const std::string cheap = limited ? "--size tiny " : "--size tiny --min-time 0.01 ";
    if (starts_with(command, start)) return start + cheap + command.substr(start.size());
  }
  return command;
#else
  return command;
#endif
}

/// A folder that looks like the root of the tree, so that what commands write does not stay there.
class Documentation : public ::testing::TestWithParam<DocumentedCommand> {
 protected:
  Documentation() {
    std::string name = (fs::temp_directory_path() / "lanefold-docs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    for (const char* shared : {"configs", "docs", "examples", "workloads"}) {
      fs::create_directory_symlink(fs::current_path() / shared, folder_ / shared);
    }
  }
  ~Documentation() override { fs::remove_all(folder_); }

  /// Runs a command with the built `lanefold` first on the path; true when it succeeds.
  bool succeeds(const std::string& command) {
    std::ofstream(folder_ / "command.sh") << "set -euo pipefail\n" << command << "\n";
    const std::string path = fs::path(LANEFOLD_COMMAND).parent_path().string();
    const std::string line = "cd '" + folder_.string() + "' && PATH='" + path +
                             "':\"$PATH\" bash command.sh > output 2>&1";
    const int status = std::system(line.c_str());
    std::ifstream stream(folder_ / "output");
    output_.assign(std::istreambuf_iterator<char>(stream), {});
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  fs::path folder_;
  std::string output_;
};

TEST_P(Documentation, CommandSucceeds) {
  const bool needs_rtl = GetParam().text.find("--rtl") != std::string::npos;
  if (needs_rtl && LANEFOLD_RTL_BUILT == 0) GTEST_SKIP() << "this build has no RTL";
  EXPECT_TRUE(succeeds(affordable(GetParam().text))) << GetParam() << "\n" << output_;
  EXPECT_NE(output_, "");
}

/// "README_run_bfs_3": document, first words, number.
std::string test_name(const ::testing::TestParamInfo<DocumentedCommand>& info) {
  std::string name = fs::path(info.param.document).stem().string();
  for (const char c : info.param.text.substr(std::string("lanefold").size(), 24)) {
    const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_word || name.back() != '_') name += is_word ? c : '_';
  }
  return name + (name.back() == '_' ? "" : "_") + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(All, Documentation, ::testing::ValuesIn(all_commands()), test_name);

TEST(Documents, HaveCommandsToRun) {
  const std::vector<DocumentedCommand> commands = all_commands();
  const auto in_readme = std::count_if(commands.begin(), commands.end(), [](const auto& command) {
    return command.document == "README.md";
  });
  EXPECT_GE(in_readme, 10);
}

}  // namespace
}  // namespace lanefold
