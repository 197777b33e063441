// SPDX-License-Identifier: Apache-2.0
// Table 2 of ISCA'13: what each optimisation saves on the paper's nested branches.
//
// Two places of the printed table cannot be meant as they stand. At nesting level n the 2^n
// branch paths share the 16 lanes out between them: each lane takes exactly one path.
// - L3 lists "02020", five digits, and 2020 beside it, while no path has lanes 1 and 9: 0202 is
//   meant, which completes the pairs 0x01/0x10, 0x04/0x40, 0x08/0x80, 0x02/0x20.
// - L4 lists no masks ("16 patterns with 1-bit set"); they are the 16 single lanes.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lanefold/policy_cycles.h"

namespace lanefold {
namespace {

/// Benefits in percent of the cycles without any optimisation, each beyond the one before it, in
/// the order in which the paper applies them: Ivy Bridge, BCC, SCC. An empty cell is 0.
struct Row {
  const char* level;
  std::vector<std::uint64_t> paths;
  unsigned ivb, bcc, scc;
};

std::vector<Row> table2() {
  std::vector<std::uint64_t> single_lanes;
  for (unsigned lane = 0; lane < 16; ++lane) {
    single_lanes.push_back(std::uint64_t{1} << lane);
  }
  return {{"L1", {0x5555, 0xaaaa}, 0, 0, 50},
          {"L2", {0x1111, 0x4444, 0x8888, 0x2222}, 0, 0, 75},
          {"L3", {0x0101, 0x1010, 0x0404, 0x4040, 0x0808, 0x8080, 0x0202, 0x2020}, 0, 50, 25},
          {"L4", single_lanes, 50, 25, 0}};
}

PolicyCycles cycles_of(const std::vector<std::uint64_t>& paths) {
  PolicyCycles sum;
  for (const std::uint64_t path : paths) {
    sum.add(MaskCosts(QuadGeometry(16, 4)).of(LaneMask(path)), 1);
  }
  return sum;
}

TEST(Table2, CorrectedMasksShareTheSixteenLanesOut) {
  for (const Row& row : table2()) {
    std::uint64_t lanes = 0;
    for (const std::uint64_t path : row.paths) {
      EXPECT_EQ(lanes & path, 0U) << row.level << " has a lane on two paths";
      lanes |= path;
    }
    EXPECT_EQ(lanes, 0xffffU) << row.level << " has a lane on no path";
  }
}

TEST(Table2, BenefitsMatchThePaper) {
  for (const Row& row : table2()) {
    const PolicyCycles cycles = cycles_of(row.paths);
    EXPECT_EQ(cycles[CompactionPolicy::None], 4 * row.paths.size()) << row.level;
    EXPECT_EQ(100 * (cycles[CompactionPolicy::None] - cycles[CompactionPolicy::Ivb]),
              row.ivb * cycles[CompactionPolicy::None])
        << row.level;
    EXPECT_EQ(100 * (cycles[CompactionPolicy::Ivb] - cycles[CompactionPolicy::Bcc]),
              row.bcc * cycles[CompactionPolicy::None])
        << row.level;
    EXPECT_EQ(100 * (cycles[CompactionPolicy::Bcc] - cycles[CompactionPolicy::Scc]),
              row.scc * cycles[CompactionPolicy::None])
        << row.level;
  }
}

}  // namespace
}  // namespace lanefold
