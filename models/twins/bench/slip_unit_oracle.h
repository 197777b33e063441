// SPDX-License-Identifier: Apache-2.0
// What rtl/slip_unit.sv is to do, by the decisions of the model: CoalescingEntry, LeftBehindTable,
// the policy `slip` and SlipCounters, a clock cycle at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "decisions/divergence/left_behind_table.h"
#include "decisions/divergence/slip_counters.h"
#include "decisions/load_store/coalescing_entry.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "lanefold/lane_mask.h"
#include "twins/verilated/slip_unit_twin.h"

namespace lanefold {

/// The table changes at once where the RTL takes two cycles for it, and is then busy.
class SlipUnitOracle {
 public:
  using Inputs = SlipUnitTwin::Inputs;
  struct Decision {
    LaneMask missing;
    LaneMask proceed;
    bool yield = false;
    LaneMask others;
  };

  /// Of so many entries of the table, and loads on their way.
  SlipUnitOracle(unsigned entries, unsigned loads);

  void reset();
  /// Whether the unit takes what it is offered, or asked.
  bool takes_entry(const Inputs& inputs) const { return !busy_ && !inputs.clear_table; }
  bool takes_load(const Inputs& inputs) const { return takes_entry(inputs) && !inputs.take; }
  bool busy() const { return busy_; }
  /// Of the load that is offered.
  Decision decide(const Inputs& inputs) const;
  /// The edge that ends the cycle.
  void clock(const Inputs& inputs);

  std::optional<unsigned> free_load() const;
  const std::vector<std::optional<CoalescingEntry>>& loads() const { return loads_; }
  const LeftBehindTable& table() const { return table_; }
  const SlipCounters& counters() const { return counters_; }

 private:
  /// Lanes that have all of their values with what comes; `loads` are as they are then.
  static LaneMask receive(const Inputs& inputs, std::vector<std::optional<CoalescingEntry>>& loads);
  void send(const Inputs& inputs, std::vector<std::optional<CoalescingEntry>>& loads) const;
  void carry_out(const Inputs& inputs, const Decision& decision);
  bool takes_two(const Inputs& inputs, const Decision& decision) const;

  const unsigned entries_;
  std::unique_ptr<MissPolicy> policy_ = make_miss_policy(OnMiss::Slip);
  std::vector<std::optional<CoalescingEntry>> loads_;  ///< by entry of the buffer
  LeftBehindTable table_;
  SlipCounters counters_;
  bool busy_ = false;
};

}  // namespace lanefold
