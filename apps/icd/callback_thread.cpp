// SPDX-License-Identifier: Apache-2.0
// Calls the application back, one call after another.
#include "callback_thread.h"

#include <utility>

namespace lanefold::icd {

CallbackThread::~CallbackThread() {
  drain();
  delete state_;
}

bool CallbackThread::State::drain() {
  std::unique_lock<std::mutex> lock(mutex);
  if (!thread.joinable()) return true;
  if (thread.get_id() == std::this_thread::get_id()) return false;
  ending = true;
  lock.unlock();
  posted.notify_one();
  thread.join();
  lock.lock();
  thread = std::thread();
  ending = false;
  return true;
}

void CallbackThread::State::post(std::function<void()> call) {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    calls.push_back(std::move(call));
    if (!ending && !thread.joinable()) thread = std::thread([this] { run(); });
  }
  posted.notify_one();
}

void CallbackThread::State::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    posted.wait(lock, [this] { return ending || !calls.empty(); });
    if (calls.empty()) return;
    std::function<void()> call = std::move(calls.front());
    calls.pop_front();
    lock.unlock();
    call();
    call = nullptr;
    lock.lock();
  }
}

}  // namespace lanefold::icd
