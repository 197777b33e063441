// SPDX-License-Identifier: Apache-2.0
// What `lanefold cost` prints as JSON.
#include <nlohmann/json.hpp>

#include "cost_report.h"
#include "tools/cost/register_file_area.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNand2Transistors = 4;

Json structures_json(const CostReport& report) {
  Json structures = Json::array();
  for (const StorageStructure& one : report.structures) {
    Json fields = Json::array();
    for (const StorageField& field : one.fields) {
      fields.push_back({{"name", field.name}, {"bits", field.bits}});
    }
    structures.push_back({{"mechanism", one.mechanism},
                          {"setting", one.setting},
                          {"present", one.present},
                          {"name", one.name},
                          {"fields", fields},
                          {"entries", one.entries},
                          {"bits_of_entry", one.entry_bits()},
                          {"bytes", one.bytes()},
                          {"area_um2", report.area(one)},
                          {"source", one.source}});
  }
  return structures;
}

Json arrays_json(const CostReport& report) {
  Json arrays = Json::array();
  for (const MachineArray& one : arrays_of(report.config)) {
    const ArrayArea area = area_of_array(one.shape);
    const auto um2 = [&](double f2) { return um2_of(f2, report.node); };
    arrays.push_back({{"name", one.name},
                      {"of_core", one.of_core},
                      {"rows", one.shape.rows},
                      {"bits", one.shape.bits},
                      {"banks", one.shape.banks},
                      {"read_write_ports", one.shape.read_write_ports},
                      {"read_ports", one.shape.read_ports},
                      {"write_ports", one.shape.write_ports},
                      {"cells_um2", um2(area.cells)},
                      {"decoders_um2", um2(area.decoders)},
                      {"word_line_drivers_um2", um2(area.word_line_drivers)},
                      {"bit_lines_um2", um2(area.bit_lines)},
                      {"routing_um2", um2(area.routing)},
                      {"latches_um2", um2(area.latches)},
                      {"area_um2", um2(area.total())}});
  }
  return arrays;
}

Json core_json(const CostReport& report) {
  const std::vector<CorePart> parts = core_parts(report.config, report.node);
  Json core;
  core["parts"] = Json::array();
  for (const CorePart& part : parts) {
    core["parts"].push_back({{"name", part.name},
                             {"count", part.count},
                             {"area_um2", part.area},
                             {"source", part.source}});
  }
  core["area_um2"] = area_of(parts);
  core["area_by_die_photo_um2"] = report.core_of_table2();
  return core;
}

}  // namespace

std::string cost_json(const CostReport& report) {
  Json root;
  root["schema"] = "lanefold.cost/2";
  root["machine"] = report.config.name;
  root["pc_bits"] = report.pc_bits;
  root["node_nm"] = report.node;
  root["nand2_um2"] = um2_of(kNand2Transistors * ArrayConstants{}.transistor, report.node);
  root["switching"] = {{"supply_volts", supply_volts(report.node)},
                       {"of_45_nm", switching_at(report.node)},
                       {"of_180_nm", switching_from_180nm(report.node)},
                       {"leakage_of_45_nm", leakage_at(report.node)}};
  root["structures"] = structures_json(report);
  root["arrays"] = arrays_json(report);
  root["core"] = core_json(report);
  return root.dump(1) + "\n";
}

std::string register_file_json(const CostReport& report) {
  const auto variants = register_file_variants(report.config.core);
  Json root;
  root["schema"] = "lanefold.register-files/1";
  root["machine"] = report.config.name;
  root["node_nm"] = report.node;
  root["variants"] = Json::array();
  for (const RegisterFileVariant& one : variants) {
    Json variant{{"assumption", one.assumption},
                 {"value", one.value},
                 {"usual", one.usual},
                 {"baseline_um2", um2_of(one.baseline, report.node)}};
    for (std::size_t file = 0; file < kComparedFiles.size(); ++file) {
      variant["overheads"][name_of(kComparedFiles[file])] = one.overheads[file];
    }
    root["variants"].push_back(variant);
  }
  for (std::size_t file = 0; file < kComparedFiles.size(); ++file) {
    const DecidingAssumption deciding = deciding_assumption(variants, file);
    root["deciding"][name_of(kComparedFiles[file])] = {
        {"assumption", deciding.assumption}, {"least", deciding.least}, {"most", deciding.most}};
  }
  return root.dump(1) + "\n";
}

}  // namespace lanefold
