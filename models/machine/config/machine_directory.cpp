// SPDX-License-Identifier: Apache-2.0
// Machines by name: the files of configs/machines.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/config/base_machine.h"
#include "machine/config/old_keys.h"

namespace lanefold {

namespace fs = std::filesystem;

namespace {

std::string machines_directory() { return data_directory("configs") + "/machines"; }

std::string read_text(const std::string& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw Error(ErrorKind::File, file + " is a directory; a machine is a TOML file");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw read_error("the machine file " + file, errno);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The comment on the second line, after the licence.
std::string description_in(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::getline(stream, line);
  return line.rfind("# ", 0) == 0 ? line.substr(2) : "";
}

bool is_file_name(const std::string& name) {
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".toml";
}

}  // namespace

std::vector<MachineInfo> list_machines() {
  std::vector<MachineInfo> machines;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(machines_directory(), ignored)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string file = entry.path().string();
    machines.push_back({entry.path().stem().string(), file, description_in(file)});
  }
  std::sort(machines.begin(), machines.end(),
            [](const MachineInfo& a, const MachineInfo& b) { return a.name < b.name; });
  return machines;
}

namespace {

/// Users are told of old names only: everything else in the file is as the project means it.
MachineConfig load_shipped(const std::string& file, std::vector<std::string>& keys) {
  std::vector<std::string> own;
  MachineConfig config = parse_machine(read_text(file), file, own);
  std::copy_if(own.begin(), own.end(), std::back_inserter(keys), is_old_key);
  return config;
}

}  // namespace

MachineConfig load_base(const std::string& name, const std::string& source,
                        const std::string& where) {
  constexpr unsigned kDeepest = 16;
  static thread_local unsigned depth = 0;
  struct Level {
    Level() { ++depth; }
    ~Level() { --depth; }
  };
  if (name == "bare") return {};
  const Level level;
  if (depth > kDeepest) {
    throw Error(ErrorKind::Configuration, where + ": the files start from one another");
  }
  const bool file = is_file_name(name);
  const fs::path place = fs::path(source).parent_path() / name;
  try {
    return load_machine(file ? place.lexically_normal().string() : name);
  } catch (const Error& error) {
    throw file ? error : Error(error.kind(), where + ": " + error.what());
  }
}

MachineConfig load_machine(const std::string& name_or_file) {
  std::vector<std::string> keys;
  return load_machine(name_or_file, keys);
}

MachineConfig load_machine(const std::string& name_or_file, std::vector<std::string>& keys) {
  if (is_file_name(name_or_file)) return parse_machine(read_text(name_or_file), name_or_file, keys);
  std::vector<std::string> names;
  for (const MachineInfo& machine : list_machines()) {
    if (machine.name == name_or_file) return load_shipped(machine.file, keys);
    names.push_back(machine.name);
  }
  throw Error(ErrorKind::Configuration,
              "there is no machine " + in_quotes(name_or_file) + suggestion(name_or_file, names));
}

}  // namespace lanefold
