// SPDX-License-Identifier: Apache-2.0
// Notices that a thread comes back to a state that it has been in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state_bytes.h"

namespace lanefold {

/// Brent's algorithm: keeps one state, compares later ones with it, and keeps a later one instead
/// at intervals that double. A thread whose registers change costs one comparison of eight bytes.
class StateWatch {
 public:
  /// A thread that has changed something more recently is not looked at.
  static constexpr std::uint64_t kQuietInstructions = 512;

  /// Another thread begins, perhaps of another launch.
  void start() {
    kept_.clear();
    kept_at_ = next_ = 0;
    repeats_ = false;
  }

  /// Looks at a thread that has executed `quiet` instructions since it last changed something, of a
  /// launch with so many changes, at least one. `state` is all that decides what the thread does
  /// next, but for memory. True if it has been in this state since the latest change.
  bool look(std::uint64_t quiet, std::uint64_t changes, const StateParts& state);

  /// Whether the latest answer was true, and nothing has changed since.
  bool repeats(std::uint64_t changes) const { return repeats_ && kept_at_ == changes; }

 private:
  bool is_kept(const StateParts& state);
  void keep(std::uint64_t quiet, std::uint64_t changes, const StateParts& state);

  std::vector<std::byte> kept_;
  std::uint64_t kept_at_ = 0;  ///< changes of the launch
  std::uint64_t interval_ = kQuietInstructions;
  std::uint64_t next_ = 0;    ///< quiet instructions at which a state is kept
  std::size_t differed_ = 0;  ///< where the latest comparison ended, a multiple of eight bytes
  bool repeats_ = false;
};

}  // namespace lanefold
