// SPDX-License-Identifier: Apache-2.0
// The checker watches a functional machine, or taps in the pipeline of a timed one.
#include "observers/uniformity_check/checked_machine.h"

#include <utility>
#include <vector>

#include "lanefold/error.h"
#include "machine/top/block_factory.h"
#include "observers/pipeline_trace/taps.h"

namespace lanefold {

/// Has the watcher look at operands before an instruction issues, and at results when it has been
/// written back.
class CheckedMachine::Factory final : public BlockFactory {
 public:
  Factory(InstructionWatcher& watcher, const CoreConfig& core)
      : watcher_(watcher), loads_divide_(core.on_miss == OnMiss::Divide) {}

  using BlockFactory::splice;
  CallSocket<WarpProtocol>& splice(Edge edge, const CoreContext& /*core*/,
                                   CallSocket<WarpProtocol>& target) override {
    if (edge == Edge::Issued) {
      return put(target,
                 [this](WarpInstruction& i) { watcher_.begins(*i.warp, i.riscv(), i.active); }, {});
    }
    if (edge != Edge::Written) return target;
    return put(target, {}, [this](WarpInstruction& i) {
      // Lanes that have become a slice of their own after a load may have written its register
      // again.
      if (loads_divide_ && reads_memory(*i.instruction)) return;
      watcher_.ended(*i.warp, i.riscv(), i.active);
    });
  }

  void remove_taps() { taps_.clear(); }

 private:
  using Tap = CallTap<WarpProtocol>;

  CallSocket<WarpProtocol>& put(CallSocket<WarpProtocol>& target, Tap::Event before,
                                Tap::Event after) {
    taps_.push_back(std::make_unique<Tap>(sc_core::sc_gen_unique_name("uniformity_tap"),
                                          std::move(before), std::move(after)));
    taps_.back()->to.bind(target);
    return taps_.back()->from;
  }

  InstructionWatcher& watcher_;
  bool loads_divide_;
  std::vector<std::unique_ptr<Tap>> taps_;
};

CheckedMachine::CheckedMachine(const MachineConfig& config, bool functional)
    : CheckedMachine(config, functional, shape_on(config, functional)) {}

CheckedMachine::CheckedMachine(const MachineConfig& config, bool functional,
                               LaunchedKernels::ShapeOf shape_of)
    : checker_(std::move(shape_of)) {
  if (config.core.isa != InstructionSet::Riscv) {
    throw Error(ErrorKind::Configuration,
                "what lanes do alike is checked with core.isa=riscv only, not gen8 "
                "(--check-uniform)");
  }
  if (functional) {
    observer_ = std::make_unique<WatchingObserver>(checker_);
    machine_ = make_functional_machine(config, *observer_);
  } else {
    factory_ = std::make_unique<Factory>(checker_, config.core);
    machine_ = make_timed_machine(config, *factory_);
  }
}

/// The taps belong to the machine's SystemC context.
CheckedMachine::~CheckedMachine() {
  if (factory_ != nullptr) factory_->remove_taps();
}

}  // namespace lanefold
