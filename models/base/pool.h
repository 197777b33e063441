// SPDX-License-Identifier: Apache-2.0
// Objects that are used again instead of being allocated anew; their addresses stay.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace lanefold {

template <class Object>
class Pool {
 public:
  /// As it was given back, or made of `arguments`.
  template <class... Arguments>
  Object& take(const Arguments&... arguments) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Object>(arguments...));
      return *all_.back();
    }
    Object& object = *free_.back();
    free_.pop_back();
    return object;
  }
  void give_back(Object& object) { free_.push_back(&object); }
  /// Everything is free again, for instance after a launch that failed.
  void reset() {
    free_.clear();
    for (const auto& object : all_) free_.push_back(object.get());
  }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Object>> all_;
  std::vector<Object*> free_;
};

}  // namespace lanefold
