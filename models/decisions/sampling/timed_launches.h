// SPDX-License-Identifier: Apache-2.0
// Which launches of an application are timed, as `--timed` names them: a decision without state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanefold {

/// A launch is timed if one of these names it.
struct TimedLaunches {
  /// From and to, both included; the first launch of the application is 0.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;
  std::vector<std::string> kernels;
  std::uint64_t every = 0;      ///< those whose number it divides; 0: none
  std::uint64_t per_shape = 0;  ///< of each kernel and index space the first, and then one of so
                                ///< many; 0: none
  bool automatic = false;       ///< what an estimate of the others needs (launch_sampler.h)

  /// Not for those that depend on what the launch does.
  bool names(std::uint64_t number, std::string_view kernel) const;
};

/// "3", "10-19", "every:N", "shape:N", "auto", the name of a kernel, or several, with commas
/// between them. Throws Error(Usage) for anything else.
TimedLaunches parse_timed_launches(const std::string& text);

}  // namespace lanefold
