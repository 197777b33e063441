// SPDX-License-Identifier: Apache-2.0
// Everything that lives as long as the application uses the driver.
#pragma once

#include <memory>
#include <tuple>

#include "callback_thread.h"
#include "command_queue.h"
#include "context.h"
#include "event.h"
#include "kernel.h"
#include "memory_object.h"
#include "program_object.h"
#include "registry.h"
#include "scheduler.h"
#include "simulated_device.h"

namespace lanefold::icd {

class Runtime {
 public:
  /// Throws Error(Configuration) if the environment asks for a machine that cannot be.
  Runtime();

  const std::shared_ptr<SimulatedDevice> device;
  CallbackThread callbacks;
  Scheduler scheduler;

  template <class Object>
  Registry<Object>& objects() {
    return std::get<Registry<Object>>(registries_);
  }
  /// Whether the application has released everything.
  bool idle() const;

 private:
  std::tuple<Registry<Context>, Registry<CommandQueue>, Registry<MemoryObject>,
             Registry<ProgramObject>, Registry<Kernel>, Registry<Event>>
      registries_;
};

/// The one of this process, made by the first call. Throws as its constructor does.
Runtime& runtime();

template <class Object>
Registry<Object>& objects() {
  return runtime().objects<Object>();
}
/// Throws ApiError(Object::kInvalid).
template <class Object>
std::shared_ptr<Object> object_of(typename Object::Handle handle) {
  return objects<Object>().get(handle);
}

}  // namespace lanefold::icd
