// SPDX-License-Identifier: Apache-2.0
// When slices divide at loads.
#include "decisions/warp_slices/division_rule.h"

#include "base/policy_table.h"

namespace lanefold {
namespace {

constexpr ChoiceRow<LoadDivision, DivisionRule> kRules[] = {
    {LoadDivision::Eager, {true, true}},
    {LoadDivision::Lazy, {false, false}},
    {LoadDivision::Revive, {false, true}},
};
static_assert(has_each_choice(kRules));

}  // namespace

DivisionRule division_rule(LoadDivision division) { return row_of(kRules, division); }

}  // namespace lanefold
