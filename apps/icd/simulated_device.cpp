// SPDX-License-Identifier: Apache-2.0
// The machine behind the one device of the platform.
#include "simulated_device.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "api_error.h"
#include "apps/lanefold/stop_check.h"
#include "base/output_file.h"
#include "base/text.h"
#include "decisions/sampling/cycle_estimate.h"
#include "lanefold/error.h"
#include "machine/device/launch_limits.h"
#include "message.h"

namespace lanefold::icd {
namespace {

constexpr std::uint64_t kMegahertzPerGigahertz = 1000;
constexpr const char* kStem = "source";  ///< of sources' names

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

Report report_of(const ProfileRecord& profile, ReportedRun run) {
  Report report = new_report("exec", run.record, profile);
  run.profile = profile.runs.front();
  report.runs.push_back(std::move(run));
  return report;
}

thread_local bool launching = false;

/// While it lives, the calling thread launches a kernel.
struct LaunchInThisThread {
  LaunchInThisThread() { launching = true; }
  ~LaunchInThisThread() { launching = false; }
  LaunchInThisThread(const LaunchInThisThread&) = delete;
  LaunchInThisThread& operator=(const LaunchInThisThread&) = delete;
};

/// Whether the action did not fail; otherwise a message says so, and by what it was asked for.
template <class Action>
bool is_written(const char* asked_by, Action&& action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    print_message(std::string(error.what()) + asked_by);
    return false;
  }
}

}  // namespace

SimulatedDevice::SimulatedDevice(Settings settings)
    : settings_(std::move(settings)),
      toolchain_(make_toolchain(settings_.machine.core, settings_.simd)),
      records_(settings_.program, settings_.machine, settings_.stats_file,
               settings_.report.wanted()) {
  records_.begin_at(settings_.first_launch);
}

const Toolchain& SimulatedDevice::toolchain() const {
  if (!ended_) return *toolchain_;
  throw Error(ErrorKind::Compiler, "no program is built while the process ends");
}

Machine& SimulatedDevice::device() {
  if (machine_ != nullptr) return *machine_;
  if (ended_) throw Error(ErrorKind::Launch, "no machine is made while the process ends");
  make_device();
  return *machine_;
}

/// The one that all launches run on, if all are timed or none.
Machine& SimulatedDevice::make_machine() {
  if (!settings_.trace.file.empty()) {
    trace_ = std::make_unique<PipelineTraceFile>(settings_.trace, settings_.machine);
    return trace_->machine();
  }
  if (settings_.counts_by_instruction()) {
    profiled_ = make_profiled_machine(settings_.machine);
    return *profiled_;
  }
  own_ = settings_.functional ? make_functional_machine(settings_.machine)
                              : make_timed_machine(settings_.machine);
  return *own_;
}

/// Until nothing can fail any more, there is none.
void SimulatedDevice::make_device() {
  Machine* machine = &make_machine();
  if (settings_.timed) {
    // Profiles and traces are of whole launches.
    const SampledMachine::Options options{settings_.warms, own_ != nullptr};
    sampled_ =
        std::make_unique<SampledMachine>(settings_.machine, *machine, *settings_.timed, options);
    machine = sampled_.get();
  }
  if (!settings_.record_file.empty() && !in_child()) {
    recording_ = std::make_unique<RecordingFile>(
        settings_.record_file, settings_.program, settings_.machine, *machine,
        [this](const std::vector<std::byte>& program) { return source_of(program); });
    machine = &recording_->machine();
  }
  machine_ = machine;
  machine_->on_print([this](std::string_view text) {
    printed_ = true;
    print_to(stdout, text);
  });
  machine_->on_stop_check([this, check = stop_check(settings_.max_seconds)] {
    const std::optional<LaunchStop> stop = stop_at_end();
    return stop ? stop : check();
  });
  if (settings_.progress) {
    progress_ = std::make_unique<Progress>(*machine_, "kernels", kProgressInterval);
  }
}

std::uint32_t SimulatedDevice::max_work_group_size() const {
  return work_group_of_any_kernel(settings_.machine);
}

std::uint32_t SimulatedDevice::told_work_group_size() const {
  std::uint32_t size = 1;
  while (size <= max_work_group_size() / 2) size *= 2;
  return size;
}

std::uint32_t SimulatedDevice::local_memory_bytes() const {
  return largest_local_memory(settings_.machine);
}

Buffer SimulatedDevice::allocate(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return device().allocate(bytes);
}

void SimulatedDevice::release(Buffer buffer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device().release(buffer);
}

void SimulatedDevice::write(Buffer buffer, std::size_t offset, const void* data,
                            std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device().write(buffer, offset, data, bytes);
}

void SimulatedDevice::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device().read(buffer, offset, data, bytes);
}

void SimulatedDevice::prepare(const Program& program) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device().prepare(program);
}

MachineState SimulatedDevice::state() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return device().state();
}

void SimulatedDevice::restore(const MachineState& state) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device().restore(state);
}

void SimulatedDevice::launch(const Program& program, std::string_view kernel, const NDRange& range,
                             const std::vector<ArgumentValue>& arguments) {
  try {
    run_launch(program, kernel, range, arguments);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Interrupted) throw;
    end_process();
  }
}

void SimulatedDevice::run_launch(const Program& program, std::string_view kernel,
                                 const NDRange& range,
                                 const std::vector<ArgumentValue>& arguments) {
  const std::lock_guard<std::mutex> lock(mutex_);
  require_launchable(kernel);
  const LaunchInThisThread mark;
  try {
    device().launch(program, kernel, range, arguments);
  } catch (const Error& error) {
    // Before the lock is free: who waits for it may be about to end the process.
    if (error.kind() == ErrorKind::Interrupted || ended_) print_message(error.what());
    note_failure();
    if (ended_) throw ApiError(CL_OUT_OF_RESOURCES);
    throw;
  } catch (...) {
    note_failure();
    throw;
  }
  const std::lock_guard<std::mutex> records_lock(records_mutex_);
  take_records();
}

/// A child of fork() would write into its parent's trace.
void SimulatedDevice::require_launchable(std::string_view kernel) const {
  if (ended_) {
    throw Error(ErrorKind::Launch, fmt::format("kernel {} is not run: the process ends", kernel));
  }
  if (in_child() && !settings_.trace.file.empty()) {
    throw Error(ErrorKind::Launch,
                fmt::format("kernel {} is not run: a child of fork() has no part in the trace of "
                            "its parent ($LANEFOLD_TRACE)",
                            kernel));
  }
}

std::optional<LaunchStop> SimulatedDevice::stop_at_end() const {
  if (!ended_) return {};
  return LaunchStop{ErrorKind::NoProgress, "was stopped by the end of the process"};
}

/// Not waited for: a launch that the calling thread has interrupted, by a signal.
void SimulatedDevice::end() {
  ended_ = true;
  if (!launching) const std::lock_guard<std::mutex> lock(mutex_);
}

void SimulatedDevice::note_failure() {
  const std::lock_guard<std::mutex> records_lock(records_mutex_);
  records_.add_failure();
  take_records();
}

/// Of a launch that was stopped, there is one, too.
void SimulatedDevice::take_records() {
  for (const LaunchStatistics& launch : device().take_launches()) {
    pass(duration(launch));
    if (!launch.timed && !settings_.records_untimed) continue;
    if (!in_child()) records_.add(launch);
  }
}

void SimulatedDevice::end_interrupted() {
  { const std::lock_guard<std::mutex> lock(mutex_); }
  end_process();
}

/// Whoever comes second waits for the end.
void SimulatedDevice::end_process() {
  while (ending_.exchange(true)) pause();
  report();
  _exit(static_cast<int>(ErrorKind::Interrupted));
}

void SimulatedDevice::pass_transfer(std::size_t bytes) {
  const std::uint64_t bandwidth = settings_.machine.dram.bandwidth_mb_s;
  const std::uint64_t time =
      bandwidth == 0 ? 0 : divided_up(bytes * kMegahertzPerGigahertz, bandwidth);
  pass(std::max<std::uint64_t>(time, 1));
}

/// A functional launch has no cycles; it passes one for each warp instruction.
cl_ulong SimulatedDevice::duration(const LaunchStatistics& launch) const {
  const std::uint64_t cycles = launch.timed ? launch.cycles : launch.warp_instructions;
  return std::max<std::uint64_t>(
      divided_up(cycles * kMegahertzPerGigahertz, settings_.machine.clock_mhz), 1);
}

/// The end does not wait for a launch of another thread.
template <class Close>
bool SimulatedDevice::close_file(const std::string& file, const char* asked_by, Close&& close) {
  if (file.empty()) return true;
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  return is_written(asked_by, [&] {
    if (!lock) {
      throw Error(ErrorKind::File, file + " is not complete: a launch has not ended");
    }
    close();
  });
}

bool SimulatedDevice::close_trace() {
  return close_file(settings_.trace.file, " ($LANEFOLD_TRACE)", [&] {
    if (trace_ == nullptr) return;
    trace_->close();
    const std::string warning = trace_->warning();
    if (!warning.empty()) print_message(warning);
  });
}

void SimulatedDevice::keep_source(const std::vector<std::byte>& program, const std::string& text) {
  if (!settings_.keeps_sources()) return;
  const std::lock_guard<std::mutex> lock(sources_mutex_);
  sources_[hash_of_program(program)] = text;
}

std::string SimulatedDevice::source_of(const std::vector<std::byte>& program) {
  const std::lock_guard<std::mutex> lock(sources_mutex_);
  const auto source = sources_.find(hash_of_program(program));
  return source == sources_.end() ? std::string() : source->second;
}

bool SimulatedDevice::close_recording() {
  if (in_child()) return true;
  return close_file(settings_.record_file, " ($LANEFOLD_RECORD)", [&] {
    if (recording_ != nullptr) recording_->close();
  });
}

/// Sources have no names of their own: those of several programs get numbers.
ProfileRecord SimulatedDevice::profile_record() const {
  ProfileRecord record;
  record.program = settings_.program;
  record.runs.push_back({"", settings_.machine, {}, {}});
  if (profiled_ == nullptr) return record;
  std::vector<KernelProfile>& kernels = record.runs.front().kernels;
  kernels = profiled_->profiles();
  record.runs.front().curves = profiled_->curves();
  std::map<std::size_t, std::string> names;
  for (KernelProfile& kernel : kernels) {
    const auto source = sources_.find(kernel.program_hash);
    if (source == sources_.end()) continue;
    std::string& name = names[kernel.program_hash];
    if (name.empty() && names.size() == 1) name = kernel.program;
    if (name.empty()) name = fmt::format("{}-{}.cl", kStem, names.size());
    record.sources[name] = source->second;
    for (ProfiledInstruction& one : kernel.instructions) {
      for (SourceFrame& frame : one.stack) {
        if (frame.line.file == kernel.program) frame.line.file = name;
      }
    }
  }
  return record;
}

/// The profile, and the report. The caller holds the mutex of records.
bool SimulatedDevice::write_profile() {
  if (!settings_.counts_by_instruction()) return true;
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  const std::lock_guard<std::mutex> sources_lock(sources_mutex_);
  const auto record = [&] {
    if (!lock) throw Error(ErrorKind::File, "there is no profile: a launch has not ended");
    return profile_record();
  };
  bool written = true;
  if (settings_.profile.wanted()) {
    written &= is_written(" ($LANEFOLD_PROFILE_OUT)", [&] {
      const ProfileRecord profile = record();
      write_profiles(profile, settings_.profile);
      std::fflush(stdout);
      std::fputs(profile_table(profile, settings_.profile).c_str(), stderr);
    });
  }
  if (settings_.report.wanted()) {
    written &= is_written(" ($LANEFOLD_REPORT)", [&] {
      write_report(report_of(record(), records_.reported()), settings_.report.file);
    });
  }
  return written;
}

/// Not of launches of which one is under way. The caller holds the mutex of records.
void SimulatedDevice::take_estimates() {
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (!lock || sampled_ == nullptr || !settings_.records_untimed) return;
  std::vector<KernelEstimate> estimates = sampled_->estimates();
  const KernelEstimate all = total_of(estimates);
  for (const std::string& kernel : settings_.timed->kernels) {
    const bool known = std::any_of(estimates.begin(), estimates.end(),
                                   [&](const KernelEstimate& one) { return one.kernel == kernel; });
    if (known) continue;
    print_message("--timed ($LANEFOLD_TIMED) names " + in_quotes(kernel) +
                  ", of which there was no launch");
  }
  if (all.launches != 0 && all.timed + all.partly_timed == 0) {
    print_message(
        fmt::format("none of the {} launches is timed: --timed ($LANEFOLD_TIMED) names "
                    "no number or kernel that there was",
                    all.launches));
  }
  records_.set_estimates(std::move(estimates));
}

bool SimulatedDevice::report() {
  bool written = close_trace();
  written &= close_recording();
  const std::lock_guard<std::mutex> lock(records_mutex_);
  take_estimates();
  written &= is_written(" ($LANEFOLD_STATS)", [&] { records_.write_statistics(); });
  if (printed_ || settings_.stats_file == "-") {
    written &= is_written("", [] { finish_printing(stdout); });
  }
  if (settings_.summary) {
    std::fflush(stdout);
    std::fputs(records_.table(settings_.functional).c_str(), stderr);
  }
  written &= write_profile();
  return written;
}

}  // namespace lanefold::icd
