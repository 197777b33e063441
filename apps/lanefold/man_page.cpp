// SPDX-License-Identifier: Apache-2.0
// From the description of the command line to roff.
#include "man_page.h"

namespace lanefold {

namespace {

/// Text as it is: without what roff would take for requests, escapes or soft hyphens.
std::string plain(const std::string& text) {
  std::string result = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else {
      if (c == '-') result += '\\';
      result += c;
    }
  }
  return result;
}

/// "-m, --machine TEXT", or the name of what has a place.
std::string name_of(const CLI::Option& option) {
  const bool flag = option.get_items_expected_max() == 0;
  if (option.get_lnames().empty() && option.get_snames().empty()) {
    return "\\fI" + plain(option.get_single_name()) + "\\fR";
  }
  std::string names;
  for (const std::string& name : option.get_snames())
    names += "\\fB" + plain("-" + name) + "\\fR, ";
  for (const std::string& name : option.get_lnames())
    names += "\\fB" + plain("--" + name) + "\\fR, ";
  names.resize(names.size() - 2);
  return flag ? names : names + " \\fIvalue\\fR";
}

void add_command(const CLI::App& command, const std::string& path, std::string& page) {
  page += ".SS " + plain("lanefold " + path) + "\n" + plain(command.get_description()) + "\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty() || option == command.get_help_ptr()) continue;
    page += ".TP\n" + name_of(*option) + "\n" + plain(option->get_description()) + "\n";
  }
  for (const CLI::App* inner : command.get_subcommands({})) {
    add_command(*inner, path + " " + inner->get_name(), page);
  }
}

}  // namespace

std::string man_commands(const CLI::App& app) {
  std::string page;
  for (const CLI::App* command : app.get_subcommands({})) {
    add_command(*command, command->get_name(), page);
  }
  return page;
}

}  // namespace lanefold
