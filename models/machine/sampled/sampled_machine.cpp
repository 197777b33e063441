// SPDX-License-Identifier: Apache-2.0
// A machine that executes every launch without timing, and times some of them as well.
#include "machine/sampled/sampled_machine.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>
#include <variant>

#include "lanefold/program.h"
#include "lanefold/program_hash.h"
#include "machine/sampled/rate_watch.h"

namespace lanefold {
namespace {

/// Lines of Gen8's code are not known. Data caches that a directory keeps coherent stay as they are
/// when a launch ends, and nobody warms them.
SampledMachine::Options options_for(const MachineConfig& config, SampledMachine::Options wanted) {
  wanted.warms = wanted.warms && config.core.isa == InstructionSet::Riscv;
  wanted.stops = wanted.stops && wanted.warms && config.coherence == Coherence::None;
  return wanted;
}

/// While it lives, a machine that has no sampler otherwise has one.
class SampledBy {
 public:
  SampledBy(Machine& machine, Sampler& sampler) : machine_(machine) {
    machine_.on_sample(&sampler);
  }
  ~SampledBy() { machine_.on_sample(nullptr); }
  SampledBy(const SampledBy&) = delete;
  SampledBy& operator=(const SampledBy&) = delete;

 private:
  Machine& machine_;
};

/// Compared and copied at once.
constexpr std::size_t kPieceBytes = 16 << 10;

}  // namespace

SampledMachine::SampledMachine(const MachineConfig& config, Machine& timed, TimedLaunches launches,
                               Options options)
    : lines_(config.memory.line_bytes),
      observer_(lines_),
      functional_(config.core.isa == InstructionSet::Riscv
                      ? make_functional_machine(config, observer_)
                      : make_functional_machine(config)),
      timed_(timed),
      sampler_(std::move(launches)),
      options_(options_for(config, options)),
      resident_(std::uint64_t{config.cores} * config.core.warps),
      wanted_(kPieceBytes),
      there_(kPieceBytes) {
  timed_.on_print([](std::string_view /*text*/) {});
  timed_.on_warning([](const std::string& /*sentence*/) {});
}

Buffer SampledMachine::allocate(std::size_t bytes) {
  const Buffer buffer = functional_->allocate(bytes);
  buffers_[buffer.address] = {buffer, timed_.allocate(bytes)};
  return buffer;
}

void SampledMachine::release(Buffer buffer) {
  functional_->release(buffer);
  const auto both = buffers_.find(buffer.address);
  timed_.release(both->second.second);
  buffers_.erase(both);
}

void SampledMachine::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  functional_->write(buffer, offset, data, bytes);
}

void SampledMachine::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  functional_->read(buffer, offset, data, bytes);
}

void SampledMachine::on_progress(Progress progress) {
  functional_->on_progress(progress);
  timed_.on_progress(std::move(progress));
}

void SampledMachine::on_stop_check(StopCheck check) {
  functional_->on_stop_check(check);
  timed_.on_stop_check(std::move(check));
}

/// By what it does, a launch may be chosen only when it has been executed, and has changed memory.
void SampledMachine::launch(const Program& program, std::string_view kernel, const NDRange& range,
                            const std::vector<ArgumentValue>& arguments) {
  if (sampler_.begin(hash_of_program(program.file()), kernel, range)) copy_memory();
  lines_.forget();  // what a launch has touched that failed
  LaunchStatistics executed = launch_on(*functional_, program, kernel, range, arguments);
  const LaunchFeatures features = features_of(executed, lines_.count());
  if (!sampler_.wants(features)) {
    launches_.push_back(std::move(executed));
    return warm_caches();
  }
  std::vector<ArgumentValue> there;
  there.reserve(arguments.size());
  for (const ArgumentValue& argument : arguments) there.push_back(on_timed(argument));
  time_launch(std::move(executed), features, program, kernel, range, there);
}

/// One that is stopped at its beginning keeps the record of its execution.
void SampledMachine::time_launch(LaunchStatistics executed, const LaunchFeatures& features,
                                 const Program& program, std::string_view kernel,
                                 const NDRange& range,
                                 const std::vector<ArgumentValue>& arguments) {
  const SteadyRate rate(executed.lane_instructions, executed.warps, resident_);
  const bool may_stop =
      options_.stops && host_sampler_ == nullptr && sampler_.may_time_partly() && rate.is_long();
  RateWatch watch(rate);
  std::optional<SampledBy> sampled;
  if (may_stop) sampled.emplace(timed_, watch);
  try {
    launches_.push_back(launch_on(timed_, program, kernel, range, arguments));
  } catch (const Error& error) {
    if (!watch.estimate() || error.kind() != ErrorKind::Interrupted) throw;
    launches_.back() = std::move(executed);
    sampler_.add(features, *watch.estimate());
    return warm_caches();
  }
  sampler_.add(features, launches_.back().cycles);
}

/// A launch that fails may have a record, which is partial.
LaunchStatistics SampledMachine::launch_on(Machine& machine, const Program& program,
                                           std::string_view kernel, const NDRange& range,
                                           const std::vector<ArgumentValue>& arguments) {
  try {
    machine.launch(program, kernel, range, arguments);
  } catch (...) {
    for (LaunchStatistics& record : machine.take_launches()) launches_.push_back(std::move(record));
    throw;
  }
  return machine.take_launches().back();
}

void SampledMachine::copy_memory() {
  for (const auto& [address, both] : buffers_) copy(both.first, both.second);
}

/// Only what differs is written: caches keep their lines, and a write takes longer than two reads.
void SampledMachine::copy(Buffer from, Buffer to) {
  for (std::size_t at = 0; at < from.size; at += kPieceBytes) {
    const std::size_t bytes = std::min<std::size_t>(kPieceBytes, from.size - at);
    functional_->read(from, at, wanted_.data(), bytes);
    timed_.read(to, at, there_.data(), bytes);
    if (std::memcmp(wanted_.data(), there_.data(), bytes) == 0) continue;
    timed_.write(to, at, wanted_.data(), bytes);
  }
}

/// By the latest accesses of the latest launch, which was not timed to its end.
void SampledMachine::warm_caches() {
  if (!options_.warms) return;
  std::vector<LineTouch> touches;
  touches.reserve(lines_.touched().size());
  for (const LineTouch& touch : lines_.touched()) {
    // Outside of buffers are arguments, which both machines have at the same place, nearly always.
    const std::uint32_t there = on_timed(touch.address, 0).value_or(touch.address);
    touches.push_back({there, touch.writes});
  }
  timed_.warm(touches);
}

/// What lies in no buffer is for the machine to refuse.
ArgumentValue SampledMachine::on_timed(const ArgumentValue& argument) const {
  const auto* const part = std::get_if<Buffer>(&argument);
  if (part == nullptr) return argument;
  const auto there = on_timed(part->address, part->size);
  return there ? Buffer{*there, part->size} : argument;
}

/// Where bytes of a buffer are on the timed machine.
std::optional<std::uint32_t> SampledMachine::on_timed(std::uint32_t address,
                                                      std::uint32_t bytes) const {
  const auto above = buffers_.upper_bound(address);
  if (above == buffers_.begin()) return {};
  const auto& [own, there] = std::prev(above)->second;
  const std::uint32_t offset = address - own.address;
  if (std::uint64_t{offset} + bytes > own.size) return {};
  return there.address + offset;
}

}  // namespace lanefold
