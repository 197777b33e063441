// SPDX-License-Identifier: Apache-2.0
// Which objects there are, and how often the application holds each: OpenCL 1.2 clauses 4 and 5,
// "retain" and "release".
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "api_error.h"

namespace lanefold::icd {

/// The objects of one class. `Object` names its handle type `Handle` and the code for anything
/// else, `kInvalid`. An object lives while the application holds it, and after that while commands
/// or other objects need it; as long as it lives, its handle is valid. The registry outlives its
/// objects. Thread-safe.
template <class Object>
class Registry {
 public:
  using Handle = typename Object::Handle;

  Registry() = default;
  ~Registry() {
    std::vector<std::shared_ptr<Object>> held;  // die while the registry is whole
    for (auto& [handle, entry] : entries_) held.push_back(std::move(entry.held));
  }
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Takes in an object that has no holder yet.
  std::shared_ptr<Object> adopt(std::unique_ptr<Object> object) {
    const Handle handle = object.get();
    std::shared_ptr<Object> shared(object.release(), [this](Object* dead) {
      forget(dead);
      delete dead;
    });
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_[handle].living = shared;
    return shared;
  }

  /// The application holds the object once more, by this handle.
  Handle hold(const std::shared_ptr<Object>& object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Entry& entry = entries_[object.get()];
    entry.held = object;
    ++entry.references;
    return object.get();
  }

  /// Both.
  Handle publish(std::unique_ptr<Object> object) { return hold(adopt(std::move(object))); }

  /// Throws ApiError(kInvalid) for what is no handle of a living object.
  std::shared_ptr<Object> get(Handle handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(handle);
    require(found != entries_.end(), Object::kInvalid);
    std::shared_ptr<Object> object = found->second.living.lock();
    require(object != nullptr, Object::kInvalid);
    return object;
  }

  void retain(Handle handle) { hold(get(handle)); }

  void release(Handle handle) {
    std::shared_ptr<Object> last;  // dies without the lock
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(handle);
    require(found != entries_.end() && found->second.references != 0, Object::kInvalid);
    if (--found->second.references == 0) last = std::move(found->second.held);
  }

  /// At least 1: every live object has a holder.
  cl_uint references(Handle handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(handle);
    return found == entries_.end() ? 0 : std::max(found->second.references, 1U);
  }

  bool empty() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.empty();
  }

 private:
  struct Entry {
    std::weak_ptr<Object> living;
    std::shared_ptr<Object> held;  ///< while `references` is not 0
    cl_uint references = 0;
  };

  void forget(Handle handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.erase(handle);
  }

  mutable std::mutex mutex_;
  std::unordered_map<Handle, Entry> entries_;
};

}  // namespace lanefold::icd
