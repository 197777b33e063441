// SPDX-License-Identifier: Apache-2.0
// How far a long run is, on standard error: a line that changes on a terminal, and lines in a pipe
// or file if they are asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "lanefold/machine.h"

namespace lanefold {

/// Between two lines in a pipe or file.
constexpr std::chrono::milliseconds kProgressInterval{10'000};

/// Shows the progress of a machine for as long as it lives.
class Progress {
 public:
  /// `interval`: of lines where standard error is no terminal; without it, there are none.
  Progress(Machine& machine, std::string label,
           std::optional<std::chrono::milliseconds> interval = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void change_line(const std::string& line);
  void add_line(const std::string& line);

  using Clock = std::chrono::steady_clock;
  Machine& machine_;
  const std::optional<std::chrono::milliseconds> interval_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point latest_ = begin_;  ///< line
  bool shown_ = false;
};

/// "mandelbrot: 12,345 cycles, 6,789 warp instructions; 2 s, 3,394 a second", or without cycles
/// when there are none.
std::string progress_line(const std::string& label, std::uint64_t cycles,
                          std::uint64_t warp_instructions, std::chrono::duration<double> time);

}  // namespace lanefold
