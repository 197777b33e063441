// SPDX-License-Identifier: Apache-2.0
// A profile as JSON.
#include <nlohmann/json.hpp>

#include "lanefold/profile_report.h"
#include "report/curves_json.h"
#include "report/machine_json.h"
#include "report/profile_groups.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

/// Counters that are not zero. Their names differ, so that none is looked for before it is added.
struct CounterWriter {
  Json::object_t& object;

  void counter(const char* name, std::uint64_t value, const char*, const char*,
               CounterKind = CounterKind::Sum) {
    if (value != 0) object.emplace_back(name, value);
  }
  template <class Array>
  void histogram(const char*, const Array&, const char*) {}
};

template <std::size_t kSize, class Name>
Json named_values(const std::array<std::uint64_t, kSize>& values, const Name& name) {
  Json::object_t object;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (values[i] != 0) object.emplace_back(name(i), values[i]);
  }
  return object;
}

Json ledger_json_of(const LaneLedger& ledger) {
  return named_values(ledger.slots,
                      [](std::size_t i) { return slot_cause_name(static_cast<SlotCause>(i)); });
}

Json places_json(const std::array<std::uint64_t, kMemoryPlaces>& places) {
  return named_values(places,
                      [](std::size_t i) { return memory_place_name(static_cast<MemoryPlace>(i)); });
}

/// What an instruction, and what several together, have.
void add_counts(Json& object, const InstructionCounts& counts, double picojoules,
                unsigned warp_width) {
  object["slots"] = counts.ledger.total();
  Json::object_t counters;
  counters.reserve(64);
  CounterWriter writer{counters};
  InstructionCounts::describe(counts, writer);
  object["counters"] = std::move(counters);
  object["active_lanes"] = std::vector<std::uint64_t>(counts.active_lanes.begin(),
                                                      counts.active_lanes.begin() + warp_width + 1);
  object["mean_active_lanes"] = mean_active_lanes(counts);
  object["ledger"] = ledger_json_of(counts.ledger);
  object["memory_wait"] = places_json(counts.memory_wait);
  if (counts.memory_instructions != 0) object["lines_per_access"] = lines_per_access(counts);
  if (counts.line_hits + counts.line_misses != 0) {
    object["line_hit_part"] = line_hit_part(counts);
    object["mean_line_cycles"] = mean_line_cycles(counts);
    object["level_lines"] = places_json(counts.level_lines);
  }
  if (counts.load_results != 0) object["mean_load_cycles"] = mean_load_cycles(counts);
  if (picojoules != 0) object["energy_pj"] = picojoules;
}

Json stack_json(const std::vector<SourceFrame>& stack) {
  Json frames = Json::array();
  for (const SourceFrame& frame : stack) {
    Json one{{"function", frame.function}};
    if (frame.line.known()) {
      one["file"] = without_folder(frame.line.file);
      one["line"] = frame.line.number;
    }
    frames.push_back(std::move(one));
  }
  return frames;
}

Json instruction_json(const ProfiledInstruction& one, unsigned warp_width) {
  Json object{{"pc", one.pc}, {"text", one.text}, {"kind", one.kind}};
  object["stack"] = stack_json(one.stack);
  add_counts(object, one.counts, one.picojoules, warp_width);
  return object;
}

Json pcs_of(const ProfileGroup& group) {
  Json pcs = Json::array();
  for (const ProfiledInstruction* one : group.instructions) pcs.push_back(one->pc);
  return pcs;
}

Json line_json(const ProfileGroup& group, const std::map<std::string, std::string>& sources,
               unsigned warp_width) {
  Json object;
  if (group.line.known()) {
    object["file"] = without_folder(group.line.file);
    object["line"] = group.line.number;
    object["text"] = text_at(sources, group.line);
  } else {
    object["function"] = group.function;
  }
  object["pcs"] = pcs_of(group);
  add_counts(object, group.counts, group.picojoules, warp_width);
  return object;
}

Json function_json(const ProfileGroup& group, unsigned warp_width) {
  Json object{{"function", group.function}, {"inclusive_slots", group.inclusive_slots}};
  object["pcs"] = pcs_of(group);
  add_counts(object, group.counts, group.picojoules, warp_width);
  return object;
}

Json kernel_json_of(const KernelProfile& kernel, unsigned warp_width,
                    const std::map<std::string, std::string>& sources) {
  Json object{{"kernel", kernel.kernel},     {"program", without_folder(kernel.program)},
              {"launches", kernel.launches}, {"cycles", kernel.total.cycles},
              {"slots", slots_of(kernel)},   {"has_lines", kernel.has_lines()}};
  if (kernel.total.partial) object["partial"] = true;
  object["no_instruction"] = ledger_json_of(kernel.no_instruction);
  Json& total = object["total"] = Json::object();
  InstructionCounts sum;
  double picojoules = 0;
  for (const ProfiledInstruction& one : kernel.instructions) {
    sum.add(one.counts);
    picojoules += one.picojoules;
  }
  add_counts(total, sum, picojoules, warp_width);
  Json& lines = object["lines"] = Json::array();
  for (const ProfileGroup& group : groups_by_line(kernel)) {
    lines.push_back(line_json(group, sources, warp_width));
  }
  Json& functions = object["functions"] = Json::array();
  for (const ProfileGroup& group : groups_by_function(kernel)) {
    functions.push_back(function_json(group, warp_width));
  }
  Json& instructions = object["instructions"] = Json::array();
  for (const ProfiledInstruction& one : kernel.instructions) {
    instructions.push_back(instruction_json(one, warp_width));
  }
  return object;
}

Json run_json(const ProfiledRun& run, const std::map<std::string, std::string>& sources) {
  Json object{{"label", run.label}, {"machine", machine_json(run.machine)}};
  Json& kernels = object["kernels"] = Json::array();
  for (const KernelProfile& kernel : run.kernels) {
    kernels.push_back(kernel_json_of(kernel, run.machine.core.warp_width, sources));
  }
  object["curves"] = curves_json(run.curves);
  return object;
}

}  // namespace

std::string profile_json(const ProfileRecord& record) {
  Json root;
  root["schema"] = kProfileSchema;
  root["program"] = record.program;
  if (!record.size.empty()) root["size"] = record.size;
  root["seed"] = record.seed;
  if (!record.parameters.empty()) root["parameters"] = record.parameters;
  Json& sources = root["sources"] = Json::object();
  for (const auto& [file, text] : record.sources) sources[without_folder(file)] = text;
  Json& runs = root["runs"] = Json::array();
  for (const ProfiledRun& run : record.runs) runs.push_back(run_json(run, record.sources));
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
