// SPDX-License-Identifier: Apache-2.0
// A machine that executes every launch without timing, and times some of them as well.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "decisions/sampling/launch_sampler.h"
#include "lanefold/machine.h"
#include "machine/sampled/line_counter.h"

namespace lanefold {

/// Memory is that of the functional machine. A launch that is to be timed runs on the timed one
/// from the same memory, and what it writes there is of no further use. So results do not depend
/// on which launches are timed. Of a launch that was timed, launches() has what the timed machine
/// counted, of any other what the functional one did.
class SampledMachine final : public Machine {
 public:
  struct Options {
    bool warms = true;  ///< caches of the timed machine see what launches do that are not timed
    /// Only with `warms`.
    bool stops = true;  ///< of long launches that are chosen automatically, only as much is timed
                        ///< as says how long the rest takes
  };

  /// The timed machine is of that configuration, has no buffers yet, and outlives it. Of Gen8's
  /// code, lines are not known: nothing is warmed, and all launches are timed as a whole, as they
  /// are where data caches are kept coherent.
  SampledMachine(const MachineConfig& config, Machine& timed, TimedLaunches launches,
                 Options options);
  SampledMachine(const MachineConfig& config, Machine& timed, TimedLaunches launches)
      : SampledMachine(config, timed, std::move(launches), Options()) {}

  Buffer allocate(std::size_t bytes) override;
  void release(Buffer buffer) override;
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;
  std::uint32_t max_work_group_size() const override { return functional_->max_work_group_size(); }

  const std::vector<LaunchStatistics>& launches() const override { return launches_; }
  std::vector<LaunchStatistics> take_launches() override { return std::exchange(launches_, {}); }
  void on_print(Print print) override { functional_->on_print(std::move(print)); }
  void on_warning(Warning warning) override { functional_->on_warning(std::move(warning)); }
  void on_progress(Progress progress) override;
  void on_stop_check(StopCheck check) override;
  /// With a sampler, launches are timed as a whole.
  void on_sample(Sampler* sampler) override {
    host_sampler_ = sampler;
    timed_.on_sample(sampler);
  }
  std::string memory_difference() const override { return timed_.memory_difference(); }

  /// What the launches that were timed say of all.
  std::vector<KernelEstimate> estimates() const { return sampler_.estimates(); }

 private:
  void time_launch(LaunchStatistics executed, const LaunchFeatures& features,
                   const Program& program, std::string_view kernel, const NDRange& range,
                   const std::vector<ArgumentValue>& arguments);
  LaunchStatistics launch_on(Machine& machine, const Program& program, std::string_view kernel,
                             const NDRange& range, const std::vector<ArgumentValue>& arguments);
  void warm_caches();
  void copy_memory();
  void copy(Buffer from, Buffer to);
  ArgumentValue on_timed(const ArgumentValue& argument) const;
  std::optional<std::uint32_t> on_timed(std::uint32_t address, std::uint32_t bytes) const;

  LineCounter lines_;
  WatchingObserver observer_;
  std::unique_ptr<Machine> functional_;
  Machine& timed_;
  LaunchSampler sampler_;
  Sampler* host_sampler_ = nullptr;
  const Options options_;
  const std::uint64_t resident_;  ///< warps that the machine holds at once
  /// By its address in the functional machine: a buffer of both.
  std::map<std::uint32_t, std::pair<Buffer, Buffer>> buffers_;
  std::vector<std::byte> wanted_;  ///< a piece of a buffer, on its way
  std::vector<std::byte> there_;
  std::vector<LaunchStatistics> launches_;
};

}  // namespace lanefold
