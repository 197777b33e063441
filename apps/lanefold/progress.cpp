// SPDX-License-Identifier: Apache-2.0
// The progress line on standard error.
#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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
                          std::uint64_t warp_instructions, std::chrono::duration<double> time) {
  std::string line = label + ": ";
  if (cycles > 0) line += with_thousands(cycles) + " cycles, ";
  const double rate = static_cast<double>(warp_instructions) / std::max(time.count(), 1e-3);
  return line + fmt::format("{} warp instructions; {:.0f} s, {} a second",
                            with_thousands(warp_instructions), time.count(),
                            with_thousands(static_cast<std::uint64_t>(rate)));
}

Progress::Progress(Machine& machine, std::string label,
                   std::optional<std::chrono::milliseconds> interval)
    : machine_(machine), interval_(interval) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (!terminal && !interval) return;
  machine_.on_progress([this, terminal, label = std::move(label)](std::uint64_t cycles,
                                                                  std::uint64_t warp_instructions) {
    const std::string line = progress_line(label, cycles, warp_instructions, Clock::now() - begin_);
    terminal ? change_line(line) : add_line(line);
  });
}

void Progress::change_line(const std::string& line) {
  if (Clock::now() - latest_ < kPatience) return;
  shown_ = true;
  std::fprintf(stderr, "%s%s", kClearLine, line.c_str());
  std::fflush(stderr);
}

void Progress::add_line(const std::string& line) {
  if (Clock::now() - latest_ < *interval_) return;
  latest_ = Clock::now();
  std::fprintf(stderr, "%s\n", line.c_str());
}

Progress::~Progress() {
  machine_.on_progress(nullptr);
  if (shown_) std::fputs(kClearLine, stderr);
}

}  // namespace lanefold
