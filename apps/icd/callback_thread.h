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
  CallbackThread() : state_(new State) {}
  ~CallbackThread();
  CallbackThread(const CallbackThread&) = delete;
  CallbackThread& operator=(const CallbackThread&) = delete;

  void post(std::function<void()> call) { state_->post(std::move(call)); }
  /// Returns when all calls that have been posted are made, and those that they post; false if it
  /// is called from one of them.
  bool drain() { return state_->drain(); }
  /// In a child of fork(): the thread is its parent's, and so are the calls that wait for it.
  void begin_in_child() { state_ = new State(state_); }

 private:
  struct State {
    explicit State(State* parent = nullptr) : of_parent(parent) {}
    void post(std::function<void()> call);
    bool drain();
    void run();

    /// Of the parent process. Never destroyed: its thread is not there to be joined.
    State* const of_parent;
    std::mutex mutex;
    std::condition_variable posted;
    std::deque<std::function<void()>> calls;
    bool ending = false;
    std::thread thread;
  };

  State* state_;
};

}  // namespace lanefold::icd
