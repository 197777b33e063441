// SPDX-License-Identifier: Apache-2.0
// Names and sentences of the rules.
#include "analysis/uniformity/divergence_rule.h"

#include <array>

namespace lanefold {
namespace {

struct RuleText {
  const char* name;
  const char* sentence;
};
constexpr std::array<RuleText, kDivergenceRules> kRules = {{
    {"work_item", "the work-item's identity"},
    {"load", "lanes load from addresses of their own"},
    {"rewritten", "lanes load at different times"},
    {"private_element", "an element of private memory by an unknown index"},
    {"private_reference", "private memory by an address that was passed"},
    {"private_behind_store", "private memory behind a store that may reach it"},
    {"private_realigned", "the frame of a stack pointer that was rounded"},
    {"private_narrow", "private memory that is accessed in different ways"},
    {"atomic", "each lane gets what the one before has left"},
    {"snoop", "a snoop hits in some lanes"},
    {"float_state", "each lane rounds as it pleases"},
    {"nonlinear", "the stride between lanes is lost"},
    {"operand", "made of a divergent value"},
    {"join", "values meet of lanes that took different ways"},
    {"loop_exit", "lanes left the loop in different iterations"},
    {"out_of_step", "values meet of lanes that are not in step"},
    {"branch", "lanes decide by values of their own"},
    {"call", "passed to a function, or returned by one"},
    {"unknown", "a jump has targets that are not known"},
}};

}  // namespace

const char* name_of(DivergenceRule rule) { return kRules[static_cast<std::size_t>(rule)].name; }
const char* describe(DivergenceRule rule) {
  return kRules[static_cast<std::size_t>(rule)].sentence;
}

}  // namespace lanefold
