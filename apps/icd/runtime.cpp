// SPDX-License-Identifier: Apache-2.0
// Everything that lives as long as the application uses the driver.
#include "runtime.h"

#include <unistd.h>

#include <mutex>
#include <utility>

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

/// When the driver is unloaded, or the process ends. A child of fork() leaves it to its parent.
struct AtUnload {
  const pid_t process = getpid();

  /// What the report names lives longer than this, if it is there before.
  AtUnload() { counted_policies(); }
  AtUnload(const AtUnload&) = delete;
  AtUnload& operator=(const AtUnload&) = delete;

  ~AtUnload() {
    if (the_runtime == nullptr || getpid() != process) return;
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
  return *the_runtime;
}

}  // namespace lanefold::icd
