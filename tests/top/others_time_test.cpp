// SPDX-License-Identifier: Apache-2.0
// Blocks of others in a machine, without a process: when they are called, SystemC's time is that of
// the cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lanefold/config.h"
#include "machine/top/block_factory.h"
#include "tests/support/foreign_memories.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

/// Compares SystemC's time with a machine's clock.
struct Times {
  const CoreClock* clock = nullptr;
  std::uint64_t period = 0;
  std::uint64_t looks = 0;
  std::set<Cycle> wrong;

  void look() {
    ++looks;
    if (sc_core::sc_time_stamp().value() / period != clock->now()) wrong.insert(clock->now());
  }
};

/// A class derived from one of the model's.
struct TimedMask final : ExecutionMask {
  TimedMask(const sc_core::sc_module_name& name, Times& compared)
      : ExecutionMask(name), times(compared) {}
  LaneMask combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override {
    times.look();
    return ExecutionMask::combine(dispatch, control_flow, predicate);
  }

  Times& times;
};

/// One whose requests come from slices.
struct TimedSlipController final : SlipController {
  TimedSlipController(const sc_core::sc_module_name& name, const CoreConfig& config,
                      Times& compared)
      : SlipController(name, config), times(compared) {}
  void carry_out(SlipRequest& request) override {
    times.look();
    SlipController::carry_out(request);
  }

  Times& times;
};

/// Called by b_transport.
struct TimedStep : sc_core::sc_module, tlm::tlm_fw_transport_if<WarpProtocol> {
  tlm::tlm_target_socket<32, WarpProtocol> from{"from"};
  WarpInitiator to{"to"};

  TimedStep(const sc_core::sc_module_name& name, Times& compared)
      : sc_module(name), times(compared) {
    from.bind(*this);
  }
  void b_transport(WarpInstruction& instruction, sc_core::sc_time& /*delay*/) override {
    times.look();
    to.send(instruction);
  }
  tlm::tlm_sync_enum nb_transport_fw(WarpInstruction& /*instruction*/, tlm::tlm_phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(WarpInstruction& /*instruction*/, tlm::tlm_dmi& /*dmi*/) override {
    return false;
  }
  unsigned transport_dbg(WarpInstruction& /*instruction*/) override { return 0; }

  Times& times;
};

/// Called by nb_transport_fw and nb_transport_bw.
struct TimedLink : sc_core::sc_module {
  tlm_utils::passthrough_target_socket<TimedLink> from{"from"};
  tlm_utils::simple_initiator_socket<TimedLink> to{"to"};

  TimedLink(const sc_core::sc_module_name& name, Times& compared)
      : sc_module(name), times(compared) {
    from.register_nb_transport_fw(this, &TimedLink::forward);
    from.register_transport_dbg(this, &TimedLink::debug);
    to.register_nb_transport_bw(this, &TimedLink::backward);
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    times.look();
    return to->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay) {
    times.look();
    return from->nb_transport_bw(payload, phase, delay);
  }
  unsigned debug(tlm::tlm_generic_payload& payload) { return to->transport_dbg(payload); }

  Times& times;
};

/// A memory that answers at once.
struct TimedMemory : sc_core::sc_module {
  tlm_utils::passthrough_target_socket<TimedMemory> socket{"socket"};

  TimedMemory(const sc_core::sc_module_name& name, Times& compared)
      : sc_module(name), times(compared) {
    socket.register_nb_transport_fw(this, &TimedMemory::access);
    socket.register_transport_dbg(this, &TimedMemory::debug);
  }
  tlm::tlm_sync_enum access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& /*phase*/,
                            sc_core::sc_time& delay) {
    times.look();
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    payload.set_response_status(storage.access(payload));
    return tlm::TLM_COMPLETED;
  }
  unsigned debug(tlm::tlm_generic_payload& payload) { return storage.debug(payload); }

  Times& times;
  foreign::Storage storage{std::uint64_t{1} << 40};
};

enum class Place { Mask, SlipController, Edge, Link, Memory };

/// Puts a block that compares times in one place of a machine.
class TimedFactory final : public BlockFactory {
 public:
  TimedFactory(Place place, Times& times) : place_(place), times_(times) {}

  std::unique_ptr<ExecutionMask> execution_mask(const char* name,
                                                const CoreContext& core) override {
    times_.clock = &core.clock;
    if (place_ != Place::Mask) return BlockFactory::execution_mask(name, core);
    return std::make_unique<TimedMask>(name, times_);
  }
  std::unique_ptr<SlipBlock> slip_controller(const char* name, const CoreContext& core) override {
    if (place_ != Place::SlipController) return BlockFactory::slip_controller(name, core);
    return std::make_unique<TimedSlipController>(name, core.config, times_);
  }
  using BlockFactory::splice;
  CallSocket<WarpProtocol>& splice(Edge edge, const CoreContext& /*core*/,
                                   CallSocket<WarpProtocol>& target) override {
    if (place_ != Place::Edge || edge != lanefold::Edge::Issued) return target;
    return put_before<TimedStep>(target);
  }
  MemoryTarget& link(const sc_core::sc_object& /*initiator*/, MemoryTarget& target) override {
    if (place_ != Place::Link) return target;
    return put_before<TimedLink>(target);
  }
  MemoryBlock memory(const char* name) override {
    if (place_ != Place::Memory) return {};
    auto memory = std::make_unique<TimedMemory>(name, times_);
    MemoryTarget& socket = memory->socket;
    return {std::move(memory), &socket};
  }

 private:
  template <class Block, class Target>
  Target& put_before(Target& target) {
    auto block = std::make_unique<Block>(sc_core::sc_gen_unique_name("timed"), times_);
    block->to.bind(target);
    Target& socket = block->from;
    blocks_.push_back(std::move(block));
    return socket;
  }

  Place place_;
  Times& times_;
  std::vector<std::unique_ptr<sc_core::sc_module>> blocks_;
};

class OthersTime : public ::testing::TestWithParam<Place> {};

TEST_P(OthersTime, IsThatOfTheCycle) {
  MachineConfig config = load_machine("ivb-eu");
  config.memory.bytes = 64U << 20;
  config.core.on_miss = OnMiss::Slip;
  Times times;
  times.period = 1'000'000 / config.clock_mhz;
  std::unique_ptr<Machine> machine;  // outlives what the factory has made in its context
  TimedFactory factory(GetParam(), times);
  machine = make_timed_machine(config, factory);
  run_job(*machine, *compile_program(kMixed), mixed_job());
  EXPECT_GT(times.looks, 10U);
  EXPECT_THAT(times.wrong, ::testing::IsEmpty());
}

const char* const kPlaces[] = {"Mask", "SlipController", "Step", "Link", "Memory"};
INSTANTIATE_TEST_SUITE_P(Places, OthersTime,
                         ::testing::Values(Place::Mask, Place::SlipController, Place::Edge,
                                           Place::Link, Place::Memory),
                         [](const auto& info) {
                           return std::string(kPlaces[static_cast<unsigned>(info.param)]);
                         });

// ---- Receivers, which are called during a launch.

TEST(Receivers, AreCalledInTheContextOfTheCaller) {
  MachineConfig config = small_machine();
  config.memory.overrun_bytes = 64;
  const auto machine = make_timed_machine(config);
  const auto* const own = sc_core::sc_get_curr_simcontext();
  std::vector<const sc_core::sc_simcontext*> seen(2);
  machine->on_progress([&](auto, auto) { seen[0] = sc_core::sc_get_curr_simcontext(); });
  machine->on_warning([&](const auto&) { seen[1] = sc_core::sc_get_curr_simcontext(); });
  run_job(
      *machine,
      *compile_program("__kernel void k(__global uint* out) { out[get_global_id(0) + 4] = 1; }"),
      {"k", range_1d(4, 4), 4, {}, {}});
  EXPECT_THAT(seen, ::testing::Each(own));
}

}  // namespace
}  // namespace lanefold
