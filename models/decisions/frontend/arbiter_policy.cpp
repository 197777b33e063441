// SPDX-License-Identifier: Apache-2.0
// The factory of arbiter policies.
#include "decisions/frontend/arbiter_policy.h"

#include "base/policy_table.h"

namespace lanefold {

std::unique_ptr<ArbiterPolicy> make_rotating_arbiter();
std::unique_ptr<ArbiterPolicy> make_age_arbiter();

namespace {

constexpr ChoiceRow<IssueOrder, std::unique_ptr<ArbiterPolicy> (*)()> kPolicies[] = {
    {IssueOrder::Rotating, make_rotating_arbiter},
    {IssueOrder::Age, make_age_arbiter},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

std::unique_ptr<ArbiterPolicy> make_arbiter_policy(IssueOrder policy) {
  return row_of(kPolicies, policy)();
}

}  // namespace lanefold
