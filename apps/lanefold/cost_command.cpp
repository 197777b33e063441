// SPDX-License-Identifier: Apache-2.0
// `lanefold cost`: what the mechanisms must store in a core.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "common/text.h"
#include "cost/storage.h"
#include "simulation.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

std::string fields_text(const StorageStructure& structure) {
  std::vector<std::string> parts;
  for (const StorageField& field : structure.fields) {
    parts.push_back(field.name + " " + std::to_string(field.bits));
  }
  return join(parts, ", ");
}

/// Of all structures of a mechanism.
std::uint64_t bytes_of(const std::vector<StorageStructure>& all, const std::string& mechanism) {
  std::uint64_t sum = 0;
  for (const StorageStructure& one : all) sum += one.mechanism == mechanism ? one.bytes() : 0;
  return sum;
}

std::string cost_text(const MachineConfig& config, const std::vector<StorageStructure>& all) {
  TextTable table(
      {"storage of a core of " + config.name, "entries", "bits each", "bytes", "here", "source"});
  std::string mechanism;
  for (const StorageStructure& one : all) {
    if (one.mechanism != mechanism) {
      if (!mechanism.empty()) table.gap();
      mechanism = one.mechanism;
      table.row({mechanism + " (" + one.setting + ")", "", "",
                 with_thousands(bytes_of(all, mechanism)), "", ""});
    }
    table.row({"  " + one.name + ": " + fields_text(one), with_thousands(one.entries),
               with_thousands(one.entry_bits()), with_thousands(one.bytes()),
               one.present ? "yes" : "no", one.source});
  }
  return table.text();
}

std::string cost_json(const MachineConfig& config, unsigned pc_bits,
                      const std::vector<StorageStructure>& all) {
  Json root;
  root["schema"] = "lanefold.cost/1";
  root["machine"] = config.name;
  root["pc_bits"] = pc_bits;
  root["structures"] = Json::array();
  for (const StorageStructure& one : all) {
    Json fields = Json::array();
    for (const StorageField& field : one.fields) {
      fields.push_back({{"name", field.name}, {"bits", field.bits}});
    }
    root["structures"].push_back({{"mechanism", one.mechanism},
                                  {"setting", one.setting},
                                  {"present", one.present},
                                  {"name", one.name},
                                  {"fields", fields},
                                  {"entries", one.entries},
                                  {"bits_of_entry", one.entry_bits()},
                                  {"bytes", one.bytes()},
                                  {"source", one.source}});
  }
  return root.dump(1) + "\n";
}

}  // namespace

void cost_command(const CostOptions& options) {
  const MachineConfig config = machine_of(options.machine);
  const std::vector<StorageStructure> all = storage_of(config, options.pc_bits);
  const std::string text =
      options.json ? cost_json(config, options.pc_bits, all) : cost_text(config, all);
  std::fputs(text.c_str(), stdout);
}

}  // namespace lanefold
