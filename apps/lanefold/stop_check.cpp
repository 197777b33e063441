// SPDX-License-Identifier: Apache-2.0
// Interruptions and limits of time.
#include "stop_check.h"

#include <fmt/format.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace lanefold {

namespace {

std::atomic<bool> noted{false};
std::atomic<pid_t> owner{0};

/// Static, so that a handler can reach it.
struct Arrival {
  sem_t semaphore;
  Arrival() { sem_init(&semaphore, 0, 0); }
};
Arrival arrival;

/// The signal has its default action again. A child of fork(), which has no part in what its parent
/// simulates, ends at once.
extern "C" void note(int signal) {
  if (getpid() != owner.load()) {
    raise(signal);
    return;
  }
  noted = true;
  sem_post(&arrival.semaphore);
}

void note_signal(int signal) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void note_interruptions() {
  if (owner.exchange(getpid()) == getpid()) return;
  note_signal(SIGINT);
  note_signal(SIGTERM);
}

bool interrupted() { return noted; }

bool wait_for_interruption() {
  while (sem_wait(&arrival.semaphore) != 0 && errno == EINTR) {
  }
  return noted;
}

void stop_noting() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == note) {
      std::signal(signal, SIG_DFL);
    }
  }
  sem_post(&arrival.semaphore);
}

Machine::StopCheck stop_check(std::optional<double> max_seconds) {
  using Clock = std::chrono::steady_clock;
  return [max_seconds, start = Clock::now()]() -> std::optional<LaunchStop> {
    if (interrupted()) return LaunchStop{ErrorKind::Interrupted, "was interrupted"};
    const std::chrono::duration<double> passed = Clock::now() - start;
    if (!max_seconds || passed.count() < *max_seconds) return {};
    return LaunchStop{ErrorKind::NoProgress,
                      fmt::format("has not ended after {} seconds (--max-time)", *max_seconds)};
  };
}

}  // namespace lanefold
