// SPDX-License-Identifier: Apache-2.0
// The commands that the pages show, what they say that these print, and which of them tests can
// run.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace lanefold {

struct DocumentedCommand {
  std::string page;
  std::string text;                ///< without its comment; lines that end in a backslash joined
  std::vector<std::string> shown;  ///< what the page shows below the command
};

std::ostream& operator<<(std::ostream& out, const DocumentedCommand& command);

/// The commands in the fenced blocks of a page: lines that begin with `lanefold` or `scripts/`, and
/// whatever stands behind a `$`, where the lines below are what it prints.
std::vector<DocumentedCommand> commands_of(std::istream& page, const std::string& name);

/// Keeps one of equal commands: the first that shows what it prints, or else the first.
std::vector<DocumentedCommand> without_repetitions(const std::vector<DocumentedCommand>& commands);

/// Commands that tests do not run: each contains this text.
struct NotRun {
  std::string text;
  std::string reason;
};
const std::vector<NotRun>& not_run();
bool is_run(const DocumentedCommand& command);

/// Whether a command belongs to the quick tier: of those that simulate, it asks for something
/// small. docs_test measures that it was right.
bool is_quick(const std::string& text);

/// The first shown line that does not come, in order, in what was printed; empty if all come. `…`
/// stands for any text within a line, and alone for any lines; blank lines do not count.
std::string missing_line(const std::vector<std::string>& shown, const std::string& printed);

}  // namespace lanefold
