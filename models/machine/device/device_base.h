// SPDX-License-Identifier: Apache-2.0
// What functional and timed machines share: global memory, checked launches, records.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "decisions/execute/launch.h"
#include "decisions/execute/overrun_warnings.h"
#include "decisions/memory/global_memory.h"
#include "decisions/memory/reservations.h"
#include "lanefold/machine.h"
#include "machine/device/progress_meter.h"

namespace lanefold {

class DeviceBase : public Machine {
 public:
  explicit DeviceBase(const MachineConfig& config);

  Buffer allocate(std::size_t bytes) override { return allocate(bytes, true); }
  /// A buffer at an address of the caller's choice, a multiple of GlobalMemory::kAlignment.
  Buffer allocate_at(std::uint32_t address, std::size_t bytes);
  void release(Buffer buffer) override;
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;
  std::uint32_t max_work_group_size() const override;

  const std::vector<LaunchStatistics>& launches() const override { return launches_; }
  std::vector<LaunchStatistics> take_launches() override { return std::exchange(launches_, {}); }
  void on_print(Print print) override { print_ = std::move(print); }
  void on_warning(Warning warning) override { warnings_.report_to(std::move(warning)); }
  void on_progress(Progress progress) override { progress_.report_to(std::move(progress)); }

 protected:
  const MachineConfig& config() const { return config_; }
  GlobalMemory& memory() { return memory_; }
  const GlobalMemory& memory() const { return memory_; }
  Reservations& reservations() { return reservations_; }
  ProgressMeter& progress() { return progress_; }

 private:
  /// Throws Error(Usage) if no launch can begin now.
  virtual void check_idle() const {}
  /// Runs every work-group of `launch` and counts; throws what a work-item did wrong.
  virtual void run(const Launch& launch, LaunchStatistics& statistics) = 0;
  /// The host has changed `bytes` of global memory from `address` on, between launches.
  virtual void loaded(std::uint32_t /*address*/, std::size_t /*bytes*/) {}
  /// Global memory gets what the levels of memory hold of `bytes` from `address` on, if kernels
  /// write there and not to it.
  virtual void refresh(std::uint32_t /*address*/, std::size_t /*bytes*/) const {}

  Buffer allocate(std::size_t bytes, bool writable);
  void load_cleared();

  /// Runs the launch; with a printf buffer, and what is in it at the end, if the program prints.
  void run_and_print(Launch& launch, LaunchStatistics& statistics);
  void print(const ProgramImage& image);
  void print_before_failure(const ProgramImage& image);

  MachineConfig config_;
  GlobalMemory memory_;
  Reservations reservations_;
  ProgressMeter progress_;
  Print print_;
  Buffer printf_buffer_;  ///< made by the first launch of a program that prints
  OverrunWarnings warnings_;
  std::vector<LaunchStatistics> launches_;
};

}  // namespace lanefold
