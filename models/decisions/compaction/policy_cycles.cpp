// SPDX-License-Identifier: Apache-2.0
// Asks every policy that has a counter.
#include "lanefold/policy_cycles.h"

#include <algorithm>
#include <memory>

#include "lanefold/compactor.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// The counted policies' decisions beside what is told of them.
struct Counted {
  std::vector<CountedPolicy> policies;
  std::vector<std::unique_ptr<Compactor>> compactors;
};

Counted find_counted() {
  Counted counted;
  for (const CompactionPolicy policy : all_of<CompactionPolicy>()) {
    std::unique_ptr<Compactor> compactor = make_compactor(policy);
    const char* help = compactor->counter_help();
    if (help == nullptr) continue;
    counted.policies.push_back({policy, std::string("eu_cycles_") + name_of(policy), help});
    counted.compactors.push_back(std::move(compactor));
  }
  return counted;
}

const Counted& counted() {
  static const Counted kCounted = find_counted();
  return kCounted;
}

}  // namespace

const std::vector<CountedPolicy>& counted_policies() { return counted().policies; }

MaskCosts::MaskCosts(const QuadGeometry& geometry)
    : geometry_(geometry),
      policies_(counted_policies().size()),
      masks_(std::size_t{1} << kSlotBits),
      cycles_(masks_.size() * policies_) {}

void MaskCosts::evaluate_policies(LaneMask mask, std::size_t slot) {
  masks_[slot] = mask;
  std::uint32_t* cycles = &cycles_[slot * policies_];
  for (const auto& compactor : counted().compactors) {
    *cycles++ = compactor->cycles(mask, geometry_);
  }
}

std::uint64_t PolicyCycles::operator[](CompactionPolicy policy) const {
  const auto& policies = counted_policies();
  for (std::size_t i = 0; i < policies.size(); ++i) {
    if (policies[i].policy == policy) return cycles[i];
  }
  throw Error(ErrorKind::Internal, std::string("the cycles of compaction policy '") +
                                       name_of(policy) + "' are not counted");
}

std::uint64_t PolicyCycles::least() const {
  return *std::min_element(cycles.begin(), cycles.end());
}

}  // namespace lanefold
