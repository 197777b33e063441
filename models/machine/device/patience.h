// SPDX-License-Identifier: Apache-2.0
// How long a warp of a functional run may loop before other warps get their turn: a decision.
#pragma once

#include <cstdint>

namespace lanefold {

/// A warp that has not changed memory for some time may wait for another. If none of the resident
/// work-groups gets anywhere, their turns grow, so that an endless loop is soon told from a wait.
class Patience {
 public:
  /// `limit` is that of instructions without changing memory, which ends the launch.
  explicit Patience(std::uint64_t limit) : limit_(limit) {}

  /// Instructions of a turn in which memory does not change.
  std::uint64_t quiet_instructions() const { return quiet_; }
  /// Instructions of a turn in which memory changes.
  static constexpr std::uint64_t kInstructions = 1 << 20;

  /// After the turn of a group, out of `groups`; whether anything in it went on.
  void took_turn(bool progress, std::uint64_t groups) {
    if (progress) {
      turns_in_vain_ = 0;
      quiet_ = kQuietInstructions;
    } else if (++turns_in_vain_ >= groups) {
      turns_in_vain_ = 0;
      quiet_ = quiet_ > limit_ / 16 ? limit_ : quiet_ * 8;
    }
  }

 private:
  static constexpr std::uint64_t kQuietInstructions = 1 << 14;

  std::uint64_t limit_;
  std::uint64_t quiet_ = kQuietInstructions;
  std::uint64_t turns_in_vain_ = 0;
};

}  // namespace lanefold
