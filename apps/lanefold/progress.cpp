// SPDX-License-Identifier: Apache-2.0
// The progress line on standard error.
#include "progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "base/text.h"

namespace lanefold {

namespace {

/// Runs shorter than this show nothing.
constexpr std::chrono::milliseconds kPatience{500};

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

std::string progress_line(const std::string& label, std::uint64_t cycles,
                          std::uint64_t warp_instructions) {
  std::string line = label + ": ";
  if (cycles > 0) line += with_thousands(cycles) + " cycles, ";
  return line + with_thousands(warp_instructions) + " warp instructions";
}

Progress::Progress(Machine& machine, std::string label) : machine_(machine) {
  if (isatty(STDERR_FILENO) == 0) return;
  const auto start = std::chrono::steady_clock::now();
  machine_.on_progress([this, start, label = std::move(label)](std::uint64_t cycles,
                                                               std::uint64_t warp_instructions) {
    if (std::chrono::steady_clock::now() - start < kPatience) return;
    shown_ = true;
    const std::string line = progress_line(label, cycles, warp_instructions);
    std::fprintf(stderr, "%s%s", kClearLine, line.c_str());
    std::fflush(stderr);
  });
}

Progress::~Progress() {
  machine_.on_progress(nullptr);
  if (shown_) std::fputs(kClearLine, stderr);
}

}  // namespace lanefold
