// SPDX-License-Identifier: Apache-2.0
// What all machines share, whatever code they execute: buffers, receivers, records of launches.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "decisions/execute/overrun_warnings.h"
#include "decisions/memory/global_memory.h"
#include "lanefold/machine.h"
#include "machine/device/progress_meter.h"

namespace lanefold {

class BufferDevice : public Machine {
 public:
  explicit BufferDevice(const MachineConfig& config);

  Buffer allocate(std::size_t bytes) override { return allocate(bytes, true); }
  /// A buffer at an address of the caller's choice, a multiple of GlobalMemory::kAlignment.
  Buffer allocate_at(std::uint32_t address, std::size_t bytes);
  void release(Buffer buffer) override;
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  std::uint32_t max_work_group_size() const override;

  const std::vector<LaunchStatistics>& launches() const override { return launches_; }
  std::vector<LaunchStatistics> take_launches() override { return std::exchange(launches_, {}); }
  MachineState state() const override;
  void restore(const MachineState& state) override;
  void on_print(Print print) override { print_ = std::move(print); }
  void on_warning(Warning warning) override { warnings_.report_to(std::move(warning)); }
  void on_progress(Progress progress) override { progress_.report_to(std::move(progress)); }
  void on_stop_check(StopCheck check) override { progress_.ask(std::move(check)); }

 protected:
  const MachineConfig& config() const { return config_; }
  GlobalMemory& memory() { return memory_; }
  const GlobalMemory& memory() const { return memory_; }
  ProgressMeter& progress() { return progress_; }
  OverrunWarnings& warnings() { return warnings_; }

  Buffer allocate(std::size_t bytes, bool writable);
  /// Records what `run` counts in the statistics that it gets; of a launch that fails only if they
  /// are marked as partial.
  template <class Run>
  void record(Run&& run) {
    LaunchStatistics statistics;
    try {
      run(statistics);
    } catch (...) {
      if (statistics.partial) launches_.push_back(std::move(statistics));
      throw;
    }
    launches_.push_back(std::move(statistics));
  }
  /// To whoever takes what kernels print.
  void print(std::string_view text);

  /// Global memory gets what the levels of memory hold of `bytes` from `address` on, if kernels
  /// write there and not to it.
  virtual void refresh(std::uint32_t /*address*/, std::size_t /*bytes*/) const {}

 private:
  /// The host has changed `bytes` of global memory from `address` on, between launches.
  virtual void loaded(std::uint32_t /*address*/, std::size_t /*bytes*/) {}

  void load_cleared();

  MachineConfig config_;
  GlobalMemory memory_;
  ProgressMeter progress_;
  Print print_;
  OverrunWarnings warnings_;
  std::vector<LaunchStatistics> launches_;
};

/// What is known of a launch before it runs.
LaunchStatistics record_of(std::string_view kernel, const NDRange& range,
                           const MachineConfig& machine);

}  // namespace lanefold
