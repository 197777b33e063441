// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss with rtl/slip_unit.sv inside, which decides in the machine's time who goes on at
// a load, and when.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/load_store/miss_completion_buffer.h"
#include "blocks/memory_divergence/memory_divergence.h"
#include "blocks/memory_divergence/memory_divergence_table.h"
#include "blocks/memory_divergence/slip_controller.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/loop/slip_units.h"

namespace lanefold {

/// The table of a core, of which the units are told what runs as a split of its own.
class WatchedDivergenceTable final : public MemoryDivergenceTable {
 public:
  /// Makes the units.
  WatchedDivergenceTable(const sc_core::sc_module_name& name, const CoreContext& core,
                         const RtlWorld& world);
  const std::shared_ptr<SlipUnits>& units() const { return units_; }

 private:
  void carry_out(MdtRequest& request) override;

  std::shared_ptr<SlipUnits> units_;
};

/// The counters, of which they are told when these begin again.
class WatchedSlipController final : public SlipController {
 public:
  WatchedSlipController(const sc_core::sc_module_name& name, const CoreContext& core,
                        std::shared_ptr<SlipUnits> units);

 private:
  void carry_out(SlipRequest& request) override;

  std::shared_ptr<SlipUnits> units_;
};

/// The buffer, of which they are told about lines that are sent and come.
class WatchedCompletionBuffer final : public MissCompletionBuffer {
 public:
  WatchedCompletionBuffer(const sc_core::sc_module_name& name, const CoreContext& core,
                          std::shared_ptr<SlipUnits> units);

 private:
  void carry_out(CompletionRequest& request) override;

  std::shared_ptr<SlipUnits> units_;
};

/// Asks the units. A decision may be another one than the model's, and come later: the first one
/// that does is told, and the machine follows it. The lanes without values that the RTL knows must
/// be the model's, who goes on must have a value, and whenever a unit has nothing left to do, its
/// table and counters must hold what the model's hold: others end the run with Error(Internal).
class RtlMemoryDivergence final : public MemoryDivergence {
 public:
  RtlMemoryDivergence(const sc_core::sc_module_name& name, const PipelineContext& core,
                      std::shared_ptr<SlipUnits> units, const RtlWorld& world);

 private:
  std::optional<LoadDecision> ask(WarpInstruction& load, const MissSituation& known,
                                  LaneMask behind) override;
  SlipUnits::Offer offer_of(const WarpInstruction& load, const MissSituation& known) const;
  void check_decision(const WarpInstruction& load, const MissSituation& known,
                      const SlipUnitTwin::Outputs& outputs) const;
  void check_state(unsigned slot, const SlipUnitTwin::Outputs& outputs) const;
  static std::string difference(const std::optional<SlipUnitTwin::Outputs>& outputs,
                                const std::optional<LoadDecision>& model);
  void note(const WarpInstruction& load, const std::optional<SlipUnitTwin::Outputs>& outputs,
            const std::optional<LoadDecision>& model) const;
  [[noreturn]] void refuse(unsigned slot, const std::string& what) const;

  const std::vector<std::unique_ptr<Slice>>& slices_;
  const CoreClock& clock_;
  const bool makes_way_;
  std::shared_ptr<SlipUnits> units_;
  std::function<void(const std::string&)> on_difference_;
  Alarm edge_;
};

}  // namespace lanefold
