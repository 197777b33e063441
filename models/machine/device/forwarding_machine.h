// SPDX-License-Identifier: Apache-2.0
// A machine in front of a machine, for those who watch its launches.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lanefold/machine.h"

namespace lanefold {

/// Passes all but launches on to another machine; `Base` is derived from Machine.
template <class Base>
class ForwardingMachine : public Base {
 public:
  Buffer allocate(std::size_t bytes) override { return target().allocate(bytes); }
  void release(Buffer buffer) override { target().release(buffer); }
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override {
    target().write(buffer, offset, data, bytes);
  }
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    target().read(buffer, offset, data, bytes);
  }
  std::uint32_t max_work_group_size() const override { return target().max_work_group_size(); }
  const std::vector<LaunchStatistics>& launches() const override { return target().launches(); }
  std::vector<LaunchStatistics> take_launches() override { return target().take_launches(); }
  void on_print(Device::Print print) override { target().on_print(std::move(print)); }
  void on_warning(Machine::Warning warning) override { target().on_warning(std::move(warning)); }
  void on_progress(Machine::Progress progress) override {
    target().on_progress(std::move(progress));
  }
  void on_stop_check(Machine::StopCheck check) override {
    target().on_stop_check(std::move(check));
  }
  void on_sample(Sampler* sampler) override { target().on_sample(sampler); }
  void prepare(const Program& program) override { target().prepare(program); }
  void warm(const std::vector<LineTouch>& touches) override { target().warm(touches); }
  MachineState state() const override { return target().state(); }
  void restore(const MachineState& state) override { target().restore(state); }
  std::string memory_difference() const override { return target().memory_difference(); }

 private:
  /// The machine, which outlives all calls.
  virtual Machine& target() const = 0;
};

}  // namespace lanefold
