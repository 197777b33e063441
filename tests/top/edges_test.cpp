// SPDX-License-Identifier: Apache-2.0
// Modules of others in every edge of a core: they see all that passes and change nothing; what they
// delay by whole cycles happens then; what breaks the contract is refused by name.
#include "decisions/pipeline/edges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "lanefold/error.h"
#include "lanefold/program.h"
#include "tests/support/machine_runs.h"
#include "tests/support/refusal.h"
#include "tests/support/splices.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

bool every(Edge /*edge*/) { return true; }

sc_core::sc_time period_of(const MachineConfig& config) {
  return sc_core::sc_time(1e6 / config.clock_mhz, sc_core::SC_PS);
}

/// Machines that have all edges together, and what is needed for it.
const std::vector<std::pair<const char*, Settings>>& machines() {
  static const std::vector<std::pair<const char*, Settings>> all{
      {"ivb-eu", {"core.datapath=exact", "core.compaction=scc", "core.scalar.execution=pipe"}},
      {"manycore-dom", {"core.on_miss=slip"}},
      {"mv5-wpu", {"core.adaptation.strategy=dwrep"}},
      {"mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
  };
  return all;
}

/// What a machine has counted, and what is wrong with its results.
struct Record {
  std::string statistics, wrong;
  std::uint64_t cycles = 0;
};

Record record_of(Machine& machine, const MachineConfig& config, const Workload& workload) {
  const WorkloadResult result = run(workload, machine);
  const LaunchStatistics total = total_of(machine.launches());
  return {statistics_json_launch(total, config), result.verified ? "" : result.detail,
          total.cycles};
}

/// With these splices, whose calls are added up.
Record record_of(const MachineConfig& config, const Workload& workload, Splicer::Chosen chosen,
                 Splicer::AtCall at_call, std::array<std::uint64_t, kEdgeCount>& calls) {
  std::unique_ptr<Machine> machine;  // outlives the splices in its context
  Splicer splicer(std::move(chosen), std::move(at_call));
  machine = make_timed_machine(config, splicer);
  const Record record = record_of(*machine, config, workload);
  for (std::size_t edge = 0; edge < kEdgeCount; ++edge) calls[edge] += splicer.calls[edge];
  return record;
}

void expect_unseen(const char* name, const Settings& settings, const Workload& workload,
                   std::array<std::uint64_t, kEdgeCount>& calls) {
  SCOPED_TRACE(std::string(name) + ", " + workload.name());
  const MachineConfig config = machine_with(name, settings);
  const Record spliced = record_of(
      config, workload, every, [](sc_core::sc_time&) {}, calls);
  EXPECT_EQ(spliced.wrong, "");
  EXPECT_EQ(spliced.statistics,
            record_of(*make_timed_machine(config), config, workload).statistics);
}

class EdgesOfAMachine : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EdgesOfAMachine, LetModulesOfOthersChangeNothing) {
  const auto& [name, settings] = machines().at(GetParam());
  std::array<std::uint64_t, kEdgeCount> calls{};
  for (const char* workload : {"bfs", "bitonic-sort", "n-queens"}) {
    expect_unseen(name, settings, *find_workload(workload), calls);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, EdgesOfAMachine, ::testing::Range(std::size_t{0}, std::size_t{4}));

/// A kernel with barriers, which Intel's compiler has made; it reverses each group.
void exchange_on_gen8(std::array<std::uint64_t, kEdgeCount>& calls) {
  constexpr std::size_t kItems = 128;
  constexpr std::size_t kGroup = 64;
  std::ifstream file("tests/eu/exchange.bin", std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  const auto program = load_gen8_program({first, first + bytes.size()}, "exchange.bin");
  std::unique_ptr<Machine> machine;  // outlives the splices in its context
  Splicer splicer(every, [](sc_core::sc_time&) {});
  machine = make_timed_machine(machine_with("ivb-eu", {"core.isa=gen8"}), splicer);
  std::vector<std::int32_t> values(kItems);
  std::iota(values.begin(), values.end(), 0);
  const Buffer data = machine->allocate(kItems * sizeof(std::int32_t));
  machine->write(data, 0, values.data(), data.size);
  NDRange range;
  range.global[0] = kItems;
  range.local[0] = kGroup;
  machine->launch(*program, "exchange", range, {data});
  machine->read(data, 0, values.data(), data.size);
  for (std::size_t i = 0; i < kItems; ++i) {
    const std::size_t from = i / kGroup * kGroup + kGroup - 1 - i % kGroup;
    EXPECT_EQ(values[i], static_cast<std::int32_t>(from));
  }
  for (std::size_t edge = 0; edge < kEdgeCount; ++edge) calls[edge] += splicer.calls[edge];
}

TEST(Edges, AreAllOnTheWay) {
  std::array<std::uint64_t, kEdgeCount> calls{};
  for (const auto& [name, settings] : machines()) {
    const MachineConfig config = machine_with(name, settings);
    for (const char* workload : {"bfs", "bitonic-sort", "black-scholes"}) {
      record_of(
          config, *find_workload(workload), every, [](sc_core::sc_time&) {}, calls);
    }
  }
  exchange_on_gen8(calls);
  for (const EdgeInfo& edge : kEdges) {
    EXPECT_GT(calls[static_cast<std::size_t>(edge.edge)], 0U) << edge.name;
  }
}

class EdgeThatCarriesDelays : public ::testing::TestWithParam<Edge> {};

std::vector<Edge> edges_that_carry() {
  std::vector<Edge> edges;
  for (const EdgeInfo& edge : kEdges) {
    if (edge.carries_delays()) edges.push_back(edge.edge);
  }
  return edges;
}

// So many cycles that results are late, too.
TEST_P(EdgeThatCarriesDelays, HandsOverThen) {
  constexpr unsigned kDelay = 40;
  for (const auto& [name, settings] : machines()) {
    SCOPED_TRACE(name);
    const MachineConfig config = machine_with(name, settings);
    std::array<std::uint64_t, kEdgeCount> calls{};
    const Workload& workload = *find_workload("scan");
    const Record plain = record_of(*make_timed_machine(config), config, workload);
    Record delayed;
    EXPECT_NO_THROW(delayed = record_of(
                        config, workload, [](Edge edge) { return edge == GetParam(); },
                        [&](sc_core::sc_time& delay) { delay += kDelay * period_of(config); },
                        calls));
    EXPECT_EQ(delayed.wrong, "");
    const bool passed = calls[static_cast<std::size_t>(GetParam())] != 0;
    EXPECT_EQ(delayed.cycles > plain.cycles, passed);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, EdgeThatCarriesDelays, ::testing::ValuesIn(edges_that_carry()),
                         [](const auto& edge) {
                           std::string name = info_of(edge.param).name;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

/// The sentence with which a machine ends that has this in one edge.
std::string refusal_of(Edge edge, const Splicer::AtCall& at_call) {
  std::array<std::uint64_t, kEdgeCount> calls{};
  const MachineConfig config = machine_with("ivb-eu", {});
  return refusal(ErrorKind::Configuration, [&] {
    record_of(
        config, *find_workload("vector-add"), [&](Edge e) { return e == edge; }, at_call, calls);
  });
}

TEST(Edges, RefuseByNameWhatBreaksTheContract) {
  const MachineConfig config = machine_with("ivb-eu", {});
  const auto half = [&](sc_core::sc_time& delay) { delay += 0.5 * period_of(config); };
  const auto whole = [&](sc_core::sc_time& delay) { delay += period_of(config); };
  const auto waits = [](sc_core::sc_time&) { sc_core::wait(1, sc_core::SC_NS); };
  EXPECT_THAT(refusal_of(Edge::Ready, half),
              AllOf(HasSubstr(".arbiter.ready: the call annotates a delay of 500 ps"),
                    HasSubstr("no whole number of cycles of 1 ns")));
  EXPECT_THAT(refusal_of(Edge::Fetched, whole),
              AllOf(HasSubstr(".decode.fetched: the call annotates a delay of 1 ns"),
                    HasSubstr("this edge takes none")));
  // In the process of the memory that answers, not in the core's.
  EXPECT_THAT(refusal_of(Edge::Served, half), HasSubstr(".write_back.memory: the call annotates"));
  EXPECT_THAT(refusal_of(Edge::Issued, waits),
              AllOf(HasSubstr(".arbiter.issue: the block that it calls has called wait()"),
                    HasSubstr("a delay of whole cycles is annotated")));
}

TEST(Edges, DeepLetModulesOfOthersChangeNothingForAnyWorkload) {
  std::array<std::uint64_t, kEdgeCount> calls{};
  for (const char* name : kMachines) {
    for (const auto& workload : workloads()) expect_unseen(name, {}, *workload, calls);
  }
}

}  // namespace
}  // namespace lanefold
