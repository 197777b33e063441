// SPDX-License-Identifier: Apache-2.0
// The machine behind the one device of the platform: serves one caller at a time, and keeps its
// clock.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lanefold/progress.h"
#include "lanefold/machine.h"
#include "launch_records.h"
#include "machine/sampled/sampled_machine.h"
#include "opencl.h"
#include "recording_file.h"
#include "settings.h"
#include "toolchain.h"

namespace lanefold::icd {

/// Thread-safe; calls wait for one another. Every method throws `Error` as `Device` does.
class SimulatedDevice {
 public:
  explicit SimulatedDevice(Settings settings);

  const MachineConfig& machine() const { return settings_.machine; }
  /// Throws Error(Compiler) at the end of the process: tools are started with the help of libraries
  /// that are no longer there.
  const Toolchain& toolchain() const;
  /// Most work-items of a group.
  std::uint32_t max_work_group_size() const;
  /// The largest power of two of them: what the device says, because applications halve groups.
  std::uint32_t told_work_group_size() const;
  std::uint32_t local_memory_bytes() const;

  Buffer allocate(std::size_t bytes);
  void release(Buffer buffer);
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes);
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes);
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments);

  /// What Machine says of them; a machine that has run nothing is made for it.
  void prepare(const Program& program);
  MachineState state();
  void restore(const MachineState& state);

  /// What a program was built from, for profiles.
  void keep_source(const std::vector<std::byte>& program, const std::string& text);

  /// Lets the time pass that a transfer of `bytes` takes at the bandwidth of the machine's memory.
  void pass_transfer(std::size_t bytes);
  /// Simulated nanoseconds since the device was made.
  cl_ulong now() const { return now_; }

  /// Writes and prints what the settings ask for. False if output is lost, which messages say.
  bool report();
  /// The process ends: stops a launch of another thread. From now on nothing is launched or built.
  void end();
  /// After an interruption: waits until no launch is under way, and ends the process. A launch that
  /// is under way ends it itself.
  [[noreturn]] void end_interrupted();

 private:
  [[noreturn]] void end_process();
  bool in_child() const { return getpid() != process_; }
  std::optional<LaunchStop> stop_at_end() const;
  void require_launchable(std::string_view kernel) const;
  void run_launch(const Program& program, std::string_view kernel, const NDRange& range,
                  const std::vector<ArgumentValue>& arguments);
  void note_failure();
  void take_records();
  void pass(cl_ulong nanoseconds) { now_ += nanoseconds; }
  cl_ulong duration(const LaunchStatistics& launch) const;
  Machine& device();
  void make_device();
  Machine& make_machine();
  void take_estimates();
  template <class Close>
  bool close_file(const std::string& file, const char* asked_by, Close&& close);
  bool close_trace();
  bool close_recording();
  std::string source_of(const std::vector<std::byte>& program);
  bool write_profile();
  ProfileRecord profile_record() const;

  const pid_t process_ = getpid();  ///< children of fork() have no part in its outputs
  const Settings settings_;
  const std::unique_ptr<const Toolchain> toolchain_;
  mutable std::mutex mutex_;
  std::unique_ptr<PipelineTraceFile> trace_;   ///< if there is to be one; it has the machine
  std::unique_ptr<ProfiledMachine> profiled_;  ///< or a profile
  std::unique_ptr<Machine> own_;               ///< otherwise
  std::unique_ptr<SampledMachine> sampled_;    ///< before it, if only some launches are timed
  std::unique_ptr<RecordingFile> recording_;   ///< if there is to be one, before any of these
  Machine* machine_ = nullptr;                 ///< made when it is first needed
  std::unique_ptr<Progress> progress_;         ///< of the machine, if it is shown
  std::atomic<cl_ulong> now_{0};
  std::atomic<bool> printed_{false};  ///< a kernel has
  std::atomic<bool> ending_{false};   ///< by an interruption
  std::atomic<bool> ended_{false};    ///< as the process does
  mutable std::mutex records_mutex_;  ///< held for moments only: the end does not wait for launches
  LaunchRecords records_;
  std::mutex sources_mutex_;
  std::map<std::size_t, std::string> sources_;  ///< of programs, by hash_of_program
};

}  // namespace lanefold::icd
