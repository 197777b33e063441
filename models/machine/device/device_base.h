// SPDX-License-Identifier: Apache-2.0
// What functional and timed machines of RISC-V programs share: checked launches.
#pragma once

#include <string_view>
#include <vector>

#include "decisions/execute/launch.h"
#include "decisions/memory/reservations.h"
#include "machine/device/buffer_device.h"

namespace lanefold {

class DeviceBase : public BufferDevice {
 public:
  using BufferDevice::BufferDevice;

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;
  void prepare(const Program& program) override;

 protected:
  Reservations& reservations() { return reservations_; }

 private:
  /// Throws Error(Usage) if no launch can begin now.
  virtual void check_idle() const {}
  /// Runs every work-group of `launch` and counts; throws what a work-item did wrong.
  virtual void run(const Launch& launch, LaunchStatistics& statistics) = 0;

  /// Runs the launch; with a printf buffer, and what is in it at the end, if the program prints.
  void run_and_print(Launch& launch, LaunchStatistics& statistics);
  void print_buffer(const ProgramImage& image, const std::string& kernel);

  Reservations reservations_;
  Buffer printf_buffer_;  ///< made by the first launch of a program that prints
};

}  // namespace lanefold
