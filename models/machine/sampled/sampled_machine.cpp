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

namespace lanefold {
namespace {

/// Compared and copied at once.
constexpr std::size_t kPieceBytes = 16 << 10;

}  // namespace

SampledMachine::SampledMachine(const MachineConfig& config, Machine& timed, TimedLaunches launches)
    : lines_(config.memory.line_bytes),
      observer_(lines_),
      functional_(config.core.isa == InstructionSet::Riscv
                      ? make_functional_machine(config, observer_)
                      : make_functional_machine(config)),
      timed_(timed),
      sampler_(std::move(launches)),
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
  lines_.take();  // of a launch that has failed
  LaunchStatistics executed = launch_on(*functional_, program, kernel, range, arguments);
  const LaunchFeatures features = features_of(executed, lines_.take());
  if (!sampler_.wants(features)) {
    launches_.push_back(std::move(executed));
    return;
  }
  std::vector<ArgumentValue> there;
  there.reserve(arguments.size());
  for (const ArgumentValue& argument : arguments) there.push_back(on_timed(argument));
  launches_.push_back(launch_on(timed_, program, kernel, range, there));
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

/// What lies in no buffer is for the machine to refuse.
ArgumentValue SampledMachine::on_timed(const ArgumentValue& argument) const {
  const auto* const part = std::get_if<Buffer>(&argument);
  if (part == nullptr) return argument;
  const auto above = buffers_.upper_bound(part->address);
  if (above == buffers_.begin()) return argument;
  const auto& [own, there] = std::prev(above)->second;
  const std::uint32_t offset = part->address - own.address;
  if (std::uint64_t{offset} + part->size > own.size) return argument;
  return Buffer{there.address + offset, part->size};
}

}  // namespace lanefold
