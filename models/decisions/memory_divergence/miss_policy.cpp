// SPDX-License-Identifier: Apache-2.0
// The factory of miss policies.
#include "decisions/memory_divergence/miss_policy.h"

#include "base/policy_table.h"

namespace lanefold {

std::unique_ptr<MissPolicy> make_stall_on_use();
std::unique_ptr<MissPolicy> make_block_on_miss();
std::unique_ptr<MissPolicy> make_slip_on_miss();
std::unique_ptr<MissPolicy> make_divide_on_miss();

namespace {

constexpr ChoiceRow<OnMiss, std::unique_ptr<MissPolicy> (*)()> kPolicies[] = {
    {OnMiss::StallOnUse, make_stall_on_use},
    {OnMiss::Block, make_block_on_miss},
    {OnMiss::Slip, make_slip_on_miss},
    {OnMiss::Divide, make_divide_on_miss},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

std::unique_ptr<MissPolicy> make_miss_policy(OnMiss policy) { return row_of(kPolicies, policy)(); }

}  // namespace lanefold
