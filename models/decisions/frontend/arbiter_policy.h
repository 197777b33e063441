// SPDX-License-Identifier: Apache-2.0
// Which of the ready threads issues first (ISCA'13 section 2.2, stage 4).
#pragma once

#include <cstdint>
#include <memory>

#include "base/index_set.h"
#include "lanefold/core_choices.h"

namespace lanefold {

class ArbiterPolicy {
 public:
  virtual ~ArbiterPolicy() = default;
  /// One of `candidates`, which are not empty. `age[t]` is the fetch order of thread t's
  /// instruction, smaller is older; `turn` is the thread after the one that issued last.
  virtual unsigned choose(SlotSet candidates, const std::uint64_t* age, unsigned turn) const = 0;
};

std::unique_ptr<ArbiterPolicy> make_arbiter_policy(IssueOrder policy);

}  // namespace lanefold
