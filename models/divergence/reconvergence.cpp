// SPDX-License-Identifier: Apache-2.0
// The factory of reconvergence policies, and what they share.
#include "divergence/reconvergence.h"

#include <algorithm>

#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<Reconvergence> make_wto_reconvergence();
std::unique_ptr<Reconvergence> make_ipdom_reconvergence();

namespace {

struct Policy {
  const char* name;
  std::unique_ptr<Reconvergence> (*make)();
};
constexpr Policy kPolicies[] = {
    {"wto", make_wto_reconvergence},
    {"ipdom", make_ipdom_reconvergence},
};

}  // namespace

const std::vector<std::string>& reconvergence_policy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Policy& policy : kPolicies) result.emplace_back(policy.name);
    return result;
  }();
  return names;
}

std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy) {
  for (const Policy& candidate : kPolicies) {
    if (policy == candidate.name) return candidate.make();
  }
  throw Error(ErrorKind::Configuration,
              "reconvergence policy '" + policy + "' is unknown; valid: wto, ipdom");
}

void Reconvergence::start(std::uint32_t pc, std::uint32_t rank, LaneMask mask) {
  splits_.clear();
  splits_.push_back({pc, rank, 0, mask, kFunctionEnd, 0});
}

LaneMask Reconvergence::live() const {
  LaneMask all;
  for (const Split& split : splits_) all |= split.mask;
  return all;
}

}  // namespace lanefold
