// SPDX-License-Identifier: Apache-2.0
// The instructions of a profile by line and by function.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/profile.h"

namespace lanefold {

/// Instructions added up that have something in common.
struct ProfileGroup {
  SourceLine line;       ///< not known for instructions without one
  std::string function;  ///< of a group by function, or of instructions without a line
  InstructionCounts counts;
  double picojoules = 0;
  std::uint64_t inclusive_slots = 0;  ///< with those of functions that were inlined into it
  std::vector<const ProfiledInstruction*> instructions;

  std::uint64_t slots() const { return counts.ledger.total(); }
};

/// By the line of the innermost function, the one with the most lane-slots first. Instructions
/// without a line are together by function.
std::vector<ProfileGroup> groups_by_line(const KernelProfile& kernel);
/// Lines of the function, the first and the last one, between which most slots of a group without a
/// line are: those of the instructions around them; 0 for the begin of the function. Nothing if no
/// instruction behind them has one.
std::optional<std::pair<std::uint32_t, std::uint32_t>> lines_around(const KernelProfile& kernel,
                                                                    const ProfileGroup& group);
/// By the innermost function, the one with the most lane-slots first.
std::vector<ProfileGroup> groups_by_function(const KernelProfile& kernel);
/// One for each instruction, the one with the most lane-slots first.
std::vector<ProfileGroup> groups_by_instruction(const KernelProfile& kernel);

/// Name of a function that has none.
constexpr const char* kNoFunction = "(no function)";

/// Lane-slots of all instructions and of none.
std::uint64_t slots_of(const KernelProfile& kernel);

/// The name without its folders.
std::string without_folder(const std::string& file);
/// "file.cl:12", or empty.
std::string text_of_line(const SourceLine& line);

/// Line `line` of one of the sources, without the spaces around it; empty if it is not known.
std::string text_at(const std::map<std::string, std::string>& sources, const SourceLine& line);

// Ratios of counts; 0 where there is nothing to divide by.
double mean_active_lanes(const InstructionCounts& counts);
double lines_per_access(const InstructionCounts& counts);
double line_hit_part(const InstructionCounts& counts);
double mean_line_cycles(const InstructionCounts& counts);
double mean_load_cycles(const InstructionCounts& counts);

}  // namespace lanefold
