// SPDX-License-Identifier: Apache-2.0
// Where the channels of a thread of Gen8's EU are: the execution mask of ISCA'13 section 2.2.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/eu/kernel_code.h"

namespace lanefold::gen8 {

/// The channels for which an instruction is carried out, but for its predicate, while `enabled`
/// are.
inline ChannelMask addressed_by(const LinkedInstruction& instruction, ChannelMask enabled) {
  return instruction.instruction.no_mask ? instruction.window : enabled & instruction.window;
}

/// A thread has one instruction pointer. Each of its channels is enabled, or waits at an
/// instruction that the thread has yet to reach. JIP is where the thread goes if a branch leaves no
/// channel enabled; UIP is where channels wait that leave a loop, its body, an `else`, a `goto` or
/// the program (Programmer's Reference Manual for Broadwell, volume 7: structured control flow).
class ChannelEnables {
 public:
  /// All of `channels` begin at the first instruction. `code` outlives the object.
  void start(const KernelCode& code, ChannelMask channels);

  std::uint32_t number() const { return number_; }
  const LinkedInstruction& current() const { return (*code_)[number_]; }
  const KernelCode& code() const { return *code_; }
  ChannelMask enabled() const { return enabled_; }
  ChannelMask waiting() const { return waiting_; }
  /// Instructions at which channels wait.
  unsigned waiting_places() const;
  /// Times that channels were enabled beside others, since construction.
  std::uint64_t merges() const { return merges_; }

  /// The channels for which the current instruction is carried out, but for its predicate.
  ChannelMask addressed() const { return addressed_by(current(), enabled_); }

  /// The channels whose predicates decide at a branch. Those that have waited at a `while` because
  /// they had broken out of its loop decide nothing there.
  ChannelMask deciding() const { return enabled_ & current().window & ~broke_here_; }

  /// Goes on behind an instruction that is not a branch.
  void step() { go_to(number_ + 1); }

  /// Goes on behind a branch whose predicate holds in `predicate`, of the channels of its window.
  /// Returns whether channels that were enabled now go different ways.
  bool branch(ChannelMask predicate);

  /// The same of a `ret`: channels wait at instruction `number`, to which the thread goes when all
  /// of `called` do. Throws Error(IllegalInstruction) where others would go on behind the code.
  bool return_to(std::uint32_t number, ChannelMask called, ChannelMask predicate);

 private:
  void go_to(std::uint32_t number);
  void wait_at(std::uint32_t number, ChannelMask channels);
  ChannelMask waiting_at(std::uint32_t number) const;

  bool leave(ChannelMask channels, std::uint32_t where);
  bool enter_else();
  bool close_loop(ChannelMask predicate);
  bool jump(ChannelMask predicate, std::uint32_t where);
  void join();

  const KernelCode* code_ = nullptr;
  std::uint32_t number_ = 0;
  ChannelMask enabled_ = 0;
  ChannelMask broken_ = 0;      ///< of those that wait: by a `break`
  ChannelMask broke_here_ = 0;  ///< of those that are enabled: have waited here, by a `break`
  ChannelMask waiting_ = 0;
  std::uint64_t merges_ = 0;
  std::array<std::uint32_t, kChannels> place_{};  ///< of channels that wait
};

}  // namespace lanefold::gen8
