// SPDX-License-Identifier: Apache-2.0
// What is called when an object of an application goes.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace lanefold::icd {

/// Thread-safe.
class DestructionCalls {
 public:
  void add(std::function<void()> call) {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls_.push_back(std::move(call));
  }
  /// The latest first. The object goes, so that nobody adds any more.
  void make() {
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) (*call)();
  }

 private:
  std::mutex mutex_;
  std::vector<std::function<void()>> calls_;
};

}  // namespace lanefold::icd
