// SPDX-License-Identifier: Apache-2.0
// A hardware thread of the EU: what the pipeline asks of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "decisions/eu/thread.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/pipeline/state_watch.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {

class EuGroup;
struct EuLaunch;

/// Lanes are channels. number() is its FFTID.
class EuSlot final : public HardwareThread {
 public:
  /// Becomes the thread `thread` of a group. Both outlive it.
  void start(const EuLaunch& launch, EuGroup& group, unsigned thread);

  bool ended() const { return thread_.ended(); }
  /// Carries out the next instruction at once, for a machine without time. Throws errors that name
  /// the work-item.
  Executed execute_next();
  /// Instructions since it last changed memory or met a barrier.
  std::uint64_t quiet_instructions() const override { return quiet_instructions_; }
  void end_quiet();

  void enter(WarpInstruction& instruction) override;
  ThreadPlace place() const override;
  const PipelineInstruction& next() const override { return thread_.enables().current(); }
  std::uint32_t code_bytes(std::uint32_t pc, unsigned count) const override;
  ThreadMasks masks(const PipelineInstruction& instruction) const override;
  void advance(const PipelineInstruction& instruction) override;
  LaneMask predicate(const WarpInstruction& instruction) const override;
  void execute(WarpInstruction& instruction) override;
  LaneMask taken(const WarpInstruction& branch) const override;
  void complete(const WarpInstruction& instruction) override;
  bool resolve(const WarpInstruction& instruction, LaneMask taken) override;
  void check_quiet(std::uint32_t pc, bool /*late*/, const LimitsConfig& limits) override {
    if (quiet_instructions_ >= StateWatch::kQuietInstructions) check_loop(pc, limits);
  }
  bool repeats(std::uint64_t changes) const override { return state_watch_.repeats(changes); }
  Error standstill() const override;
  MissCounts& misses() override { return misses_; }
  std::size_t split_count() const override;
  std::uint64_t merges() const override { return thread_.enables().merges(); }
  ThreadGroup& group() const override;
  std::string text(const PipelineInstruction& instruction) const override;
  std::string source_line(std::uint32_t /*pc*/) const override { return {}; }

 private:
  void check_loop(std::uint32_t pc, const LimitsConfig& limits);
  void warn(std::uint32_t pc);
  template <class Action>
  auto named(std::uint32_t pc, Action&& action) const;
  Error at(ErrorKind kind, unsigned channel, std::uint32_t pc, const std::string& what) const;

  const EuLaunch* launch_ = nullptr;
  EuGroup* group_ = nullptr;
  Thread thread_;
  ChannelMask dispatched_ = 0;
  unsigned of_group_ = 0;  ///< which of the group's threads it is
  std::uint64_t quiet_instructions_ = 0;
  StateWatch state_watch_;
  std::optional<AccessBehind> behind_;
  MissCounts misses_;
};

}  // namespace lanefold::gen8
