// SPDX-License-Identifier: Apache-2.0
// The cycle-level machine as a device: one elaboration, many launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decisions/execute/per_kernel.h"
#include "decisions/pipeline/launch_activity.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/scalar/scalar_marks.h"
#include "machine/device/device_base.h"
#include "machine/eu/eu_launcher.h"
#include "machine/gpu/memory_link.h"
#include "machine/gpu/simulated_time.h"
#include "machine/top/chip.h"

namespace lanefold {

/// Its chip becomes a part of the module that is under construction.
class GpuDevice final : public DeviceBase {
 public:
  using MemoryLinks = std::vector<std::unique_ptr<MemoryLink>>;

  /// The factory is asked during this call only. `links` outlive the device; they lead to a memory
  /// outside, or there are none.
  GpuDevice(const MachineConfig& machine, BlockFactory& factory, const MemoryLinks& links);

  /// The simulation starts: everything is bound, and what the host has written is loaded.
  void start();

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;
  void prepare(const Program& program) override;
  void warm(const std::vector<LineTouch>& touches) override {
    check_idle();
    chip_.warm(touches);
  }
  MachineState state() const override;
  void restore(const MachineState& state) override;
  void release(Buffer buffer) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  /// The buffer around an address; one of size 0 if there is none.
  Buffer buffer_at(std::uint64_t address) const;
  /// Whether all of the bytes could be moved: from a memory outside those at any address, of the
  /// machine's own those of one buffer.
  bool read_at(std::uint64_t address, void* data, std::size_t bytes) const;
  /// Only of a memory of its own.
  bool write_at(std::uint64_t address, const void* data, std::size_t bytes);

  void on_sample(Sampler* sampler) override { chip_.sample(sampler); }
  std::string memory_difference() const override;
  const sc_core::sc_time& period() const { return chip_.period(); }
  bool has_memory_outside() const { return outside(); }

 private:
  /// Notices that nothing moves any more.
  struct Watch {
    std::uint64_t moves = 0;
    std::uint64_t since_cycle = 0;

    /// Cycles since anything has moved; 0 while an answer of memory is known to come.
    std::uint64_t quiet_cycles(const Chip& chip);
  };

  void check_idle() const override;
  void run(const Launch& unmarked, LaunchStatistics& statistics) override;
  void loaded(std::uint32_t address, std::size_t bytes) override;
  void refresh(std::uint32_t address, std::size_t bytes) const override;
  const ScalarMarks& marks_of(const Launch& launch);
  LaunchActivity* activity();
  void run_groups(LaunchedGroups& groups, LaunchStatistics& statistics);
  void carry_out(LaunchedGroups& groups, LaunchStatistics& statistics);
  void run_slice(const std::string& kernel, Watch& watch);
  void come_to_rest(const std::string& kernel, Watch& watch);
  void try_to_rest(const std::string& kernel, Watch& watch);
  void settle(const std::string& kernel, Watch& watch);
  [[noreturn]] void give_up(const std::string& kernel, const Watch& watch,
                            const char* sentence) const;
  bool outside() const { return !links_.empty(); }
  bool through() const { return config().memory.values == MemoryValues::Through; }
  void take_over(std::uint32_t address, std::size_t bytes) const;
  void take_over_all();
  void hand_over_all();
  void hand_over(std::uint32_t address, std::uint32_t bytes) const;

  gen8::MachineBuffers eu_buffers();

  const MemoryLinks& links_;
  Chip chip_;
  SimulatedTime time_;
  /// What others' memory has held in each writable buffer since the launch began, by address.
  std::map<std::uint32_t, std::vector<std::byte>> before_;
  std::optional<LaunchActivity> activity_;  ///< of the latest launch
  bool started_ = false;
  bool launching_ = false;
  bool handed_over_ = true;  ///< the memory outside has all that kernels have written
  const bool reads_marks_;
  static constexpr std::size_t kMostMarked = 256;  ///< kernels; programs may come and go
  PerKernel<ScalarMarks> marks_{kMostMarked};
  gen8::EuLauncher eu_;  ///< with core.isa = gen8
};

}  // namespace lanefold
