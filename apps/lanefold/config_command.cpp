// SPDX-License-Identifier: Apache-2.0
// `lanefold config new`: a machine file to start from.
#include <filesystem>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "simulation.h"

namespace lanefold {

namespace {

namespace fs = std::filesystem;

std::string key_of(const std::string& setting) { return setting.substr(0, setting.find('=')); }

/// As the new file has to name it: a file from its own folder.
std::string base_seen_from(const std::string& file, const std::string& machine) {
  if (fs::path(machine).extension() != ".toml" && machine.find('/') == std::string::npos) {
    return machine;
  }
  const fs::path folder = file == "-" ? fs::current_path() : fs::absolute(file).parent_path();
  return fs::absolute(machine).lexically_normal().lexically_proximate(folder).string();
}

}  // namespace

void config_command(const ConfigOptions& options) {
  if (options.file != "-" && fs::path(options.file).extension() != ".toml") {
    throw Error(ErrorKind::Usage, "the name of a machine file ends in .toml, and " +
                                      in_quotes(options.file) + " does not");
  }
  auto [config, notes] = machine_of(options.machine);
  std::vector<std::string> keys;
  for (const std::string& setting : options.machine.settings) keys.push_back(key_of(setting));
  if (options.file != "-") config.name = fs::path(options.file).stem().string();
  const std::string text =
      options.complete
          ? print_config(config)
          : print_changes(config, base_seen_from(options.file, options.machine.machine), keys);
  if (options.file == "-") {
    print_to(stdout, text);
  } else {
    OutputFile file(options.file, OutputFile::Kind::New);
    file.write(text);
    file.close();
  }
  tell(notes);
}

}  // namespace lanefold
