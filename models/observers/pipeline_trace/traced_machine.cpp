// SPDX-License-Identifier: Apache-2.0
// A timed machine whose launches are traced.
#include <exception>
#include <utility>

#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/pipeline_trace.h"
#include "lanefold/program.h"
#include "machine/device/forwarding_machine.h"
#include "observers/pipeline_trace/row_writer.h"
#include "observers/pipeline_trace/tracing_factory.h"

namespace lanefold {
namespace {

class TracedTimedMachine final : public ForwardingMachine<TracedMachine> {
 public:
  TracedTimedMachine(const MachineConfig& config, const PipelineTraceRequest& request,
                     TextSink::Sink sink)
      : config_(config),
        sink_(std::move(sink)),
        writer_(make_row_writer(request, slots_of(config.core),
                                [this](std::string_view text) { pass_on(text); })),
        rows_(*writer_, request.window, request.lead),
        instructions_(config_, clock_, rows_),
        requests_(config_, request.core, rows_, instructions_),
        launches_(request.first_launch),
        factory_(request.core, clock_, instructions_, requests_, [this] { begin_launch(); }),
        machine_(make_timed_machine(config, factory_)) {
    on_progress(nullptr);
  }
  ~TracedTimedMachine() override { factory_.remove_taps(); }
  TracedTimedMachine(const TracedTimedMachine&) = delete;
  TracedTimedMachine& operator=(const TracedTimedMachine&) = delete;

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    if (closed_) return machine_->launch(program, kernel, range, arguments);
    rethrow_failure();
    starting_ = &program;
    kernel_ = kernel;
    begun_ = false;
    try {
      machine_->launch(program, kernel, range, arguments);
    } catch (...) {
      end_launch(clock_.latest());
      throw;
    }
    end_launch(begin_ + machine_->launches().back().cycles);
    rethrow_failure();
  }
  void close() override {
    if (!std::exchange(closed_, true)) writer_->close();
    rethrow_failure();
  }
  std::uint64_t rows() const override { return rows_.written(); }
  std::uint64_t left_out() const override { return rows_.left_out(); }
  std::optional<std::uint64_t> end() const override { return end_; }

  /// Between two pieces of the simulation: a launch whose trace is lost ends here.
  void on_progress(Progress progress) override {
    machine_->on_progress([this, progress = std::move(progress)](std::uint64_t cycles,
                                                                 std::uint64_t warp_instructions) {
      rethrow_failure();
      if (progress) progress(cycles, warp_instructions);
    });
  }

 private:
  Machine& target() const override { return *machine_; }

  /// In the middle of a simulation, which no exception may leave: what the sink throws is kept, and
  /// the rest of the trace dropped.
  void pass_on(std::string_view text) {
    if (failure_ != nullptr) return;
    try {
      sink_(text);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  void rethrow_failure() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

  /// The thread dispatcher starts the first threads in the launch's first cycle.
  void begin_launch() {
    if (std::exchange(begun_, true)) return;
    clock_.start();
    begin_ = clock_.now();
    instructions_.launch_begins(*starting_);
    writer_->launch_begins(launches_++, kernel_, begin_);
  }
  void end_launch(Cycle end) {
    if (!begun_) return;
    rows_.close_all(clock_.latest());
    instructions_.launch_ends();
    requests_.launch_ends();
    writer_->launch_ends(end);
    end_ = end;
  }

  const MachineConfig config_;
  TextSink::Sink sink_;
  std::exception_ptr failure_;  ///< of the sink
  std::unique_ptr<RowWriter> writer_;
  RowQueue rows_;
  TraceClock clock_;
  InstructionRecorder instructions_;
  RequestRecorder requests_;
  unsigned launches_;  ///< number of the next one
  TracingFactory factory_;
  std::unique_ptr<Machine> machine_;
  const Program* starting_ = nullptr;
  std::string kernel_;
  bool begun_ = false;
  bool closed_ = false;
  Cycle begin_ = 0;  ///< of the latest launch
  std::optional<Cycle> end_;
};

}  // namespace

std::unique_ptr<TracedMachine> make_traced_machine(const MachineConfig& config,
                                                   const PipelineTraceRequest& request,
                                                   std::function<void(std::string_view)> sink) {
  if (request.core) check_traced_core(*request.core, config);
  return std::make_unique<TracedTimedMachine>(config, request, std::move(sink));
}

}  // namespace lanefold
