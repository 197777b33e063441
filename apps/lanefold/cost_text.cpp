// SPDX-License-Identifier: Apache-2.0
// What `lanefold cost` prints as tables.
#include <array>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "cost_report.h"
#include "tools/cost/register_file_area.h"

namespace lanefold {
namespace {

std::string fields_text(const StorageStructure& structure) {
  std::vector<std::string> parts;
  for (const StorageField& field : structure.fields) {
    parts.push_back(field.name + " " + std::to_string(field.bits));
  }
  return join(parts, ", ");
}

std::string whole(double area) {
  return with_thousands(static_cast<unsigned long long>(std::llround(area)));
}

/// A share that can be small, with two decimals: "0.04%".
std::string hundredths(double ratio) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f%%", 100 * ratio);
  return text.data();
}

std::string um2_at(unsigned node) { return "um2 at " + std::to_string(node) + " nm"; }

std::string ports_text(const ArrayShape& shape) {
  std::vector<std::string> parts;
  if (shape.read_write_ports > 0) parts.push_back(std::to_string(shape.read_write_ports) + " rw");
  if (shape.read_ports > 0) parts.push_back(std::to_string(shape.read_ports) + " r");
  if (shape.write_ports > 0) parts.push_back(std::to_string(shape.write_ports) + " w");
  return join(parts, " ");
}

std::string core_text(const CostReport& report) {
  const std::vector<CorePart> parts = core_parts(report.config, report.node);
  TextTable table({"a core of " + report.config.name, "how many", um2_at(report.node) + ", each",
                   "together", "source"});
  for (const CorePart& part : parts) {
    table.row({part.name, std::to_string(part.count), whole(part.area),
               whole(part.count * part.area), part.source});
  }
  table.gap();
  table.row({"core", "", "", whole(area_of(parts)), "their sum"});
  table.row({"core by the units of a die photo", "", "", whole(report.core_of_table2()),
             "inferred from SC'09 table 2"});
  return table.text();
}

std::string arrays_text(const CostReport& report) {
  TextTable table({"arrays of " + report.config.name, "rows", "bits", "banks", "ports", "cells",
                   "decoders", "drivers", "bit lines", um2_at(report.node), "of each core"});
  for (const MachineArray& one : arrays_of(report.config)) {
    const ArrayArea area = area_of_array(one.shape);
    const double total = area.total();
    table.row({one.name, with_thousands(one.shape.rows), with_thousands(one.shape.bits),
               with_thousands(one.shape.banks), ports_text(one.shape), percent(area.cells / total),
               percent(area.decoders / total), percent(area.word_line_drivers / total),
               percent(area.bit_lines / total), whole(report.area(one.shape)),
               one.of_core ? "yes" : "no"});
  }
  return table.text();
}

std::string shares_text(const CostReport& report) {
  const double core = area_of(core_parts(report.config, report.node));
  TextTable table({"mechanisms", um2_at(report.node), "of the core", "of that of a die photo"});
  for (const MechanismCost& one : mechanisms_of(report)) {
    table.row({one.name, whole(one.area), hundredths(one.area / core),
               hundredths(one.area / report.core_of_table2())});
  }
  return table.text();
}

}  // namespace

std::string storage_text(const CostReport& report) {
  TextTable table({"storage of a core of " + report.config.name, "entries", "bits each", "bytes",
                   um2_at(report.node), "here", "source"});
  for (const MechanismCost& mechanism : mechanisms_of(report)) {
    if (mechanism.name != report.structures.front().mechanism) table.gap();
    table.row({mechanism.name + " (" + mechanism.setting + ")", "", "",
               with_thousands(mechanism.bytes), whole(mechanism.area), "", ""});
    for (const StorageStructure& one : report.structures) {
      if (one.mechanism != mechanism.name) continue;
      table.row({"  " + one.name + ": " + fields_text(one), with_thousands(one.entries),
                 with_thousands(one.entry_bits()), with_thousands(one.bytes()),
                 whole(report.area(one)), one.present ? "yes" : "no", one.source});
    }
  }
  return table.text();
}

std::string area_text(const CostReport& report) {
  return core_text(report) + "\n" + arrays_text(report) + "\n" + shares_text(report);
}

std::string register_file_text(const CostReport& report) {
  const auto variants = register_file_variants(report.config.core);
  TextTable table({"register files of " + report.config.name, "value",
                   "baseline, " + um2_at(report.node), "bcc", "interwarp", "scc"});
  std::string assumption;
  for (const RegisterFileVariant& one : variants) {
    std::vector<std::string> cells{one.assumption == assumption ? "" : one.assumption, one.value,
                                   whole(um2_of(one.baseline, report.node))};
    for (const double overhead : one.overheads) {
      cells.push_back((overhead > 0 ? "+" : "") + percent(overhead));
    }
    table.row(cells);
    assumption = one.assumption;
  }
  std::string text = table.text() + "\n";
  for (std::size_t file = 0; file < kComparedFiles.size(); ++file) {
    const DecidingAssumption deciding = deciding_assumption(variants, file);
    text += std::string(name_of(kComparedFiles[file])) + ": decided by " + deciding.assumption +
            ", " + percent(deciding.least) + " to " + percent(deciding.most) + "\n";
  }
  return text;
}

}  // namespace lanefold
