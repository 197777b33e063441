// SPDX-License-Identifier: Apache-2.0
// Everything that lives from the first use of the driver to the end of the process.
#include "runtime.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "apps/lanefold/stop_check.h"
#include "exit_code.h"
#include "message.h"

namespace lanefold::icd {
namespace {

std::mutex runtime_mutex;

/// Never destroyed: objects with static duration in the application may still use what they hold
/// when those of libraries are gone.
Runtime* the_runtime = nullptr;

std::shared_ptr<SimulatedDevice> current_device() {
  const std::lock_guard<std::mutex> lock(runtime_mutex);
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

/// When the process ends. A child of fork() leaves the reports to its parent.
void at_exit(int code, void* /*nothing*/) {
  if (the_runtime->process != getpid()) return;
  the_runtime->callbacks.drain();
  if (the_runtime->is_child) return;
  the_interruption_thread->end();
  the_runtime->device->end();
  if (!the_runtime->device->report() && code == 0) fail_instead_of_success(ErrorKind::File);
}

/// The settings, whose notes have been printed.
Settings told(Settings settings) {
  for (const std::string& note : settings.notes) print_message("note: " + note);
  return settings;
}

}  // namespace

Runtime::Runtime()
    : device(std::make_shared<SimulatedDevice>(told(settings_of_environment()))),
      scheduler([this] { return device->now(); }, callbacks) {}

/// Of a fork in the midst of another thread's work, a child has locks that nobody frees and events
/// that never end.
void Runtime::enter_child() {
  process = getpid();
  is_child = true;
  usable = !scheduler.has_other_callers();
  callbacks.begin_in_child();
  if (usable) return;
  print_message("a process that was forked while another thread used the device cannot use it");
}

Runtime& runtime() {
  const std::lock_guard<std::mutex> lock(runtime_mutex);
  if (the_runtime == nullptr) {
    the_runtime = new Runtime;
    the_interruption_thread = new InterruptionThread;
    on_exit(at_exit, nullptr);
  }
  if (the_runtime->process != getpid()) the_runtime->enter_child();
  require(the_runtime->usable, CL_OUT_OF_RESOURCES);
  return *the_runtime;
}

}  // namespace lanefold::icd
