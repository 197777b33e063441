// SPDX-License-Identifier: Apache-2.0
// The three machines: every workload computes the same on each, whatever its memory system.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "common/formulas.h"
#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "memory_system/base_protocol_checker.h"
#include "tests/support/foreign_memories.h"
#include "top/block_factory.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using Settings = std::vector<std::string>;

constexpr const char* kMachines[] = {"ivb-eu", "manycore-dom", "mv5-wpu"};

MachineConfig machine_with(const std::string& name, const Settings& settings) {
  MachineConfig config = load_machine(name);
  apply_setting(config, "memory.bytes=67108864");
  for (const std::string& setting : settings) apply_setting(config, setting);
  validate(config);
  check_settings({config}, settings);
  return config;
}

/// Every data cache that the machine has, with "key=value".
Settings in_every_cache(const std::string& machine, const std::string& setting) {
  const MachineConfig config = load_machine(machine);
  Settings settings;
  if (config.l1.enabled) settings.push_back("l1." + setting);
  if (config.l2.enabled) settings.push_back("l2." + setting);
  if (config.l3.enabled) settings.push_back("l3." + setting);
  if (config.llc.enabled) settings.push_back("llc." + setting);
  return settings;
}

/// Every data cache that the machine has, with these bytes and ways; a smaller one is filled by two
/// sets.
Settings caches_of(const MachineConfig& config, std::uint32_t bytes) {
  Settings settings;
  const auto add = [&](const std::string& section, const CacheConfig& cache) {
    if (!cache.enabled) return;
    const std::uint32_t lines = bytes / config.memory.line_bytes;
    settings.push_back(section + ".bytes=" + std::to_string(bytes));
    settings.push_back(section + ".ways=" + std::to_string(std::min(cache.ways, lines / 2)));
    settings.push_back(section + ".banks=" + std::to_string(std::min(cache.banks, lines)));
  };
  add("l1", config.l1);
  add("l2", config.l2);
  add("l3", config.l3);
  add("llc", config.llc);
  return settings;
}

/// Looks after each launch whether the memory system holds what the buffers hold.
class CheckedDevice : public ForwardingDevice {
 public:
  explicit CheckedDevice(Machine& machine) : ForwardingDevice(machine), machine_(machine) {}
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    ForwardingDevice::launch(program, kernel, range, arguments);
    EXPECT_EQ(machine_.memory_difference(), "") << "after " << kernel;
  }

 private:
  Machine& machine_;
};

using Parameters = std::map<std::string, std::string>;

WorkloadResult run(const Workload& workload, Machine& machine, const Parameters& parameters = {}) {
  CheckedDevice device(machine);
  const std::string path = "workloads/" + workload.source_file();
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto program = load_program(compile_opencl(text, path).elf, path);
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  request.parameters = parameters;
  return workload.run(device, *program, request);
}

LaunchStatistics run(const Workload& workload, const MachineConfig& config,
                     const Parameters& parameters = {}) {
  const auto machine = make_timed_machine(config);
  const WorkloadResult result = run(workload, *machine, parameters);
  EXPECT_TRUE(result.verified) << result.detail;
  return total_of(machine->launches());
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& workload : workloads()) names.push_back(workload->name());
  return names;
}

class EveryMachine : public ::testing::TestWithParam<std::tuple<const char*, std::string>> {
 protected:
  const char* machine() const { return std::get<0>(GetParam()); }
  const Workload& workload() const { return *find_workload(std::get<1>(GetParam())); }
  void expect_verified(const Settings& settings) {
    SCOPED_TRACE(::testing::PrintToString(settings));
    const MachineConfig config = machine_with(machine(), settings);
    const LaunchStatistics total = run(workload(), config);
    EXPECT_GT(total.cycles, 0U);
    for (const MemoryBlockStatistics& block : total.memory) {
      EXPECT_EQ(block["accesses"], block["hits"] + block["misses"] + block["merges"]) << block.name;
    }
  }
};

TEST_P(EveryMachine, ComputesAsItIs) { expect_verified({}); }

TEST_P(EveryMachine, ComputesWithEightLanesAndCachesOfOneKilobyte) {
  Settings settings = caches_of(load_machine(machine()), 1024);
  settings.push_back("core.warp_width=8");
  expect_verified(settings);
}

TEST_P(EveryMachine, ComputesWithThirtyTwoLanesAndPollutedCaches) {
  Settings settings = in_every_cache(machine(), "polluted_percent=50");
  for (const std::string& setting : in_every_cache(machine(), "replacement=random")) {
    settings.push_back(setting);
  }
  settings.insert(settings.end(), {"core.warp_width=32", "dram.timing=ddr3"});
  expect_verified(settings);
}

TEST_P(EveryMachine, ComputesWithSixtyFourLanesAndPerfectCaches) {
  Settings settings = in_every_cache(machine(), "perfect=true");
  settings.insert(settings.end(), {"core.warp_width=64", "coherence=none"});
  expect_verified(settings);
}

std::string name_of(const ::testing::TestParamInfo<EveryMachine::ParamType>& info) {
  std::string name = std::string(std::get<0>(info.param)) + "_" + std::get<1>(info.param);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, EveryMachine,
                         ::testing::Combine(::testing::ValuesIn(kMachines),
                                            ::testing::ValuesIn(workload_names())),
                         name_of);

/// Puts a checker of the base protocol into every link.
class WatchingFactory : public BlockFactory {
 public:
  MemoryTarget& link(MemoryTarget& target) override {
    const std::string name = "link_" + std::to_string(checkers.size());
    checkers.push_back(std::make_unique<BaseProtocolChecker>(name.c_str()));
    checkers.back()->to.bind(target);
    return checkers.back()->from;
  }
  std::vector<std::unique_ptr<BaseProtocolChecker>> checkers;
};

TEST_P(EveryMachine, KeepsTheBaseProtocolOnEveryLink) {
  WatchingFactory factory;
  const auto watched = make_timed_machine(machine_with(machine(), {"core.warps=2"}), factory);
  EXPECT_TRUE(run(workload(), *watched).verified);
  std::uint64_t completed = 0;
  for (const auto& checker : factory.checkers) {
    EXPECT_EQ(checker->violation(), "") << checker->name();
    EXPECT_TRUE(checker->idle()) << checker->name();
    completed += checker->completed();
  }
  EXPECT_GT(completed, 0U);
  factory.checkers.clear();  // before the machine and its simulation context
}

/// Memories of somebody else in place of the machine's DRAM.
template <class Memory>
class ForeignMemoryFactory : public WatchingFactory {
 public:
  explicit ForeignMemoryFactory(std::function<std::unique_ptr<Memory>(const char*)> make)
      : make_(std::move(make)) {}
  MemoryBlock memory(const char* name) override {
    auto memory = make_(name);
    memory_ = memory.get();
    MemoryTarget& socket = memory->socket;
    return {std::move(memory), &socket};
  }
  std::uint64_t accesses() const { return memory_->accesses; }

 private:
  std::function<std::unique_ptr<Memory>(const char*)> make_;
  const Memory* memory_ = nullptr;
};

/// Behind all that a machine's addresses name.
constexpr std::uint64_t kPhysicalEnd = std::uint64_t{1} << 40;

template <class Memory, class... Arguments>
void expect_runs_on_foreign(const MachineConfig& config, const Workload& workload,
                            const Arguments&... arguments) {
  std::unique_ptr<Machine> machine;  // outlives what the factory has made in its context
  ForeignMemoryFactory<Memory> factory(
      [&](const char* name) { return std::make_unique<Memory>(name, kPhysicalEnd, arguments...); });
  machine = make_timed_machine(config, factory);
  EXPECT_TRUE(run(workload, *machine).verified);
  EXPECT_GT(factory.accesses(), 0U);
  EXPECT_NE(total_of(machine->launches()).memory.back().name, "dram");
  for (const auto& checker : factory.checkers) EXPECT_EQ(checker->violation(), "");
}

// They hold what the host has loaded by debug transport and what the kernels have written back.
TEST(Machines, RunOnAMemoryOfSomebodyElse) {
  const sc_core::sc_time kAccept(2, sc_core::SC_NS), kLatency(50, sc_core::SC_NS);
  for (const char* machine : kMachines) {
    for (const char* name : {"vector-add", "hotspot", "kmeans"}) {
      SCOPED_TRACE(std::string(machine) + ", " + name);
      // A cache that is shared carries out the atomics, of which the memories know nothing.
      const MachineConfig config = machine_with(machine, {"llc.enabled=true"});
      const Workload& workload = *find_workload(name);
      expect_runs_on_foreign<foreign::LtMemory>(config, workload, kLatency);
      expect_runs_on_foreign<foreign::AtMemory>(config, workload, kAccept, kLatency);
    }
  }
}

/// Answers everything, holds nothing.
class ForgetfulMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ForgetfulMemory> socket{"socket"};
  std::uint64_t accesses = 0;

  ForgetfulMemory(const sc_core::sc_module_name& name, std::uint64_t /*end*/) : sc_module(name) {
    socket.register_b_transport(this, &ForgetfulMemory::b_transport);
    socket.register_transport_dbg(this, &ForgetfulMemory::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    ++accesses;
    transport_dbg(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const unsigned length = payload.get_data_length();
    if (payload.is_read()) std::fill_n(payload.get_data_ptr(), length, 0);
    return length;
  }
};

// What kernels compute does not depend on it, but the machine tells.
TEST(Machines, TellWhatTheirMemoryHasLost) {
  std::unique_ptr<Machine> machine;
  ForeignMemoryFactory<ForgetfulMemory> factory(
      [](const char* name) { return std::make_unique<ForgetfulMemory>(name, kPhysicalEnd); });
  machine =
      make_timed_machine(machine_with("ivb-eu", caches_of(load_machine("ivb-eu"), 1024)), factory);
  const std::vector<std::uint32_t> words(4096, 0x1234'5678);
  const Buffer buffer = machine->allocate(words.size() * 4);
  EXPECT_EQ(machine->memory_difference(), "");
  machine->write(buffer, 0, words.data(), buffer.size);
  EXPECT_EQ(machine->memory_difference(),
            "the memory system holds 0x00 at 0x10000000, where the buffer has 0x78");
  machine->release(buffer);
  EXPECT_EQ(machine->memory_difference(), "");
}

TEST(Machines, RefuseAMemoryOfSomebodyElseBehindManyCores) {
  ForeignMemoryFactory<foreign::LtMemory> factory([](const char* name) {
    return std::make_unique<foreign::LtMemory>(name, kPhysicalEnd, sc_core::SC_ZERO_TIME);
  });
  try {
    make_timed_machine(machine_with("manycore-dom", {}), factory);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a memory that is not the machine's own takes one initiator, not 32: enable "
                 "interconnect, l3 or llc");
  }
}

TEST(Machines, CountTheSameInEveryRunAndOnBothDataPaths) {
  for (const char* name : kMachines) {
    std::string first;
    for (const char* datapath : {"fast", "fast", "exact"}) {
      MachineConfig config = machine_with(name, {std::string("core.datapath=") + datapath});
      RunRecord record;
      record.launches = {run(*find_workload("kmeans"), config)};
      const std::string json = statistics_json(record);
      if (first.empty()) first = json;
      EXPECT_EQ(json, first) << name << ", " << datapath;
    }
  }
}

// hotspot's work-groups fit into one core: more cores are not slower, and no barrier empties a
// cache.
TEST(Machines, KeepAWorkGroupOnOneCoreThatHasItsOwnMemories) {
  std::uint64_t cycles_before = 0;
  std::uint64_t misses_before = 0;
  for (const char* cores : {"cores=1", "cores=2", "cores=4"}) {
    SCOPED_TRACE(cores);
    const LaunchStatistics total =
        run(*find_workload("hotspot"), machine_with("manycore-dom", {cores, "core.warps=8"}));
    const std::uint64_t misses = total.memory.at(0)["misses"];
    if (cycles_before != 0) {
      EXPECT_LT(total.cycles, cycles_before);
      EXPECT_LT(misses, 2 * misses_before);
    }
    cycles_before = total.cycles;
    misses_before = misses;
  }
}

// Behind a first level that is too small for what a core reads again.
TEST(Machines, HaveAPrivateSecondLevelIfAsked) {
  const MachineConfig config = machine_with("manycore-dom", {"l2.enabled=true", "l1.bytes=1024"});
  const LaunchStatistics total = run(*find_workload("bfs"), config);
  ASSERT_EQ(total.memory.size(), 3U);
  EXPECT_EQ(total.memory[1].name, "l2");
  EXPECT_EQ(total.memory[1].instances, 32U);
  EXPECT_GT(total.memory[1]["hits"], 0U);
}

TEST(Machines, ApproachTheBandwidthOfTheirMemory) {
  for (const char* name : kMachines) {
    SCOPED_TRACE(name);
    // Far below what the cores can ask for.
    const MachineConfig config = machine_with(name, {"dram.bandwidth_mb_s=4000"});
    const LaunchStatistics total = run(*find_workload("vector-add"), config);
    const Bandwidth dram = bandwidths(total, config).back();
    EXPECT_EQ(dram.name, "dram");
    EXPECT_GT(dram.used, 0.95 * dram.available);
    EXPECT_LE(dram.used, dram.available);
  }
}

// ISCA'13 section 5.4: the gain in EU cycles reaches execution time with two lines a cycle, and
// less of it with one.
TEST(Machines, ShowMoreOfTheCompactionWithTwoLinesPerCycle) {
  for (const char* name : {"ray-trace-primary", "ray-trace-ao"}) {
    for (const char* scene : {"spheres", "terrain"}) {
      SCOPED_TRACE(std::string(name) + ", " + scene);
      double gains[2];
      double eu_gain = 0;
      for (const unsigned lines : {1U, 2U}) {
        const auto total = [&](const std::string& compaction) {
          const MachineConfig config = machine_with(
              "ivb-eu",
              {"dc_lines_per_cycle=" + std::to_string(lines), "core.compaction=" + compaction});
          return run(*find_workload(name), config, {{"scene", scene}});
        };
        const LaunchStatistics ivb = total("ivb"), scc = total("scc");
        gains[lines - 1] = gain(ivb.cycles, scc.cycles);
        eu_gain = gain(ivb.eu_cycles.ivb, ivb.eu_cycles.scc);
      }
      EXPECT_GT(gains[1], gains[0]);
      EXPECT_LT(gains[1], eu_gain);
    }
  }
}

}  // namespace
}  // namespace lanefold
