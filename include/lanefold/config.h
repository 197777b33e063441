// SPDX-License-Identifier: Apache-2.0
// Machines from TOML files and from settings on the command line.
//
// Every function throws Error(Configuration), or Error(File) for a file that cannot be read, with
// one sentence that names file, line and key, what would be valid, and the nearest valid name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

/// A parameter as `lanefold list parameters` shows it.
struct ParameterInfo {
  std::string key;            ///< as in `--set key=value`, for instance "core.warp_width"
  std::string default_value;  ///< in TOML
  std::string valid;          ///< "1 to 64", "none, ivb, bcc, scc", "true or false", "text"
  std::string help;
  std::string needs;  ///< of other parameters, to mean something: "core.on_miss=slip"; or empty
};

/// Why a parameter means nothing on a machine.
struct UnmetCondition {
  std::string state;   ///< "core.on_miss is block"
  std::string needed;  ///< "core.on_miss=slip"
};

/// A machine that has a file in configs/machines.
struct MachineInfo {
  std::string name;
  std::string file;
  std::string description;  ///< the file's second comment line
};

/// The machine in a file (anything with a slash or ending in .toml), or the named one of
/// configs/machines. The result is valid.
MachineConfig load_machine(const std::string& name_or_file);
/// Like the overload without `keys`; adds the parameters that a file gives to `keys`, and of
/// configs/machines only those with old names.
MachineConfig load_machine(const std::string& name_or_file, std::vector<std::string>& keys);

/// The machine in a TOML text; `source` names it in messages. Parameters that the text leaves out
/// are those of the machine that it starts from: base = "NAME", "FILE.toml" (from the folder of
/// `source`), or "bare", which has cores and a DRAM only. A text without a base must give all. The
/// name is the file's unless the text says otherwise. Parameters of a block that the machine does
/// not have are refused unless the text itself switches the block off. The result is valid.
MachineConfig parse_machine(std::string_view toml, const std::string& source);
/// Like the overload without `keys`; adds the parameters that the text gives to `keys`, by the
/// names that it gives them. A parameter under an old name and the current one is refused.
MachineConfig parse_machine(std::string_view toml, const std::string& source,
                            std::vector<std::string>& keys);

/// Applies "key=value"; the key may be an old name. Rules between parameters are not checked until
/// `validate`, nor whether the key means something on the machine until `check_settings`, so that
/// several settings may be changed one after the other.
void apply_setting(MachineConfig& config, const std::string& setting);

/// What users are told of parameters that they gave and that mean nothing on any of the machines:
/// a sentence for each condition that does not hold; and of old names of parameters, each once.
/// Settings that give a parameter under its old name and the current one are refused. `settings`
/// have been applied to all machines; `file_keys` are given by a file, which may say itself that a
/// condition does not hold. A setting of a block that no machine has is refused, unless another
/// setting switches the block.
std::vector<std::string> check_settings(const std::vector<MachineConfig>& machines,
                                        const std::vector<std::string>& settings,
                                        const std::vector<std::string>& file_keys = {});

/// Of what check_settings says: a note for each old name of a parameter.
std::vector<std::string> old_name_notes(const std::vector<std::string>& settings,
                                        const std::vector<std::string>& file_keys = {});

/// The first condition of a parameter that does not hold; nothing if it means something.
std::optional<UnmetCondition> unmet_condition(const MachineConfig& config, const std::string& key);

/// Refuses machines whose parameters are in range but do not fit together.
void validate(const MachineConfig& config, const std::string& source = "machine");

/// TOML text with a comment for each parameter; loads back to the same machine.
std::string print_config(const MachineConfig& config);
/// TOML text that starts from the machine `base` and gives the parameters `keys` of `config`; all
/// others stand there as comments. Loads back to `config` if it differs from the base in these.
std::string print_changes(const MachineConfig& config, const std::string& base,
                          const std::vector<std::string>& keys);

/// All parameters, in the order of their description.
std::vector<ParameterInfo> list_parameters();

/// A parameter's value as text, without quotes.
std::string setting_value(const MachineConfig& config, const std::string& key);

/// All machines with a file in configs/machines, by name.
std::vector<MachineInfo> list_machines();

/// A directory of the project's data, "configs" or "workloads". Looks at the environment variable
/// (LANEFOLD_CONFIG_DIR, LANEFOLD_WORKLOADS_DIR), then in ../share/lanefold beside the program or
/// the shared library, then in the source tree that the program was built from.
std::string data_directory(const std::string& name);

}  // namespace lanefold
