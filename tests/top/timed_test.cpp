// SPDX-License-Identifier: Apache-2.0
// The cycle-level machine as a whole: real kernels, compared with the functional machine, between
// data paths, and from launch to launch.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <systemc>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"
#include "top/block_factory.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Counters = std::map<std::string, std::uint64_t>;

constexpr const char* kPolicies[] = {"none", "ivb", "bcc", "scc"};

MachineConfig small_machine(unsigned cores = 2) {
  MachineConfig config;
  config.cores = cores;
  config.memory.bytes = 64U << 20;
  return config;
}

std::shared_ptr<const Program> load_file(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return load_program(compile_opencl(text, path).elf, path);
}

std::vector<Counters> counters_of_all(const Machine& machine) {
  std::vector<Counters> all;
  for (const LaunchStatistics& launch : machine.launches()) all.push_back(counters_of(launch));
  return all;
}

/// What a functional run counts too: not time, not which pipe, not what time decides.
Counters untimed(const LaunchStatistics& statistics) {
  Counters kept;
  for (const auto& [name, value] : counters_of(statistics)) {
    static const std::set<std::string> timed{"cycles",
                                             "fpu_instructions",
                                             "em_instructions",
                                             "memory_lines",
                                             "local_requests",
                                             "swizzled_lanes",
                                             "register_reads",
                                             "register_writes",
                                             "register_bits",
                                             "eu_cycles",
                                             "ideal_slots",
                                             "memory_instructions",
                                             "loads",
                                             "missing_loads",
                                             "divergent_loads",
                                             "load_lanes",
                                             "missed_lanes",
                                             "local_wait_cycles",
                                             "bank_conflict_cycles",
                                             "memory_cycles",
                                             "send_wait_cycles",
                                             "local_conflict_cycles"};
    const bool is_timed = timed.count(name) != 0 || name.rfind("ledger.", 0) == 0 ||
                          name.rfind("issued_per_pass", 0) == 0;
    if (!is_timed) kept[name] = value;
  }
  return kept;
}

void expect_equal_work(const Machine& timed, const Machine& functional) {
  ASSERT_EQ(timed.launches().size(), functional.launches().size());
  for (std::size_t i = 0; i < timed.launches().size(); ++i) {
    EXPECT_EQ(untimed(timed.launches()[i]), untimed(functional.launches()[i])) << "launch " << i;
  }
}

/// Every slot is charged, and the useful ones are those of active lanes.
void expect_whole_ledger(const LaunchStatistics& s) {
  EXPECT_EQ(s.ledger.total(), s.cycles * s.cores * 2 * s.alu_width);
  EXPECT_GE(s.lane_instructions, s.ledger[SlotCause::Useful] / 2);
  EXPECT_GT(s.ledger[SlotCause::Useful], 0U);
}

struct WorkloadRun {
  std::unique_ptr<Machine> machine;
  WorkloadResult result;
};

WorkloadRun run_workload(const Workload& workload, const MachineConfig& config, bool timed = true) {
  WorkloadRun run{timed ? make_timed_machine(config) : make_functional_machine(config), {}};
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  run.result =
      workload.run(*run.machine, *load_file("workloads/" + workload.source_file()), request);
  return run;
}

class TimedWorkload : public ::testing::TestWithParam<std::string> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
};

TEST_P(TimedWorkload, VerifiesUnderEveryCompactionPolicy) {
  std::uint64_t eu_cycles_before = ~std::uint64_t{0};
  for (const char* policy : kPolicies) {
    SCOPED_TRACE(policy);
    MachineConfig config = small_machine();
    config.core.compaction = policy;
    const WorkloadRun run = run_workload(workload(), config);
    EXPECT_TRUE(run.result.verified) << run.result.detail;
    std::uint64_t busy = 0;
    for (const LaunchStatistics& launch : run.machine->launches()) {
      expect_whole_ledger(launch);
      EXPECT_TRUE(launch.timed);
      const PolicyCycles& eu = launch.eu_cycles;
      busy += policy == std::string("none")  ? eu.none
              : policy == std::string("ivb") ? eu.ivb
              : policy == std::string("bcc") ? eu.bcc
                                             : eu.scc;
    }
    EXPECT_LE(busy, eu_cycles_before);
    eu_cycles_before = busy;
  }
}

TEST_P(TimedWorkload, TakesTheSameCyclesOnBothDataPaths) {
  MachineConfig config = small_machine();
  config.core.compaction = "scc";
  const WorkloadRun fast = run_workload(workload(), config);
  config.core.datapath = "exact";
  const WorkloadRun exact = run_workload(workload(), config);
  EXPECT_TRUE(exact.result.verified) << exact.result.detail;
  EXPECT_EQ(counters_of_all(*exact.machine), counters_of_all(*fast.machine));
}

TEST_P(TimedWorkload, ExecutesWhatTheFunctionalMachineExecutes) {
  const WorkloadRun functional = run_workload(workload(), small_machine(), false);
  const WorkloadRun timed = run_workload(workload(), small_machine());
  expect_equal_work(*timed.machine, *functional.machine);
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& workload : workloads()) names.push_back(workload->name());
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (c != '-') name += c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, TimedWorkload, ::testing::ValuesIn(workload_names()), test_name);

// Loops of unequal length, calls, extended math, floats, local memory, barriers, private arrays.
const char* const kMixed = R"cl(
  __attribute__((noinline)) uint collatz(uint n) {
    uint steps = 0;
    while (n != 1 && steps < 60) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; }
    return steps;
  }
  __kernel void k(__global uint* out, __global const uint* in, __local uint* shared) {
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    shared[l] = collatz(in[i] + 1);
    volatile uint kept[5];
    kept[i % 5] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = shared[get_local_size(0) - 1 - l];
    float f = native_sqrt((float)(other + 1)) / 3.0f;
    if (i % 3 == 0) f = f * 1.5f + 2.0f; else if (i % 7 == 0) f = -f;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = as_uint(f) + kept[i % 5] / (l + 1);
  })cl";

Job mixed_job(std::uint32_t items = 240, std::uint32_t local = 60) {
  return {"k", range_1d(items, local), items, {counting(items, 7)}, {LocalBytes{local * 4}}};
}

/// The timed machine must compute and count what the functional one does, on both data paths.
void expect_like_functional(const Program& program, const Job& job, MachineConfig config) {
  const auto functional = make_functional_machine(config);
  const Words expected = run_job(*functional, program, job);
  std::vector<std::vector<Counters>> counters;
  for (const char* datapath : {"fast", "exact"}) {
    config.core.datapath = datapath;
    const auto timed = make_timed_machine(config);
    EXPECT_EQ(run_job(*timed, program, job), expected) << datapath;
    expect_equal_work(*timed, *functional);
    expect_whole_ledger(timed->launches()[0]);
    counters.push_back(counters_of_all(*timed));
  }
  EXPECT_EQ(counters[0], counters[1]);
}

TEST(DataPaths, AgreeUnderEveryPolicyAndRegisterFile) {
  const auto program = compile_program(kMixed);
  for (const char* policy : {"none", "ivb", "bcc", "scc", "scc-fifo"}) {
    for (const std::string& file : register_file_names()) {
      SCOPED_TRACE(std::string(policy) + ", register file " + file);
      MachineConfig config = small_machine(1);
      config.core.compaction = policy;
      config.core.register_file = file;
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

TEST(TimedMachine, ComputesTheSameAtEveryWidth) {
  const auto program = compile_program(kMixed);
  for (const std::string& reconvergence : reconvergence_policy_names()) {
    for (const unsigned width : {1U, 8U, 13U, 16U, 32U, 64U}) {
      SCOPED_TRACE(reconvergence + ", warp width " + std::to_string(width));
      MachineConfig config = small_machine();
      config.core.warp_width = width;
      config.core.warps = std::max(6U, 60 / width + 1);
      config.core.reconvergence = reconvergence;
      config.core.compaction = "scc";
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

constexpr const char* kOverrunning = R"(
__kernel void k(__global uint* out, uint first) {
  uint i = get_global_id(0);
  out[i + first] = i + 1;
  uint last = out[40 + first];
  atomic_add(&out[64 + first], last + i);
}
__kernel void copy(__global uint* out, uint first, __global uint* to) {
  uint i = get_global_id(0);
  to[i] = out[i + first];
})";

// The arguments lie 128 bytes behind `out`, and what k writes lies behind them.
TEST(TimedMachine, CarriesOutOverrunsAndWarnsOnceOfEachInstruction) {
  const auto program = compile_program(kOverrunning);
  for (const char* name : {"ivb-eu", "manycore-dom", "mv5-wpu"}) {
    for (const bool timed : {false, true}) {
      SCOPED_TRACE(std::string(name) + (timed ? ", timed" : ", functional"));
      MachineConfig config = load_machine(name);
      config.memory.bytes = 64U << 20;
      config.memory.overrun_bytes = 4096;
      const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
      std::vector<std::string> warnings;
      machine->on_warning([&](const std::string& sentence) { warnings.push_back(sentence); });
      const Buffer result = machine->allocate(256);
      const Buffer out = machine->allocate(512);
      const auto run = [&](const char* kernel, std::vector<ArgumentValue> arguments) {
        machine->launch(*program, kernel, range_1d(64, 32), arguments);
        EXPECT_EQ(machine->memory_difference(), "") << kernel;
      };
      run("k", {argument(out), argument(192U)});
      ASSERT_EQ(warnings.size(), 3U);
      EXPECT_THAT(warnings[0],
                  ::testing::ContainsRegex(
                      "^kernel k at test.cl:4 \\(pc 0x[0-9a-f]+\\), work-item "
                      "\\([0-9]+, 0, 0\\): store of 4 bytes at 0x100004[0-9a-f]+, "
                      "which reaches [0-9]+ bytes behind the end of the buffer of 512 bytes at "
                      "0x10000180; drivers' padding hides this"));
      run("copy", {argument(out), argument(192U), argument(result)});
      EXPECT_EQ(warnings.size(), 4U) << "each launch warns";
      Words words(64);
      machine->read(result, 0, words.data(), 256);
      EXPECT_EQ(words[31], 32U);
      EXPECT_EQ(words[40], 41U) << "kept behind the buffer from launch to launch";

      const Buffer next = machine->allocate(512);
      EXPECT_EQ(machine->memory_difference(), "") << "the levels hold zeros, too";
      EXPECT_EQ(next.address, 0x1000'0400U);
      Words zeros(128, 1);
      machine->read(next, 0, zeros.data(), 512);
      EXPECT_EQ(zeros, Words(128, 0));
      const Error error = error_of([&] {
        run("k", {argument(next), argument(128U + 4096 / 4 - 8)});
      });
      EXPECT_THAT(error.what(), HasSubstr("which is outside of every buffer"));
    }
  }
}

TEST(TimedMachine, ComputesTheSameOnEveryAluWidth) {
  const auto program = compile_program(kMixed);
  for (const unsigned alu : {1U, 2U, 8U, 16U, 64U}) {
    for (const char* policy : kPolicies) {
      SCOPED_TRACE(std::string(policy) + ", ALU width " + std::to_string(alu));
      MachineConfig config = small_machine(1);
      config.core.alu_width = alu;
      config.core.compaction = policy;
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

TEST(TimedMachine, ComputesTheSameWhateverTheLatencies) {
  const auto program = compile_program(kMixed);
  std::vector<MachineConfig> machines(8, small_machine(3));
  machines[0].core.arbiter = "age";
  machines[1].core.issue_period = 1;
  machines[1].core.issue_width = 3;
  machines[2].core.issue_period = 7;
  machines[2].core.issue_width = 1;
  machines[3].core.fetch_latency = 17;
  machines[3].core.fetch_instructions = machines[3].core.queue_instructions = 1;
  machines[4].core.fpu_latency = 1;
  machines[4].core.em_latency = 100;
  machines[4].core.em_interval = 5;
  machines[5].dram.latency = 1;
  machines[5].memory.line_bytes = 4;
  machines[5].dram.bandwidth_mb_s = 0;
  machines[6].dram.latency = 999;
  machines[6].memory.line_bytes = 4096;
  machines[7].cores = 1;
  machines[7].core.warps = 5;
  machines[7].clock_mhz = 3;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    SCOPED_TRACE("machine " + std::to_string(i));
    expect_like_functional(*program, mixed_job(), machines[i]);
  }
}

TEST(TimedMachine, ComputesDoublesOnLinesOfFourBytes) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global double* out) {
      const uint i = get_global_id(0);
      double x = 1.0 + i;
      for (uint n = 0; n < i % 9; ++n) x = x / 3.0 + sqrt(x);
      out[i] = x;
    })cl");
  const Job job{"k", range_1d(40, 20), 80, {}, {}};
  for (const unsigned line : {4U, 64U}) {
    MachineConfig config = small_machine();
    config.core.compaction = "scc";
    config.memory.line_bytes = line;
    expect_like_functional(*program, job, config);
  }
}

TEST(TimedMachine, TakesTheSameCyclesInEveryLaunch) {
  const auto mixed = compile_program(kMixed);
  const auto other = compile_program(
      "__kernel void k(__global uint* out) { out[get_global_id(0) * 7 % 64] = 1; }");
  const MachineConfig config = small_machine(3);
  const auto one = make_timed_machine(config);
  const auto two = make_timed_machine(config);
  run_job(*one, *mixed, mixed_job());
  run_job(*two, *other, {"k", range_1d(64, 32), 64, {}, {}});
  run_job(*one, *mixed, mixed_job());
  run_job(*two, *mixed, mixed_job());
  run_job(*one, *other, {"k", range_1d(64, 32), 64, {}, {}});
  run_job(*one, *mixed, mixed_job());
  const auto first = counters_of_all(*one);
  const auto second = counters_of_all(*two);
  EXPECT_EQ(first[1], first[0]);
  EXPECT_EQ(first[3], first[0]);
  EXPECT_EQ(second[1], first[0]);
  EXPECT_EQ(second[0], first[2]);
}

TEST(TimedMachine, AbandonedMachinesLeaveNothingBehind) {
  MachineConfig config = small_machine();
  for (const char* wrong : {"core.arbiter", "core.compaction", "core.reconvergence"}) {
    MachineConfig bad = config;
    (wrong == std::string("core.arbiter")      ? bad.core.arbiter
     : wrong == std::string("core.compaction") ? bad.core.compaction
                                               : bad.core.reconvergence) = "magic";
    const Error error = error_of([&] { make_timed_machine(bad); });
    EXPECT_EQ(error.kind(), ErrorKind::Configuration);
    EXPECT_THAT(error.what(), HasSubstr("magic"));
  }
  const auto program = compile_program(kMixed);
  expect_like_functional(*program, mixed_job(), config);
}

// The paths of Table 2 of the paper; a difference of two launches is the work of the paths alone.
TEST(DivergencePattern, TakesTheEuCyclesOfTable2) {
  const auto program = load_file("workloads/divergence_pattern.cl");
  struct Level {
    int level;
    std::uint64_t ivb, bcc, scc;  // percent of none
  };
  for (const Level& l :
       {Level{1, 100, 100, 50}, {2, 100, 100, 25}, {3, 100, 50, 25}, {4, 50, 25, 25}}) {
    std::uint64_t uncompacted = 0;
    std::uint64_t cycles_before = ~std::uint64_t{0} / 2;
    for (const char* policy : kPolicies) {
      MachineConfig config = small_machine(1);
      config.core.compaction = policy;
      const auto machine = make_timed_machine(config);
      const Buffer values = machine->allocate(64 * 4);
      for (const std::uint32_t rounds : {4U, 20U}) {
        machine->launch(*program, fmt::format("divergence_level{}", l.level), range_1d(64, 64),
                        {values, argument(rounds)});
      }
      const PolicyCycles& few = machine->launches()[0].eu_cycles;
      const PolicyCycles& many = machine->launches()[1].eu_cycles;
      const std::uint64_t none = many.none - few.none;
      EXPECT_GT(none, 4U * 16 * 16 * 4) << "four warps, 16 rounds, at least 16 instructions";
      EXPECT_EQ((many.ivb - few.ivb) * 100, none * l.ivb) << "level " << l.level;
      EXPECT_EQ((many.bcc - few.bcc) * 100, none * l.bcc) << "level " << l.level;
      EXPECT_EQ((many.scc - few.scc) * 100, none * l.scc) << "level " << l.level;
      // Warps meet in the arbiter in another order when some of them are faster: where a policy
      // saves no ALU cycles, that may cost up to 2 %.
      const std::uint64_t cycles = machine->launches()[1].cycles;
      EXPECT_LE(cycles, cycles_before + cycles_before / 50) << policy << ", level " << l.level;
      cycles_before = cycles;
      if (policy == std::string("none")) uncompacted = cycles;
    }
    EXPECT_LT(cycles_before * 10, uncompacted * 9) << "level " << l.level;
  }
}

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
  MemoryTarget& link(MemoryTarget& target) override {
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

struct Wrong {
  const char* name;
  const char* body;
  ErrorKind kind;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class TimedErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(TimedErrors, AreThoseOfTheFunctionalMachineAndLeaveItUsable) {
  const auto program = compile_program(fmt::format(
      "__kernel void k(__global volatile uint* out) {{ uint i = get_global_id(0);\n{}\n}}",
      GetParam().body));
  const auto good = compile_program(kMixed);
  for (const char* datapath : {"fast", "exact"}) {
    MachineConfig config = small_machine(3);
    config.core.datapath = datapath;
    config.limits.livelock_instructions = 20'000;
    const auto functional = make_functional_machine(config);
    const auto timed = make_timed_machine(config);
    const Words expected = run_job(*timed, *good, mixed_job());
    const Job bad{"k", range_1d(240, 120), 240, {}, {}};
    const Error from_functional = error_of([&] { run_job(*functional, *program, bad); });
    for (int again = 0; again < 2; ++again) {
      const Error error = error_of([&] { run_job(*timed, *program, bad); });
      EXPECT_EQ(error.kind(), GetParam().kind) << error.what();
      EXPECT_EQ(error.kind(), from_functional.kind()) << from_functional.what();
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr("kernel k at test.cl:2"), HasSubstr("work-item (")));
    }
    EXPECT_EQ(timed->launches().size(), 1U);
    EXPECT_EQ(run_job(*timed, *good, mixed_job()), expected);
    EXPECT_EQ(counters_of(timed->launches()[1]), counters_of(timed->launches()[0]));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TimedErrors,
    ::testing::Values(
        Wrong{"OutOfRange", "if (i == 77) out[1 << 20] = 1; out[i] = 1;", ErrorKind::Access},
        Wrong{"Misaligned", "out[i] = *(__global uint*)((__global char*)out + i);",
              ErrorKind::Access},
        Wrong{"DivergentBarrier", "if (i & 1) barrier(CLK_GLOBAL_MEM_FENCE); out[i] = 1;",
              ErrorKind::Barrier},
        Wrong{"DifferentBarriers",
              "if (get_local_id(0) < 16) { out[i] = 2; barrier(1); out[i] = out[i ^ 1]; } else { "
              "out[i] = i; barrier(1); out[i] = out[0] + out[i ^ 1]; }",
              ErrorKind::Barrier},
        Wrong{"Illegal", "if (i == 5) __asm__ volatile(\".word 0\"); out[i] = 1;",
              ErrorKind::IllegalInstruction},
        Wrong{"UnknownCsr", "__asm__ volatile(\"csrwi 0xcc0, 3\");", ErrorKind::IllegalInstruction},
        Wrong{"EndlessLoop", "while (out[1] == 0) {}", ErrorKind::NoProgress},
        Wrong{"SpinLock",
              "uint old = 1; while (old != 0) __asm__ volatile(\"amoswap.w %0, %1, (%2)\" : "
              "\"=r\"(old) "
              ": \"r\"(1), \"r\"(out) : \"memory\"); out[1] += 1; out[0] = 0;",
              ErrorKind::NoProgress}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(TimedMachine, ReportsProgress) {
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) {"
      "  for (uint n = 0; n < 60000; ++n) out[0] = n; }");
  const auto machine = make_timed_machine(small_machine(1));
  std::uint64_t calls = 0;
  std::uint64_t last = 0;
  machine->on_progress([&](std::uint64_t cycles, std::uint64_t instructions) {
    EXPECT_GT(cycles, last);
    EXPECT_LE(instructions, cycles);
    last = cycles;
    ++calls;
  });
  run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {}});
  EXPECT_GE(calls, 1U);
  EXPECT_LE(last, machine->launches()[0].cycles);
}

}  // namespace
}  // namespace lanefold
