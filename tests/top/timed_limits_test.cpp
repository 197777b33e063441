// SPDX-License-Identifier: Apache-2.0
// How long a timed machine waits, and for what it gives up.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <string>
#include <systemc>

#include "machine/top/block_factory.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(TimedLimits, SleepAsLongAsTheSlowestMemory) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out, __global const uint* in) { out[0] = in[0] + 1; }");
  const Job job{"k", range_1d(1, 1), 1, {{41}}, {}};
  std::uint64_t cycles[2];
  for (const unsigned i : {0U, 1U}) {
    MachineConfig config = small_machine();
    config.dram.latency = i == 0 ? 2 : 100'000;
    const auto machine = make_timed_machine(config);
    EXPECT_EQ(run_job(*machine, *program, job), Words{42});
    cycles[i] = machine->launches()[0].cycles;
  }
  // A load of the arguments, one of `in`, and the store, whose answer comes long after the exit.
  EXPECT_GT(cycles[1], 3 * 100'000U);
  EXPECT_LT(cycles[1], 3 * 100'000U + cycles[0]);
}

/// Takes requests of one kind and never answers them; the others pass. Its clock goes on.
class SilentLink : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<SilentLink> from{"from"};
  tlm_utils::simple_initiator_socket<SilentLink> to{"to"};

  SC_HAS_PROCESS(SilentLink);
  SilentLink(const sc_core::sc_module_name& name, tlm::tlm_command ignored)
      : sc_module(name), ignored_(ignored) {
    from.register_nb_transport_fw(this, &SilentLink::nb_transport_fw);
    SC_METHOD(tick);
  }

 private:
  void tick() { next_trigger(sc_core::sc_time(100, sc_core::SC_NS)); }
  tlm::tlm_sync_enum nb_transport_fw(int /*id*/, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (payload.get_command() != ignored_) return to->nb_transport_fw(payload, phase, delay);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  tlm::tlm_command ignored_;
};

class SilentFactory : public BlockFactory {
 public:
  explicit SilentFactory(tlm::tlm_command ignored) : ignored_(ignored) {}
  MemoryTarget& link(const sc_core::sc_object& /*initiator*/, MemoryTarget& target) override {
    const std::string name = "silent" + std::to_string(links_.size());
    links_.push_back(std::make_unique<SilentLink>(name.c_str(), ignored_));
    links_.back()->to.bind(target);
    return links_.back()->from;
  }
  void clear() { links_.clear(); }

 private:
  tlm::tlm_command ignored_;
  std::vector<std::unique_ptr<SilentLink>> links_;
};

TEST(TimedLimits, GiveUpOnAMemoryThatNeverAnswers) {
  for (const tlm::tlm_command ignored : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
    MachineConfig config = small_machine();
    config.limits.no_progress_cycles = 5000;
    SilentFactory factory(ignored);
    const auto machine = make_timed_machine(config, factory);
    const auto program = compile_program("__kernel void k(__global uint* out) { out[0] = 1; }");
    const Error error = error_of([&] {
      run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {}});
    });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
    EXPECT_THAT(error.what(),
                HasSubstr(ignored == tlm::TLM_READ_COMMAND
                              ? "kernel k makes no progress: no instruction has "
                                "issued, and memory has answered nothing, since"
                              : "kernel k has executed its last instruction, but "
                                "memory still owes answers and has given none since"));
    factory.clear();  // before the machine and its simulation context
  }
}

// 64 lines of 64 bytes take far longer than the limit, wherever they have to queue: at the
// controller, which says at once when it answers, above it, or on their way out of a cache at the
// end.
TEST(TimedLimits, WaitAsLongAsMemoryAnswers) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) { out[get_global_id(0) * 16] = get_global_id(0); }");
  for (const char* level : {"dram", "l1", "interconnect"}) {
    SCOPED_TRACE(level);
    MachineConfig config = small_machine();
    config.limits.no_progress_cycles = 10'000;
    config.l1.enabled = level == std::string("l1");
    config.interconnect.enabled = level == std::string("interconnect");
    (config.interconnect.enabled ? config.interconnect.bandwidth_mb_s
                                 : config.dram.bandwidth_mb_s) = 10;
    const auto machine = make_timed_machine(config);
    const Words out = run_job(*machine, *program, {"k", range_1d(64, 64), 64 * 16, {}, {}});
    EXPECT_EQ(out[63 * 16], 63U);
    EXPECT_GT(machine->launches()[0].cycles, 100'000U);
  }
}

TEST(TimedLimits, TellTheStateOfEveryBlockWhenNothingMoves) {
  MachineConfig config = small_machine();
  config.limits.no_progress_cycles = 1000;
  SilentFactory factory(tlm::TLM_READ_COMMAND);
  const auto machine = make_timed_machine(config, factory);
  const auto program = compile_program(kMixed);
  const Error error = error_of([&] { run_job(*machine, *program, mixed_job()); });
  EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("kernel k makes no progress"), HasSubstr("gpu.thread_dispatcher"),
                    HasSubstr("gpu.core0.fetch"), HasSubstr("gpu.core1.scoreboard"),
                    HasSubstr("waits for a load"), HasSubstr("gpu.memory.dram")));
  factory.clear();
}

TEST(TimedLimits, GiveUpAtExactlyTheLimitOfCycles) {
  const auto program = compile_program(kMixed);
  MachineConfig config = small_machine();
  const auto free = make_timed_machine(config);
  const Words expected = run_job(*free, *program, mixed_job());
  const std::uint64_t needed = free->launches()[0].cycles;
  config.limits.max_cycles = needed + 1;
  const auto enough = make_timed_machine(config);
  EXPECT_EQ(run_job(*enough, *program, mixed_job()), expected);
  config.limits.max_cycles = needed - 1;
  const auto short_of = make_timed_machine(config);
  for (int launch = 0; launch < 2; ++launch) {
    const Error error = error_of([&] { run_job(*short_of, *program, mixed_job()); });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
    EXPECT_THAT(error.what(),
                HasSubstr(fmt::format("kernel k has not ended after {} cycles", needed - 1)));
  }
}

}  // namespace
}  // namespace lanefold
