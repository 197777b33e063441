// SPDX-License-Identifier: Apache-2.0
// Reports progress about ten times a second of host time, and asks then whether the launch is to be
// stopped; costs a counter otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "lanefold/machine.h"

namespace lanefold {

class ProgressMeter {
 public:
  void report_to(Machine::Progress progress) { progress_ = std::move(progress); }
  void ask(Machine::StopCheck check) { check_ = std::move(check); }

  /// To be called often, with what has been reached so far in this launch. Throws LaunchStop, as
  /// report() does.
  void tick(std::uint64_t cycles, std::uint64_t warp_instructions) {
    if (++calls_ % kCallsBetweenLooks == 0) report(cycles, warp_instructions);
  }
  /// To be called now and then.
  void report(std::uint64_t cycles, std::uint64_t warp_instructions) {
    if (progress_ || check_) look(cycles, warp_instructions);
  }

 private:
  static constexpr std::uint32_t kCallsBetweenLooks = 4096;

  void look(std::uint64_t cycles, std::uint64_t warp_instructions) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    if (progress_) progress_(cycles, warp_instructions);
    if (!check_) return;
    if (const std::optional<LaunchStop> stop = check_()) throw LaunchStop(*stop);
  }

  Machine::Progress progress_;
  Machine::StopCheck check_;
  std::uint32_t calls_ = 0;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace lanefold
