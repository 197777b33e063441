// SPDX-License-Identifier: Apache-2.0
// The one place that knows every compaction policy.
#include "base/policy_table.h"
#include "lanefold/compactor.h"

namespace lanefold {

// Each is defined in the file of its policy.
std::unique_ptr<Compactor> make_none_compactor();
std::unique_ptr<Compactor> make_ivb_compactor();
std::unique_ptr<Compactor> make_bcc_compactor();
std::unique_ptr<Compactor> make_scc_compactor();
std::unique_ptr<Compactor> make_scc_fifo_compactor();

namespace {

constexpr ChoiceRow<CompactionPolicy, std::unique_ptr<Compactor> (*)()> kPolicies[] = {
    {CompactionPolicy::None, make_none_compactor},
    {CompactionPolicy::Ivb, make_ivb_compactor},
    {CompactionPolicy::Bcc, make_bcc_compactor},
    {CompactionPolicy::Scc, make_scc_compactor},
    {CompactionPolicy::SccFifo, make_scc_fifo_compactor},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

std::unique_ptr<Compactor> make_compactor(CompactionPolicy policy) {
  return row_of(kPolicies, policy)();
}

}  // namespace lanefold
