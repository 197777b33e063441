// SPDX-License-Identifier: Apache-2.0
// Rows that banks read: as many as they cost, each wanted lane once, and their order in time.
#include "decisions/regfile/bank_reads.h"

#include <gtest/gtest.h>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/register_file.h"

namespace lanefold {
namespace {

constexpr RegisterFileKind kKinds[] = {RegisterFileKind::Baseline, RegisterFileKind::Bcc,
                                       RegisterFileKind::Scc};

unsigned halves_of(const std::vector<RowRead>& reads) {
  unsigned halves = 0;
  for (const RowRead& read : reads) halves += (read.lower ? 1 : 0) + (read.upper ? 1 : 0);
  return halves;
}

void expect_reads(RegisterFileKind kind, LaneMask issued, const QuadGeometry& geometry) {
  const OperandFetch cost =
      make_register_file(kind, CompactionPolicy::None)->fetch(issued, issued, geometry);
  const std::vector<RowRead> reads = row_reads(kind, issued, geometry);
  EXPECT_EQ(reads.size(), cost.cycles);
  EXPECT_EQ(kind == RegisterFileKind::Bcc ? halves_of(reads) : reads.size(), cost.accesses);
  LaneMask come;
  for (const RowRead& read : reads) {
    EXPECT_TRUE((read.lanes & come).none());
    EXPECT_TRUE((read.lanes & issued).any());
    come |= read.lanes;
  }
  EXPECT_TRUE(come.contains(issued));
}

TEST(RowReads, AreAsManyAsTheOrganisationCosts) {
  for (const RegisterFileKind kind : kKinds) {
    for (const auto& [lanes, alu] : {std::pair{8U, 4U}, {8U, 8U}, {16U, 4U}}) {
      for (const unsigned bits : {32U, 64U}) {
        const QuadGeometry geometry(lanes, alu, bits);
        for (std::uint64_t mask = 0; mask < std::uint64_t{1} << lanes; ++mask) {
          expect_reads(kind, geometry.whole_quads(LaneMask(mask)), geometry);
        }
        if (HasFailure()) FAIL() << name_of(kind) << ", " << lanes << " lanes, " << bits << " bits";
      }
    }
  }
}

TEST(RowReads, AreOfOrganisationsWithRowsOnly) {
  EXPECT_THROW(row_reads(RegisterFileKind::Interwarp, LaneMask(1), QuadGeometry()), Error);
}

TEST(BankReads, TakeTheNextInstructionWithTheLastRow) {
  BankReads banks(RegisterFileKind::Baseline, 16, 4);
  BankReads::Inputs inputs{{{LaneMask(0xffff), 0b011, 0b010}}, true};
  EXPECT_TRUE(banks.outputs(inputs).ready);
  banks.step(inputs);
  // Two rows of the first operand, four of the second, none of the third.
  for (unsigned row = 0; row < 4; ++row) {
    const BankReads::Outputs now = banks.outputs(inputs);
    EXPECT_EQ(now.reads[0].has_value(), row < 2);
    ASSERT_TRUE(now.reads[1].has_value());
    EXPECT_EQ(now.reads[1]->row, row);
    EXPECT_FALSE(now.reads[2].has_value());
    EXPECT_EQ(now.ready, row == 3);
    banks.step({{}, true});
  }
  EXPECT_TRUE(banks.outputs({}).ready);
}

TEST(BankReads, StandStillInAStall) {
  BankReads banks(RegisterFileKind::Bcc, 16, 4);
  banks.step({{{LaneMask(0x000f), 0b001, 0}}, false});
  banks.step({{}, false});
  const BankReads::Outputs now = banks.outputs({});
  EXPECT_FALSE(now.ready);
  ASSERT_TRUE(now.reads[0].has_value());
  EXPECT_TRUE(now.reads[0]->lower);
  EXPECT_FALSE(now.reads[0]->upper);
  EXPECT_EQ(now.reads[0]->lanes, LaneMask(0x000f));
}

}  // namespace
}  // namespace lanefold
