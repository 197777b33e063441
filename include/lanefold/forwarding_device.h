// SPDX-License-Identifier: Apache-2.0
// A device in front of a device, for those who want to change or watch some of its calls.
#pragma once

#include <utility>

#include "lanefold/device.h"

namespace lanefold {

/// Passes everything on to a device that outlives it.
class ForwardingDevice : public Device {
 public:
  explicit ForwardingDevice(Device& device) : device_(device) {}

  Buffer allocate(std::size_t bytes) override { return device_.allocate(bytes); }
  void release(Buffer buffer) override { device_.release(buffer); }
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override {
    device_.write(buffer, offset, data, bytes);
  }
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    device_.read(buffer, offset, data, bytes);
  }
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    device_.launch(program, kernel, range, arguments);
  }
  void on_print(Print print) override { device_.on_print(std::move(print)); }
  std::uint32_t max_work_group_size() const override { return device_.max_work_group_size(); }

 private:
  Device& device_;
};

}  // namespace lanefold
