// SPDX-License-Identifier: Apache-2.0
// Which handles the application holds, and how often: OpenCL 1.2 clause 4 and 5, "retain" and
// "release".
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "api_error.h"

namespace lanefold::icd {

/// The objects of one class that the application holds. `Object` names its handle type `Handle`
/// and the code for anything else, `kInvalid`. An object outlives its handle while commands or
/// other objects need it. Thread-safe.
template <class Object>
class Registry {
 public:
  using Handle = typename Object::Handle;

  /// The handle of an object that the application holds once from now on.
  Handle publish(std::shared_ptr<Object> object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Handle handle = object.get();
    held_[handle] = {std::move(object), 1};
    return handle;
  }

  /// Throws ApiError(kInvalid) for what is no handle of a held object.
  std::shared_ptr<Object> get(Handle handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = held_.find(handle);
    require(found != held_.end(), Object::kInvalid);
    return found->second.object;
  }

  void retain(Handle handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++entry(handle).references;
  }

  void release(Handle handle) {
    std::shared_ptr<Object> last;  // dies without the lock
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--entry(handle).references > 0) return;
    last = std::move(entry(handle).object);
    held_.erase(handle);
  }

  cl_uint references(Handle handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = held_.find(handle);
    return found == held_.end() ? 0 : found->second.references;
  }

  bool empty() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return held_.empty();
  }

 private:
  struct Entry {
    std::shared_ptr<Object> object;
    cl_uint references = 0;
  };

  Entry& entry(Handle handle) {
    const auto found = held_.find(handle);
    require(found != held_.end(), Object::kInvalid);
    return found->second;
  }

  mutable std::mutex mutex_;
  std::unordered_map<Handle, Entry> held_;
};

}  // namespace lanefold::icd
