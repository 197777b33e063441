// SPDX-License-Identifier: Apache-2.0
// The factory of replacement policies.
#include "base/policy_table.h"
#include "decisions/cache/replacement_policies.h"

namespace lanefold {
namespace {

constexpr ChoiceRow<ReplacementPolicy, std::unique_ptr<Replacement> (*)()> kPolicies[] = {
    {ReplacementPolicy::Lru, make_lru_replacement},
    {ReplacementPolicy::Random, make_random_replacement},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

std::unique_ptr<Replacement> make_replacement(ReplacementPolicy policy) {
  return row_of(kPolicies, policy)();
}

}  // namespace lanefold
