// SPDX-License-Identifier: Apache-2.0
// What an operand costs in each register-file organisation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"
#include "lanefold/register_file.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

OperandFetch fetch(RegisterFileKind organisation, CompactionPolicy compaction, std::uint64_t mask,
                   const QuadGeometry& geometry = {}) {
  const LaneMask active(mask);
  const LaneMask issued = make_compactor(compaction)->issued_lanes(active, geometry);
  return make_register_file(organisation, compaction)->fetch(active, issued, geometry);
}

struct Case {
  RegisterFileKind organisation;
  CompactionPolicy compaction;
  std::uint64_t mask;
  QuadGeometry geometry;
  unsigned accesses, bits, cycles;
};

const QuadGeometry singles(16, 4);
const QuadGeometry doubles(16, 4, 64);
const QuadGeometry halves(16, 4, 16);
const QuadGeometry simd8(8, 4);
const QuadGeometry simd32(32, 4);

void expect_costs(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    const OperandFetch cost = fetch(c.organisation, c.compaction, c.mask, c.geometry);
    const std::string what = std::string(name_of(c.compaction)) + ", mask " +
                             std::to_string(c.mask) + ", " +
                             std::to_string(c.geometry.operand_bits()) + " bits, " +
                             std::to_string(c.geometry.lanes()) + " lanes";
    EXPECT_EQ(cost.accesses, c.accesses) << what;
    EXPECT_EQ(cost.bits, c.bits) << what;
    EXPECT_EQ(cost.cycles, c.cycles) << what;
  }
}

TEST(BaselineRegisterFile, ReadsRowsOfTwoQuads) {
  expect_costs({{RegisterFileKind::Baseline, CompactionPolicy::None, 0xffff, singles, 2, 512, 2},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0x0001, singles, 2, 512, 2},
                {RegisterFileKind::Baseline, CompactionPolicy::Ivb, 0x0001, singles, 1, 256, 1},
                {RegisterFileKind::Baseline, CompactionPolicy::Bcc, 0xf0f0, singles, 2, 512, 2},
                {RegisterFileKind::Baseline, CompactionPolicy::Bcc, 0x00f0, singles, 1, 256, 1},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0x00ff, simd8, 1, 256, 1},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0x0001, simd32, 4, 1024, 4},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0xffff, doubles, 4, 1024, 4},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0xffff, halves, 1, 256, 1},
                {RegisterFileKind::Baseline, CompactionPolicy::None, 0xffff'ffff,
                 QuadGeometry(32, 32), 1, 2048, 1}});
}

TEST(BccRegisterFile, ReadsHalfRowsBothInOneCycle) {
  expect_costs(
      {{RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0xffff, singles, 4, 512, 2},
       {RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0xf0f0, singles, 2, 256, 2},
       {RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0x0001, singles, 1, 128, 1},
       {RegisterFileKind::Bcc, CompactionPolicy::None, 0x0001, singles, 4, 512, 2},
       {RegisterFileKind::Bcc, CompactionPolicy::Scc, 0x1111, singles, 4, 512, 2},
       {RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0x00c1, doubles, 2, 256, 2},
       {RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0x0100, halves, 1, 128, 1},
       {RegisterFileKind::Bcc, CompactionPolicy::Bcc, 0x3, QuadGeometry(2, 1, 64), 2, 128, 2}});
}

TEST(SccRegisterFile, ReadsTheWholeWarpAtOnce) {
  expect_costs(
      {{RegisterFileKind::Scc, CompactionPolicy::Scc, 0xffff, singles, 1, 512, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0x0001, singles, 1, 512, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0x00ff, simd8, 1, 256, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0x8000'0001, simd32, 1, 1024, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0xffff, doubles, 2, 1024, 2},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0x0001, doubles, 1, 512, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, 0xffff, halves, 1, 512, 1},
       {RegisterFileKind::Scc, CompactionPolicy::Scc, ~0ULL, QuadGeometry(64, 16), 1, 2048, 1}});
}

TEST(InterwarpRegisterFile, WaitsForItsFullestBank) {
  expect_costs({{RegisterFileKind::Interwarp, CompactionPolicy::None, 0xffff, singles, 16, 512, 2},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0x00ff, singles, 8, 256, 1},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0x0101, singles, 2, 64, 2},
                {RegisterFileKind::Interwarp, CompactionPolicy::Scc, 0x5555, singles, 8, 256, 2},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0xffff, doubles, 32, 1024, 4},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0x0111, doubles, 6, 192, 3},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0xffff, halves, 8, 256, 1},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0x0007, halves, 2, 64, 1},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, ~0ULL, QuadGeometry(64, 64),
                 64, 2048, 1},
                {RegisterFileKind::Interwarp, CompactionPolicy::None, 0x3, QuadGeometry(2, 1, 64),
                 4, 128, 2}});
}

TEST(RegisterFile, IsNotTouchedByAnInstructionWithoutActiveLanes) {
  for (const RegisterFileKind organisation : all_of<RegisterFileKind>()) {
    for (const CompactionPolicy compaction : all_of<CompactionPolicy>()) {
      const OperandFetch cost = fetch(organisation, compaction, 0);
      EXPECT_EQ(cost.accesses, 0U) << organisation << " " << compaction;
      EXPECT_EQ(cost.cycles, 0U) << organisation << " " << compaction;
    }
  }
}

// ISCA'13 sections 4.1 and 4.2: neither optimisation waits for operands in the register file that
// the paper gives it.
TEST(RegisterFile, ThatFitsThePolicyNeverDelaysSinglePrecision) {
  const QuadGeometry geometry;
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    const auto policy = make_compactor(name);
    const auto file = make_register_file(RegisterFileKind::Auto, name);
    for (unsigned mask = 0; mask < 1U << 16; ++mask) {
      const LaneMask active(mask);
      const LaneMask issued = policy->issued_lanes(active, geometry);
      ASSERT_LE(file->fetch(active, issued, geometry).cycles, policy->cycles(active, geometry))
          << name_of(name) << " " << std::hex << mask;
    }
  }
}

TEST(RegisterFile, OfBccSavesTheBitsOfSkippedQuads) {
  const QuadGeometry geometry;
  for (unsigned mask = 0; mask < 1U << 16; ++mask) {
    ASSERT_EQ(fetch(RegisterFileKind::Bcc, CompactionPolicy::Bcc, mask).bits,
              128 * geometry.active_quads(LaneMask(mask)));
  }
}

TEST(RegisterFile, IsChosenByThePolicyWhenAutomatic) {
  EXPECT_EQ(fetch(RegisterFileKind::Auto, CompactionPolicy::None, 0x0001).bits, 512U);
  EXPECT_EQ(fetch(RegisterFileKind::Auto, CompactionPolicy::Ivb, 0x0001).bits, 256U);
  EXPECT_EQ(fetch(RegisterFileKind::Auto, CompactionPolicy::Bcc, 0x0001).bits, 128U);
  EXPECT_EQ(fetch(RegisterFileKind::Auto, CompactionPolicy::Scc, 0x0001).bits, 512U);
  EXPECT_EQ(fetch(RegisterFileKind::Auto, CompactionPolicy::SccFifo, 0x1111).accesses, 1U);
}

}  // namespace
}  // namespace lanefold
