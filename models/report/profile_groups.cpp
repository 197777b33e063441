// SPDX-License-Identifier: Apache-2.0
// The instructions of a profile, added up.
#include "report/profile_groups.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lanefold {
namespace {

std::string function_of(const ProfiledInstruction& instruction) {
  if (instruction.stack.empty() || instruction.stack.front().function.empty()) return kNoFunction;
  return instruction.stack.front().function;
}

SourceLine line_of(const ProfiledInstruction& instruction) {
  const bool known = !instruction.stack.empty() && instruction.stack.front().line.known();
  return known ? instruction.stack.front().line : SourceLine{};
}

void add(ProfileGroup& group, const ProfiledInstruction& instruction) {
  group.counts.add(instruction.counts);
  group.picojoules += instruction.picojoules;
  group.instructions.push_back(&instruction);
}

/// What comes first in the program comes first among equals.
std::vector<ProfileGroup> sorted(std::vector<ProfileGroup> groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const ProfileGroup& a, const ProfileGroup& b) {
    return a.slots() > b.slots();
  });
  return groups;
}

template <class Key>
std::vector<ProfileGroup> values(std::map<Key, ProfileGroup>& groups) {
  std::vector<ProfileGroup> list;
  list.reserve(groups.size());
  for (auto& [key, group] : groups) list.push_back(std::move(group));
  return sorted(std::move(list));
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<ProfileGroup> groups_by_line(const KernelProfile& kernel) {
  std::map<std::pair<SourceLine, std::string>, ProfileGroup> groups;
  for (const ProfiledInstruction& instruction : kernel.instructions) {
    const SourceLine line = line_of(instruction);
    const std::string function = line.known() ? "" : function_of(instruction);
    ProfileGroup& group = groups[{line, function}];
    group.line = line;
    group.function = function;
    add(group, instruction);
  }
  std::vector<ProfileGroup> list = values(groups);
  for (ProfileGroup& group : list) group.inclusive_slots = group.slots();
  return list;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> lines_around(const KernelProfile& kernel,
                                                                    const ProfileGroup& group) {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> around;
  std::uint64_t most = 0;
  std::uint64_t slots = 0;
  std::uint32_t before = 0;  // the latest line; 0 without one
  for (const ProfiledInstruction& instruction : kernel.instructions) {
    if (function_of(instruction) != group.function) continue;
    const std::uint32_t line = line_of(instruction).number;
    if (line == 0) slots += instruction.counts.ledger.total();
    if (line == 0 || line == before) continue;  // a loop's test may be on both sides of its body
    if (slots > most) {
      most = slots;
      around = std::minmax(before, line);
    }
    slots = 0;
    before = line;
  }
  return slots > most ? std::nullopt : around;
}

/// A function counts once for an instruction, however often it is in its stack.
std::vector<ProfileGroup> groups_by_function(const KernelProfile& kernel) {
  std::map<std::string, ProfileGroup> groups;
  for (const ProfiledInstruction& instruction : kernel.instructions) {
    const std::string innermost = function_of(instruction);
    add(groups[innermost], instruction);
    std::set<std::string> all{innermost};
    for (const SourceFrame& frame : instruction.stack) {
      if (!frame.function.empty()) all.insert(frame.function);
    }
    for (const std::string& name : all) {
      groups[name].function = name;
      groups[name].inclusive_slots += instruction.counts.ledger.total();
    }
  }
  return values(groups);
}

std::vector<ProfileGroup> groups_by_instruction(const KernelProfile& kernel) {
  std::vector<ProfileGroup> groups;
  for (const ProfiledInstruction& instruction : kernel.instructions) {
    ProfileGroup& group = groups.emplace_back();
    group.line = line_of(instruction);
    group.function = function_of(instruction);
    add(group, instruction);
    group.inclusive_slots = group.slots();
  }
  return sorted(std::move(groups));
}

std::uint64_t slots_of(const KernelProfile& kernel) {
  std::uint64_t slots = kernel.no_instruction.total();
  for (const ProfiledInstruction& one : kernel.instructions) slots += one.counts.ledger.total();
  return slots;
}

std::string without_folder(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

std::string text_of_line(const SourceLine& line) {
  return line.known() ? without_folder(line.file) + ":" + std::to_string(line.number) : "";
}

std::string text_at(const std::map<std::string, std::string>& sources, const SourceLine& line) {
  const auto source = sources.find(line.file);
  if (!line.known() || source == sources.end()) return {};
  const std::string& text = source->second;
  std::size_t begin = 0;
  for (std::uint32_t number = 1; number < line.number; ++number) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  const std::string whole = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t first = whole.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return whole.substr(first, whole.find_last_not_of(" \t\r") + 1 - first);
}

double mean_active_lanes(const InstructionCounts& counts) {
  return ratio(counts.lane_instructions, counts.warp_instructions);
}
double lines_per_access(const InstructionCounts& counts) {
  return ratio(counts.memory_lines, counts.memory_instructions);
}
double line_hit_part(const InstructionCounts& counts) {
  return ratio(counts.line_hits, counts.line_hits + counts.line_misses);
}
double mean_line_cycles(const InstructionCounts& counts) {
  return ratio(counts.line_cycles, counts.line_hits + counts.line_misses);
}
double mean_load_cycles(const InstructionCounts& counts) {
  return ratio(counts.load_cycles, counts.load_results);
}

}  // namespace lanefold
