// SPDX-License-Identifier: Apache-2.0
// A typed array in device memory that is released with its owner, and launches that take such
// arrays.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lanefold/device.h"

namespace lanefold {

/// `count` values of T in the memory of `device`, which must outlive the array.
template <class T>
class DeviceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Zero-filled.
  DeviceArray(Device& device, std::size_t count)
      : device_(device), count_(count), buffer_(device.allocate(count * sizeof(T))) {}
  DeviceArray(Device& device, const std::vector<T>& values) : DeviceArray(device, values.size()) {
    upload(values);
  }
  ~DeviceArray() { device_.release(buffer_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  Buffer buffer() const { return buffer_; }

  /// Overwrites the first `values.size()` elements.
  void upload(const std::vector<T>& values) {
    if (!values.empty()) device_.write(buffer_, 0, values.data(), values.size() * sizeof(T));
  }
  std::vector<T> download() const {
    std::vector<T> values(count_);
    if (count_ != 0) device_.read(buffer_, 0, values.data(), count_ * sizeof(T));
    return values;
  }

 private:
  Device& device_;
  std::size_t count_;
  Buffer buffer_;
};

template <class T>
ArgumentValue argument(const DeviceArray<T>& array) {
  return array.buffer();
}

/// Launches with arguments in the order of the kernel's declaration: arrays, local memory, values.
template <class... Arguments>
void launch(Device& device, const Program& program, std::string_view kernel, const NDRange& range,
            const Arguments&... arguments) {
  device.launch(program, kernel, range, {argument(arguments)...});
}

}  // namespace lanefold
