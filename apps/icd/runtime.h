// SPDX-License-Identifier: Apache-2.0
// Everything that lives from the first use of the driver to the end of the process.
#pragma once

#include <unistd.h>

#include <functional>
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
#include "sampler.h"
#include "scheduler.h"
#include "simulated_device.h"

namespace lanefold::icd {

class Runtime {
 public:
  /// Throws Error(Configuration) if the environment asks for a machine that cannot be.
  Runtime();

  /// Of a child of fork(), before anything else that it does.
  void enter_child();

  pid_t process = getpid();
  bool is_child = false;
  bool usable = true;
  const std::shared_ptr<SimulatedDevice> device;
  CallbackThread callbacks;
  Scheduler scheduler;

  template <class Object>
  Registry<Object>& objects() {
    return std::get<Registry<Object>>(registries_);
  }

 private:
  std::tuple<Registry<Context>, Registry<CommandQueue>, Registry<MemoryObject>, Registry<Sampler>,
             Registry<ProgramObject>, Registry<Kernel>, Registry<Event>>
      registries_;
};

/// The one of this process, made by the first call. Throws as its constructor does, and
/// ApiError(CL_OUT_OF_RESOURCES) in a child of fork() that is not usable.
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

/// `notify(handle, user_data)`, for objects that go: what a command held may end while its
/// application holds any lock.
template <class Handle>
std::function<void()> notification(Handle handle, void(CL_CALLBACK* notify)(Handle, void*),
                                   void* user_data) {
  return [=] {
    if (!Scheduler::in_command()) return notify(handle, user_data);
    runtime().callbacks.post([=] { notify(handle, user_data); });
  };
}

}  // namespace lanefold::icd
