// SPDX-License-Identifier: Apache-2.0
// Objects that are used again instead of being allocated anew; their addresses stay.
#pragma once

#include <memory>
#include <vector>

namespace lanefold {

template <class Object>
class FreeList {
 public:
  /// In its default state.
  Object& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Object>());
      return *all_.back();
    }
    Object& object = *free_.back();
    free_.pop_back();
    object = Object{};
    return object;
  }
  void give_back(Object& object) { free_.push_back(&object); }

 private:
  std::vector<std::unique_ptr<Object>> all_;
  std::vector<Object*> free_;
};

}  // namespace lanefold
