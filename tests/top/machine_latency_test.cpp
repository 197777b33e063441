// SPDX-License-Identifier: Apache-2.0
// The machines as they are: the latency of each of their levels, as a pointer chase shows it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/memory_map.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

constexpr unsigned kChased = 120;
constexpr std::uint32_t kGroupBytes = 4096;  ///< between the pointers with which groups begin

/// Each work-group begins with the pointer of its own and loads `loads` times.
Code group_chase(unsigned loads) {
  Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
            encode(Opcode::Csrrs, {6, 0, 0, 0, static_cast<int>(WorkItemCsr::GroupId0)}),
            encode(Opcode::Slli, {6, 6, 0, 0, 12}), encode(Opcode::Add, {5, 5, 6})};
  code.insert(code.end(), loads, encode(Opcode::Lw, {5, 5}));
  code.push_back(encode(Opcode::Exit));
  return code;
}

/// Where pointers lead: round and round over lines `stride` bytes apart.
struct Ring {
  std::uint32_t begin;
  unsigned lines;
  std::uint32_t stride;
};

class ChasingMachine {
 public:
  explicit ChasingMachine(const MachineConfig& config)
      : machine_(make_timed_machine(config)), buffer_(machine_->allocate(4U << 20)) {}

  void lay(unsigned group, const Ring& ring) {
    for (unsigned i = 0; i < ring.lines; ++i) {
      point(ring.begin + i * ring.stride, ring.begin + (i + 1) % ring.lines * ring.stride);
    }
    if (ring.begin != group * kGroupBytes) point(group * kGroupBytes, ring.begin);
  }
  std::uint64_t run(unsigned loads, unsigned groups) {
    machine_->launch(*make_program(group_chase(loads)), "k", range_1d(16 * groups, 16), {});
    return machine_->launches().back().cycles;
  }

 private:
  void point(std::uint32_t at, std::uint32_t to) {
    to += buffer_.address;
    machine_->write(buffer_, at, &to, sizeof to);
  }

  std::unique_ptr<Machine> machine_;
  Buffer buffer_;
};

struct MachineLevel {
  const char* name;
  const char* machine;
  std::vector<std::string> settings;
  unsigned lines;  ///< of the ring; 0 never leaves the first line
  std::uint32_t stride;
  bool owned_by_another;  ///< another core has read the lines before
  double cycles;          ///< from one load to the next
};

/// The rings of the two launches lie apart, so that each finds its own lines cold, and in other
/// sets than the pointers with which groups begin.
double cycles_per_load(const MachineLevel& level) {
  MachineConfig config = load_machine(level.machine);
  apply_setting(config, "memory.bytes=67108864");
  for (const std::string& setting : level.settings) apply_setting(config, setting);
  validate(config);
  ChasingMachine machine(config);
  const Ring here{0, 1, 0};
  machine.lay(0, here);
  machine.run(2 * kChased, 1);  // the instruction cache has all of it then
  std::uint64_t cycles[2] = {};
  for (const unsigned many : {0U, 1U}) {
    const unsigned loads = (many + 1) * kChased;
    const Ring ring =
        level.lines == 0 ? here : Ring{((many + 1) << 20) + 256, level.lines, level.stride};
    if (level.owned_by_another) {
      machine.lay(0, here);
      machine.lay(1, ring);
      machine.run(loads, 2);
    }
    machine.lay(0, ring);
    cycles[many] = machine.run(loads, 1);
  }
  return static_cast<double>(cycles[1] - cycles[0]) / kChased;
}

// A load that issues in I sends its request in I + 2 (ivb-eu: two rows of the baseline file hold
// the addresses) or I + 1 (the others: one row); answered in A, the next issues in A + 1 (ivb-eu)
// or, without stage latches, in A. So 3 cycles are the pipeline's, or one; ivb-eu issues in every
// second cycle only. An answer whose time is not known when the request is sent is seen a cycle
// after it comes.
//
// The switch of mv5-wpu has an edge every 10/3 cycles, seen in cycles 0, 4, 7, 10, 14 and so on;
// what has come by an edge passes at it and is there at the next one. A request that leaves the L1
// in 0 is at the directory in 4, answered by the L2 in 34, back in 37 and seen in 38. The next load
// issues in 39, its request is looked up in 40 and leaves in 43; it is there in 47, answered in 77,
// back in 80. The third leaves in 86, is there in 90, answered in 120, back in 124; the fourth
// leaves in 130.
TEST(MachineLatency, IsThatOfEachLevelByHand) {
  for (const MachineLevel& level : {
           MachineLevel{"L3", "ivb-eu", {}, 0, 0, false, 14},  // 3 + (1 + 7 + 1) + 1 = 13
           // 80 lines of one set of the L3, which has 64 ways: 3 + (1 + 7 + 10 + 1) + 1 = 23
           MachineLevel{"LLC", "ivb-eu", {}, 80, 2048, false, 24},
           // 3 + (1 + 7 + 10 + 150 + 1) + 1 = 173
           MachineLevel{"DRAM", "ivb-eu", {}, 400, 64, false, 174},
           MachineLevel{"L1", "manycore-dom", {}, 0, 0, false, 1 + 1},
           MachineLevel{"DRAM", "manycore-dom", {}, 400, 32, false, 1 + 1 + 500 + 1},
           // Eight lines of one set of the L1, which has four ways.
           MachineLevel{"L2", "manycore-dom", {"l2.enabled=true"}, 8, 8192, false, 1 + 1 + 10 + 1},
           MachineLevel{"DRAM behind L2",
                        "manycore-dom",
                        {"l2.enabled=true"},
                        400,
                        32,
                        false,
                        1 + 1 + 10 + 500 + 1},
           MachineLevel{"L1", "mv5-wpu", {}, 0, 0, false, 1 + 3},
           // Sixteen lines of one set of the L1, which has eight ways.
           MachineLevel{"L2", "mv5-wpu", {}, 16, 4096, false, 130.0 / 3},
           // The owner is asked a cycle later and says 3 cycles later that it has nothing newer,
           // then the L2 is read: there in 4, answered in 4 + 1 + 3 + 30 = 38, back in 44; the next
           // request leaves in 50, which is an edge again.
           MachineLevel{"directory", "mv5-wpu", {}, 400, 128, true, 44 + 6},
           // 300 cycles are 90 edges: all as with the L2.
           MachineLevel{"DRAM", "mv5-wpu", {}, 400, 128, false, 130.0 / 3 + 300},
       }) {
    EXPECT_DOUBLE_EQ(cycles_per_load(level), level.cycles) << level.name << " of " << level.machine;
  }
}

struct Cpi {
  double turn;  ///< cycles of an addition and a taken branch back to it
  double row;   ///< cycles of one of many additions, all in one line of instructions
};
Cpi cpi_of_one_lane(const std::vector<std::string>& settings) {
  MachineConfig config = load_machine("mv5-wpu");
  config.cores = config.l1.banks = 1;
  config.core.warps = config.core.warp_width = config.core.alu_width = 1;
  for (const std::string& setting : settings) apply_setting(config, setting);
  const auto turns = [&](int count) {
    return cycles_of(config,
                     {addi(5, 0, count), addi(5, 5, -1), branch(Opcode::Bne, 5, 0, -4), kExit});
  };
  const auto row = [&](unsigned count) {
    Code code(count, addi(5, 5, 1));
    code.push_back(kExit);
    return cycles_of(config, code);
  };
  return {static_cast<double>(turns(200) - turns(100)) / 100,
          static_cast<double>(row(30) - row(10)) / 20};
}

// IPDPS'12 section V-A: an IPC of one but for memory references. The instruction cache's cycle is
// seen by taken branches only.
TEST(MachineCpi, OfOneLaneIsOneButForTakenBranches) {
  const Cpi as_it_is = cpi_of_one_lane({});
  EXPECT_DOUBLE_EQ(as_it_is.row, 1);
  EXPECT_DOUBLE_EQ(as_it_is.turn, 2 + 1);
  const Cpi without_fetch =
      cpi_of_one_lane({"core.fetch.latency=0", "instruction_cache.perfect=true"});
  EXPECT_DOUBLE_EQ(without_fetch.row, 1);
  EXPECT_DOUBLE_EQ(without_fetch.turn, 2);
}

}  // namespace
}  // namespace lanefold
