// SPDX-License-Identifier: Apache-2.0
// Everything that lives as long as the application uses the driver.
#include "runtime.h"

#include <mutex>

namespace lanefold::icd {
namespace {

std::mutex& runtime_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Not destroyed as other variables are: objects with static duration in the application may still
/// release what they hold after the driver's own are gone.
Runtime* the_runtime = nullptr;

/// When the driver is unloaded, or the process ends.
struct AtUnload {
  ~AtUnload() {
    const std::lock_guard<std::mutex> lock(runtime_mutex());
    if (the_runtime == nullptr) return;
    the_runtime->device->report();
    if (!the_runtime->idle()) return;
    delete the_runtime;
    the_runtime = nullptr;
  }
};

}  // namespace

Runtime::Runtime()
    : device(std::make_shared<SimulatedDevice>(settings_of_environment())),
      scheduler([this] { return device->now(); }, callbacks) {}

bool Runtime::idle() const {
  return std::apply([](const auto&... registry) { return (registry.empty() && ...); }, registries_);
}

Runtime& runtime() {
  static std::mutex& mutex = runtime_mutex();
  static const AtUnload at_unload;
  const std::lock_guard<std::mutex> lock(mutex);
  if (the_runtime == nullptr) the_runtime = new Runtime;
  return *the_runtime;
}

}  // namespace lanefold::icd
