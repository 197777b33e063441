// SPDX-License-Identifier: Apache-2.0
// Everything that lives as long as the application uses the driver.
#include "runtime.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

#include "apps/lanefold/stop_check.h"
#include "exit_code.h"
#include "lanefold/policy_cycles.h"
#include "message.h"

namespace lanefold::icd {
namespace {

std::mutex& runtime_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Not destroyed as other variables are: objects with static duration in the application may still
/// release what they hold after the driver's own are gone.
Runtime* the_runtime = nullptr;

Runtime* exchange_runtime(Runtime* next) {
  const std::lock_guard<std::mutex> lock(runtime_mutex());
  return std::exchange(the_runtime, next);
}

std::shared_ptr<SimulatedDevice> current_device() {
  const std::lock_guard<std::mutex> lock(runtime_mutex());
  return the_runtime == nullptr ? nullptr : the_runtime->device;
}

/// Ends the process in order when it is interrupted, unless signals are the application's business.
class InterruptionThread {
 public:
  InterruptionThread() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    note_interruptions();
    pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the application's threads
    thread_ = std::thread([] {
      if (wait_for_interruption()) end_process();
    });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  InterruptionThread(const InterruptionThread&) = delete;
  InterruptionThread& operator=(const InterruptionThread&) = delete;

  void end() {
    stop_noting();
    thread_.join();
  }

 private:
  [[noreturn]] static void end_process() {
    const std::shared_ptr<SimulatedDevice> device = current_device();
    if (device != nullptr) device->end_interrupted();
    _exit(static_cast<int>(ErrorKind::Interrupted));
  }

  std::thread thread_;
};

/// As for the runtime: a child of fork() has the object, and no such thread.
InterruptionThread* the_interruption_thread = nullptr;

/// When the driver is unloaded, or the process ends. A child of fork() leaves it to its parent.
struct AtUnload {
  const pid_t process = getpid();

  /// What the report names lives longer than this, if it is there before.
  AtUnload() { counted_policies(); }
  AtUnload(const AtUnload&) = delete;
  AtUnload& operator=(const AtUnload&) = delete;

  ~AtUnload() {
    if (the_runtime == nullptr || getpid() != process) return;
    if (the_interruption_thread != nullptr) the_interruption_thread->end();
    if (!the_runtime->device->report()) fail_instead_of_success(ErrorKind::File);
    // Without the lock: callbacks call the driver.
    if (!the_runtime->idle() || !the_runtime->callbacks.drain() || !the_runtime->idle()) return;
    delete exchange_runtime(nullptr);
  }
};

/// The settings, whose notes have been printed.
Settings told(Settings settings) {
  for (const std::string& note : settings.notes) print_message("note: " + note);
  return settings;
}

}  // namespace

Runtime::Runtime()
    : device(std::make_shared<SimulatedDevice>(told(settings_of_environment()))),
      scheduler([this] { return device->now(); }, callbacks) {}

bool Runtime::idle() const {
  return std::apply([](const auto&... registry) { return (registry.empty() && ...); }, registries_);
}

Runtime& runtime() {
  static std::mutex& mutex = runtime_mutex();
  static const AtUnload kAtUnload;
  const std::lock_guard<std::mutex> lock(mutex);
  if (the_runtime == nullptr) the_runtime = new Runtime;
  if (the_interruption_thread == nullptr) the_interruption_thread = new InterruptionThread;
  return *the_runtime;
}

}  // namespace lanefold::icd
