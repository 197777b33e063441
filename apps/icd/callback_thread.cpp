// SPDX-License-Identifier: Apache-2.0
// Calls the application back, one call after another.
#include "callback_thread.h"

#include <utility>

namespace lanefold::icd {

bool CallbackThread::drain() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!thread_.joinable()) return true;
  if (thread_.get_id() == std::this_thread::get_id()) return false;
  ending_ = true;
  lock.unlock();
  posted_.notify_one();
  thread_.join();
  lock.lock();
  thread_ = std::thread();
  ending_ = false;
  return true;
}

void CallbackThread::post(std::function<void()> call) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls_.push_back(std::move(call));
    if (!ending_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  posted_.notify_one();
}

void CallbackThread::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    posted_.wait(lock, [this] { return ending_ || !calls_.empty(); });
    if (calls_.empty()) return;
    std::function<void()> call = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    call();
    call = nullptr;
    lock.lock();
  }
}

}  // namespace lanefold::icd
