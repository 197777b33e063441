// SPDX-License-Identifier: Apache-2.0
// Reading commands from pages, and judging them by their text.
#include "tests/command/documented_commands.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace lanefold {

namespace {

constexpr const char* kFence = "```";
constexpr const char* kEllipsis = "…";

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string trimmed(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

/// Reads a page line by line.
class PageReader {
 public:
  explicit PageReader(std::string page) : page_(std::move(page)) {}

  void read(const std::string& line) {
    const std::size_t indentation = line.find_first_not_of(' ');
    if (indentation != std::string::npos && line.compare(indentation, 3, kFence) == 0) {
      fenced_ = !fenced_;
      indentation_ = indentation;
      continued_ = prompted_ = false;
    } else if (fenced_) {
      read_fenced(line.size() > indentation_ ? line.substr(indentation_) : "");
    }
  }

  std::vector<DocumentedCommand> take() { return std::move(commands_); }

 private:
  void read_fenced(const std::string& line) {
    const bool prompt = starts_with(line, "$ ");
    if (continued_) {
      // The shell would write to the file that is named there.
      if (starts_with(line, ">")) {
        throw std::runtime_error(page_ + " has the prompt of a continued line: " + line);
      }
      append(line);
    } else if (prompt || is_command(line)) {
      prompted_ = prompt;
      commands_.push_back({page_, "", {}});
      append(prompt ? line.substr(2) : line);
    } else if (prompted_) {
      commands_.back().shown.push_back(line);
    }
  }

  static bool is_command(const std::string& line) {
    return starts_with(line, "lanefold ") || starts_with(line, "scripts/") ||
           starts_with(line, "./scripts/");
  }

  void append(const std::string& line) {
    continued_ = !line.empty() && line.back() == '\\';
    const std::string text = continued_ ? line.substr(0, line.size() - 1) : line;
    std::string& command = commands_.back().text;
    command = trimmed(command + text.substr(0, text.find(" #")));
    if (continued_) command += ' ';
  }

  std::string page_;
  std::size_t indentation_ = 0;
  bool fenced_ = false;
  bool continued_ = false;  // by the next line
  bool prompted_ = false;   // lines below are what the last command prints
  std::vector<DocumentedCommand> commands_;
};

/// Whether the parts before, between and behind the ellipses are the line's.
bool matches(const std::string& shown, const std::string& line) {
  const std::size_t gap = shown.find(kEllipsis);
  if (gap == std::string::npos) return shown == line;
  if (!starts_with(line, shown.substr(0, gap))) return false;
  const std::string rest = shown.substr(gap + std::string(kEllipsis).size());
  for (std::size_t at = gap; at <= line.size(); ++at) {
    if (matches(rest, line.substr(at))) return true;
  }
  return false;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const DocumentedCommand& command) {
  return out << command.page << ": " << command.text;
}

std::vector<DocumentedCommand> commands_of(std::istream& page, const std::string& name) {
  PageReader reader(name);
  for (std::string line; std::getline(page, line);) reader.read(line);
  return reader.take();
}

std::vector<DocumentedCommand> without_repetitions(const std::vector<DocumentedCommand>& commands) {
  std::vector<DocumentedCommand> kept;
  for (const DocumentedCommand& command : commands) {
    const auto same = [&](const DocumentedCommand& other) { return other.text == command.text; };
    const auto known = std::find_if(kept.begin(), kept.end(), same);
    if (known == kept.end()) {
      kept.push_back(command);
    } else if (known->shown.empty()) {
      *known = command;
    }
  }
  return kept;
}

const std::vector<NotRun>& not_run() {
  static const std::vector<NotRun> commands{
      {"scripts/demo", "installs packages"},
      {"scripts/build", "builds what the tests of installed products build"},
      {"scripts/test", "installs packages, and runs all tests, these among them"},
      {"scripts/rtl-coverage",
       "installs packages; the test RtlCoverage.BenchesReachEveryLine runs it"},
      {"scripts/mutate --count 40", "does less of the same than scripts/mutate"},
      {"--timeout", "whether it proves everything in that time depends on the host"},
      {" [", "shows which arguments there are"},
      {"=slow.sv",
       "runs a file that the command before it makes; the test "
       "CommandWithRtl.DeepLeavesTheTimeToADatapathOfOnesOwn runs both"},
      {"=late.sv",
       "the same; the test CommandWithRtl.DeepLeavesTheTimeOfDecisionsToASlipUnitOfOnesOwn runs "
       "both"},
      {"--clock-tree", "takes minutes; the test Synth.WiresOfTheTwins places a smaller table so"},
      {"scripts/layout-power",
       "needs a layout that takes minutes; the test LayoutPower.IsThatOfADatapath runs it"},
      {"bcc,pairs,scc",
       "needs the policy that the page adds; the test Tutorial.PolicyHoldsForEveryMask adds it"},
      {"--scheduler", "needs a scheduler of Dask; the test Studies.Dask starts one"},
  };
  return commands;
}

bool is_run(const DocumentedCommand& command) {
  const auto names = [&](const NotRun& one) { return contains(command.text, one.text); };
  return std::none_of(not_run().begin(), not_run().end(), names);
}

bool is_quick(const std::string& text) {
  std::istringstream words(text);
  std::string program, verb;
  words >> program >> verb;
  if (program != "lanefold" || verb == "demo" || contains(text, "lanefold bench")) return false;
  if (contains(text, "--list")) return true;
  if (contains(text, "examples/rtl/")) return false;  // Verilator and a compiler come first
  if (verb == "study") return false;
  const bool records = contains(text, "lanefold trace record");
  if (verb != "run" && verb != "compare" && verb != "exec" && verb != "sweep" && !records)
    return true;
  if (contains(text, "--rtl all") && !contains(text, "queens=4")) return false;
  if (verb == "run" && contains(text, "examples/")) return true;
  if (verb == "compare" && contains(text, "examples/spmv.cl")) return true;
  const std::vector<std::string> small{"--size tiny", "queens=4", "--print-config", "./app "};
  return std::any_of(small.begin(), small.end(),
                     [&](const std::string& part) { return contains(text, part); });
}

std::string missing_line(const std::vector<std::string>& shown, const std::string& printed) {
  std::istringstream lines(printed);
  for (const std::string& expected : shown) {
    const std::string wanted = trimmed(expected);
    if (wanted.empty() || wanted == kEllipsis) continue;
    bool found = false;
    for (std::string line; !found && std::getline(lines, line);) {
      found = matches(wanted, trimmed(line));
    }
    if (!found) return wanted;
  }
  return "";
}

}  // namespace lanefold
