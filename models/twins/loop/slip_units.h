// SPDX-License-Identifier: Apache-2.0
// rtl/slip_unit.sv for each slot of a core, clocked with the machine: what happens to it in which
// cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/slip_unit_twin.h"

namespace lanefold {

/// The blocks of the model tell what happens, in the order in which it does; the RTL sees it in its
/// cycle, in which a lane can get one line, and one entry can leave the table: what is more follows
/// in the next cycles. While nothing is at work for a slot, its clock stands still.
class SlipUnits {
 public:
  /// For all slots, after a reset. `block` is of the core; the clock outlives it.
  SlipUnits(const sc_core::sc_object& block, const CoreConfig& config, const CoreClock& clock,
            const RtlWorld& world);

  /// Called with a cycle in which reach() is to be called.
  void wake_by(std::function<void(Cycle)> wake) { wake_ = std::move(wake); }
  /// Called behind an edge after which a slot has nothing left to do.
  void check_by(std::function<void(unsigned slot, const SlipUnitTwin::Outputs&)> check) {
    check_ = std::move(check);
  }

  /// The edges of all cycles before the present one. Whoever changes what check_by() compares with
  /// calls it before.
  void reach();

  /// A load sends a line. `load` is the model's number of its entry in the buffer.
  void send(unsigned slot, unsigned load, LaneMask lanes, bool first);
  /// A line comes, in this cycle or a later one.
  void receive(unsigned slot, unsigned load, LaneMask lanes, bool last, Cycle cycle);
  /// An entry of the table runs as a split of its own, also as the latest decision has it.
  void take(unsigned slot, unsigned index);
  void clear_table(unsigned slot);
  void clear_slip(unsigned slot);
  /// No load of any slot is on its way, and nothing is left to do.
  void reset();

  struct Offer {
    std::optional<unsigned> load;  ///< not all of its values have come
    std::uint64_t place = 0;
    LaneMask lanes;
    unsigned max = 0;
    bool elsewhere = false;
    std::optional<unsigned> ready_other;
  };
  /// A load in this cycle. Values count that are known to come. What the RTL says, if it takes it.
  std::optional<SlipUnitTwin::Outputs> offer(unsigned slot, const Offer& offer);

 private:
  using Inputs = SlipUnitTwin::Inputs;
  using LoadId = std::uint64_t;  ///< in the order in which they begin
  struct Sent {
    LoadId load;
    LaneMask lanes;
    bool first;
  };
  struct Coming {
    LoadId load;
    LaneMask lanes;
    bool last;
    Cycle cycle;
  };
  /// A number takes an entry out of the table.
  using TableOperation = std::optional<unsigned>;
  struct Slot {
    AskedTwin<SlipUnitTwin> twin;
    Inputs inputs{};       ///< of the present cycle
    bool offered = false;  ///< what comes now belongs to the next cycle
    bool yields = false;   ///< what is taken next is what the decision takes
    bool busy = false;
    bool clears_slip = false;
    std::deque<Sent> sent{};
    std::deque<Coming> coming{};
    std::deque<TableOperation> operations{};
    std::map<unsigned, LoadId> loads{};    ///< the latest one of each number of the model
    std::map<LoadId, unsigned> entries{};  ///< of the RTL
    std::vector<LoadId> ended{};           ///< in this cycle
    LoadId next = 0;

    bool at_work() const {
      return offered || busy || clears_slip || !sent.empty() || !coming.empty() ||
             !operations.empty();
    }
    /// Whether the RTL knows all lines of a load that were sent.
    bool knows(LoadId load) const {
      const auto same = [load](const Sent& line) { return line.load == load; };
      return entries.count(load) != 0 && std::none_of(sent.begin(), sent.end(), same);
    }
  };

  void wake();
  void fill(Slot& slot, std::optional<LoadId> hurried);
  void fill_sent(Slot& slot);
  void fill_coming(Slot& slot, std::optional<LoadId> hurried);
  void edge(unsigned number);

  const CoreClock& clock_;
  std::function<void(Cycle)> wake_;
  std::function<void(unsigned, const SlipUnitTwin::Outputs&)> check_;
  std::vector<Slot> slots_;
  Cycle cycle_ = 0;  ///< the one that is not over
};

}  // namespace lanefold
