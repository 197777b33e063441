// SPDX-License-Identifier: Apache-2.0
// A GPU in a simulation context of its own, so that several machines can live in one program, in
// which nobody else need know of SystemC.
#include <memory>
#include <systemc>
#include <utility>

#include "lanefold/gpu.h"
#include "machine/gpu/use_context.h"
#include "machine/top/block_factory.h"

/// libsystemc.so refers to it, but TimedMachine drives its simulation itself. A program's own takes
/// its place.
[[gnu::weak]] int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

namespace lanefold {
namespace {

class TimedMachine final : public Machine {
 public:
  TimedMachine(const MachineConfig& machine, BlockFactory& factory)
      : context_(std::make_unique<sc_core::sc_simcontext>()) {
    const UseContext use(context_.get());
    gpu_ = std::make_unique<Gpu>("gpu", machine, factory);
    sc_core::sc_start(gpu_->clock_period());  // elaborates; SystemC warns of none
  }
  ~TimedMachine() override {
    const UseContext use(context_.get());
    gpu_.reset();
    context_.reset();
  }
  TimedMachine(const TimedMachine&) = delete;
  TimedMachine& operator=(const TimedMachine&) = delete;

  Buffer allocate(std::size_t bytes) override {
    const UseContext use(context_.get());
    return gpu_->host().allocate(bytes);
  }
  void release(Buffer buffer) override {
    const UseContext use(context_.get());
    gpu_->host().release(buffer);
  }
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override {
    const UseContext use(context_.get());
    gpu_->host().write(buffer, offset, data, bytes);
  }
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    gpu_->host().read(buffer, offset, data, bytes);
  }
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    caller_ = sc_core::sc_curr_simcontext;
    const UseContext use(context_.get());
    gpu_->host().launch(program, kernel, range, arguments);
  }
  void prepare(const Program& program) override {
    const UseContext use(context_.get());
    gpu_->host().prepare(program);
  }
  void warm(const std::vector<LineTouch>& touches) override {
    const UseContext use(context_.get());
    gpu_->host().warm(touches);
  }
  MachineState state() const override {
    const UseContext use(context_.get());
    return gpu_->host().state();
  }
  void restore(const MachineState& state) override {
    const UseContext use(context_.get());
    gpu_->host().restore(state);
  }
  std::uint32_t max_work_group_size() const override { return gpu_->host().max_work_group_size(); }

  const std::vector<LaunchStatistics>& launches() const override { return gpu_->host().launches(); }
  std::vector<LaunchStatistics> take_launches() override { return gpu_->host().take_launches(); }
  void on_print(Print print) override {
    gpu_->host().on_print(in_context_of_caller(std::move(print)));
  }
  void on_warning(Warning warning) override {
    gpu_->host().on_warning(in_context_of_caller(std::move(warning)));
  }
  void on_progress(Progress progress) override {
    gpu_->host().on_progress(in_context_of_caller(std::move(progress)));
  }
  void on_stop_check(StopCheck check) override {
    gpu_->host().on_stop_check(in_context_of_caller(std::move(check)));
  }
  void on_sample(Sampler* sampler) override { gpu_->host().on_sample(sampler); }
  std::string memory_difference() const override {
    const UseContext use(context_.get());
    return gpu_->host().memory_difference();
  }

 private:
  /// Receivers are called during a launch. The simulation is none of theirs: SystemC's time in it
  /// may lag behind, and a process of theirs must not get into it.
  template <class Receiver>
  Receiver in_context_of_caller(Receiver receiver) {
    if (!receiver) return nullptr;
    return [this, receiver = std::move(receiver)](const auto&... told) {
      const UseContext use(caller_);
      return receiver(told...);
    };
  }

  std::unique_ptr<sc_core::sc_simcontext> context_;
  sc_core::sc_simcontext* caller_ = nullptr;  ///< that of who launches
  std::unique_ptr<Gpu> gpu_;
};

}  // namespace

std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config) {
  BlockFactory model;
  return std::make_unique<TimedMachine>(config, model);
}

std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config, BlockFactory& factory) {
  return std::make_unique<TimedMachine>(config, factory);
}

}  // namespace lanefold
