// SPDX-License-Identifier: Apache-2.0
// A line on the terminal that shows how far a long run is; nothing in a pipe or file.
#pragma once

#include <string>

#include "lanefold/machine.h"

namespace lanefold {

/// Shows the progress of a machine for as long as it lives.
class Progress {
 public:
  Progress(Machine& machine, std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  Machine& machine_;
  bool shown_ = false;
};

/// "mandelbrot: 12,345 cycles, 6,789 warp instructions", or without cycles when there are none.
std::string progress_line(const std::string& label, std::uint64_t cycles,
                          std::uint64_t warp_instructions);

}  // namespace lanefold
