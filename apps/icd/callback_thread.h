// SPDX-License-Identifier: Apache-2.0
// Calls the application back, one call after another, from a thread that holds none of its locks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lanefold::icd {

/// The thread starts with the first call.
class CallbackThread {
 public:
  CallbackThread() = default;
  ~CallbackThread() { drain(); }
  CallbackThread(const CallbackThread&) = delete;
  CallbackThread& operator=(const CallbackThread&) = delete;

  void post(std::function<void()> call);
  /// Returns when all calls that have been posted are made, and those that they post; false if it
  /// is called from one of them.
  bool drain();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> calls_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace lanefold::icd
