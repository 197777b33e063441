// SPDX-License-Identifier: Apache-2.0
// Where the RTL of a block stands: which scope of the waveform, which operand size, which time; and
// how often it is asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>

#include "decisions/execute/activity.h"
#include "twins/loop/rtl_questions.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// What all RTL of one machine shares.
struct RtlWorld {
  std::shared_ptr<TwinSession> session;
  std::shared_ptr<RtlQuestions> questions;
  /// Told about instructions to which RTL with a time of its own gives other times than the model.
  std::function<void(const std::string&)> on_difference = nullptr;
};

/// Before the first question to a block with a clock.
constexpr unsigned kCyclesOfReset = 2;

/// The place of a twin inside a block of a core: scope `core0_scc_control` for the block
/// `gpu.core0.compaction_control`.
inline TwinPlace place_in(const sc_core::sc_object& block, std::shared_ptr<TwinSession> session,
                          const std::string& twin) {
  const sc_core::sc_object* core = block.get_parent_object();
  const std::string scope = core == nullptr ? "" : std::string(core->basename()) + "_";
  return {std::move(session), scope + twin};
}

/// A twin that counts how often it is asked.
template <class AnyTwin>
class AskedTwin {
 public:
  /// Twins of the same block count together.
  AskedTwin(std::unique_ptr<AnyTwin> twin, const RtlWorld& world, const std::string& block)
      : twin_(std::move(twin)), count_(world.questions, &(*world.questions)[block]) {}

  /// The twin, for one question. Its evaluations stand at the current time of the simulation in
  /// the waveform; SystemC counts picoseconds unless told otherwise.
  AnyTwin& ask() const {
    ++*count_;
    return look();
  }
  /// The twin, for another look at what was asked.
  AnyTwin& look() const {
    twin_->session().set_time(sc_core::sc_time_stamp().value());
    return *twin_;
  }

 private:
  std::unique_ptr<AnyTwin> twin_;
  std::shared_ptr<std::uint64_t> count_;
};

/// A twin with a clock, after its reset.
template <class AnyTwin>
AskedTwin<AnyTwin> after_reset(std::unique_ptr<AnyTwin> twin, const RtlWorld& world,
                               const std::string& block) {
  twin->reset(kCyclesOfReset);
  return AskedTwin<AnyTwin>(std::move(twin), world, block);
}

/// RTL is built for one size of operands; a core computes with two.
template <class AnyTwin>
class ByOperandSize {
 public:
  /// `make(geometry, suffix)` makes the AskedTwin of one size.
  template <class Make>
  ByOperandSize(const CoreGeometry& geometry, Make&& make)
      : bits_32_(make(geometry.bits_32, "_32")), bits_64_(make(geometry.bits_64, "_64")) {}

  /// The twin of this operand size, for one question.
  AnyTwin& ask(const QuadGeometry& geometry) const {
    return geometry.operand_bits() == 64 ? bits_64_.ask() : bits_32_.ask();
  }

 private:
  AskedTwin<AnyTwin> bits_32_;
  AskedTwin<AnyTwin> bits_64_;
};

}  // namespace lanefold
