// SPDX-License-Identifier: Apache-2.0
// Answers to clGet…Info: a value of any size into the application's memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "api_error.h"

namespace lanefold::icd {

/// Where the application wants an answer, as in the last three arguments of every clGet…Info.
class InfoSink {
 public:
  InfoSink(std::size_t size, void* value, std::size_t* size_ret)
      : size_(size), value_(value), size_ret_(size_ret) {}

  /// Throws ApiError(CL_INVALID_VALUE) if the place is too small.
  void check(std::size_t size) const {
    require(value_ == nullptr || size_ >= size, CL_INVALID_VALUE);
  }
  void bytes(const void* data, std::size_t size) const {
    check(size);
    if (value_ != nullptr && size != 0) std::memcpy(value_, data, size);
    if (size_ret_ != nullptr) *size_ret_ = size;
  }

  template <class T>
  void value(const T& value) const {
    bytes(&value, sizeof(T));  // NOLINT(bugprone-sizeof-expression): handles are pointers
  }
  void flag(bool value) const { this->value(static_cast<cl_bool>(value ? CL_TRUE : CL_FALSE)); }
  void text(const std::string& text) const { bytes(text.c_str(), text.size() + 1); }
  template <class T>
  void list(const std::vector<T>& list) const {
    bytes(list.data(), list.size() * sizeof(T));
  }

  void* place() const { return value_; }

 private:
  std::size_t size_;
  void* value_;
  std::size_t* size_ret_;
};

}  // namespace lanefold::icd
