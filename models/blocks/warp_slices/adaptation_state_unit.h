// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit (ASU) of a core (IPDPS'12 section IV and VI).
#pragma once

#include <cstdint>
#include <systemc>

#include "blocks/pipeline/call_sockets.h"
#include "blocks/pipeline/request_block.h"
#include "decisions/warp_slices/adaptation.h"
#include "decisions/warp_slices/division_trial.h"

namespace lanefold {

/// What the unit is told, and answers.
struct AdaptationRequest {
  enum class Kind : std::uint8_t { Launch, Interval };
  Kind kind = Kind::Launch;
  std::uint64_t tasks_of_core = 0;  ///< with Launch: work-items that the core may get
  IntervalResult result;            ///< with Interval
  SimdConfiguration simd;           ///< answer: what runs next
  unsigned steps = 0;               ///< answer to Interval: of core.adaptation.step_cycles each
  bool converged = false;           ///< answer: for good
  bool divides = false;             ///< answer: slices divide while they run
};
struct AdaptationProtocol {
  using tlm_payload_type = AdaptationRequest;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What a core sees of the unit.
using AdaptationBlock = RequestBlock<AdaptationProtocol>;

/// Time is the asker's. Where slices can divide while they run, the search is without that, and one
/// more interval with whole warps that divide; launches too small for a search begin with these
/// (section VII-C).
class AdaptationStateUnit : public sc_core::sc_module, public AdaptationBlock {
 public:
  /// Fewer sampling intervals than these are no reason to search (section VI-C).
  static constexpr std::uint64_t kFewestIntervals = 30;

  CallTarget<AdaptationStateUnit, AdaptationProtocol> requests{"requests", this,
                                                               &AdaptationStateUnit::take};

  AdaptationStateUnit(const sc_core::sc_module_name& name, const CoreConfig& config);

  CallSocket<AdaptationProtocol>& requests_socket() override { return requests; }

 protected:
  enum class Event : std::uint8_t { Launch, SmallLaunch, Interval };
  struct Decision {
    SimdConfiguration simd;
    bool converged;
    unsigned steps = 0;
  };
  /// What runs after a launch's begin, or after an interval that has shown `result`.
  virtual Decision decide(Event event, const IntervalResult& result);

 private:
  void take(AdaptationRequest& request);
  Event event_of(const AdaptationRequest& request) const;
  void end_trial(AdaptationRequest& request);

  const CoreConfig& config_;
  Adaptation search_;
  DivisionTrial trial_;
};

}  // namespace lanefold
