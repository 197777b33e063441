// SPDX-License-Identifier: Apache-2.0
// Whether anything that the threads of a launch do can still matter to one of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanefold {

class HardwareThread;

/// Threads read nothing but their registers and memory. So when each of them has ended, waits at a
/// barrier or has come back to a state without any change in between, all go round for ever. In
/// time, those that go round may also keep an instruction of another from ever being completed.
class LaunchActivity {
 public:
  /// The threads that hold work-items of the launch now; nothing while others are about to.
  using Threads = std::function<std::optional<std::vector<const HardwareThread*>>()>;
  /// The cycle, for machines that have time, and how many cycles an instruction may take.
  using Clock = std::function<std::uint64_t()>;
  explicit LaunchActivity(Threads threads, Clock now = nullptr, std::uint64_t most_cycles = 0)
      : threads_(std::move(threads)), now_(std::move(now)), most_cycles_(most_cycles) {}

  /// A thread has done something that another can see: it has changed memory, begun, come to a
  /// barrier or ended; or something that may end otherwise when it is repeated.
  void change() { ++changes_; }
  std::uint64_t changes() const { return changes_; }

  /// Asked by a thread that has come back to a state: nothing while a thread goes on; else one that
  /// loops, whose lanes wait for one another if there is such a one.
  const HardwareThread* standing_still();

 private:
  /// What a thread had executed when it was looked at, and since which cycle.
  struct Seen {
    std::uint64_t changes = 0;
    std::uint64_t instructions = 0;
    std::uint64_t since = 0;
  };

  bool goes_on(const HardwareThread& thread);

  const Threads threads_;
  const Clock now_;
  const std::uint64_t most_cycles_;
  std::uint64_t changes_ = 1;
  const HardwareThread* going_on_ = nullptr;  ///< the one that was the latest answer's reason
  std::unordered_map<const HardwareThread*, Seen> seen_;
};

}  // namespace lanefold
