// SPDX-License-Identifier: Apache-2.0
// The register files of ISCA'13 figure 5 and section 4.3: shapes, overheads, and what decides.
#include "cost/register_file_area.h"

#include <gtest/gtest.h>

#include <map>

#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Six threads of SIMD16 on an ALU of four lanes, as on ivb-eu: 24 KB.
CoreConfig eu() { return {}; }

constexpr std::size_t kBcc = 0;
constexpr std::size_t kInterwarp = 1;
constexpr std::size_t kScc = 2;

const RegisterFileVariant& usual(const std::vector<RegisterFileVariant>& variants) {
  return variants.front();
}

double overhead(const std::string& assumption, const std::string& value, std::size_t file) {
  for (const RegisterFileVariant& one : register_file_variants(eu())) {
    if (one.assumption == assumption && one.value == value) return one.overheads[file];
  }
  throw std::out_of_range(assumption);
}

TEST(RegisterFileShape, IsThatOfThePaper) {
  struct Expected {
    std::uint64_t rows, bits, banks, latched;
  };
  const std::map<std::string, Expected> expected{{"baseline", {768, 256, 1, 256}},
                                                 {"bcc", {768, 128, 2, 256}},
                                                 {"interwarp", {768, 32, 8, 256}},
                                                 {"scc", {384, 512, 1, 512}}};
  for (const auto& [name, shape] : expected) {
    const ArrayShape ours = register_file_shape(name, eu());
    EXPECT_EQ(ours.rows, shape.rows) << name;
    EXPECT_EQ(ours.bits, shape.bits) << name;
    EXPECT_EQ(ours.banks, shape.banks) << name;
    EXPECT_EQ(ours.latched_bits, shape.latched) << name;
    EXPECT_EQ(ours.all_bits(), 24U * 1024 * 8) << name;
    EXPECT_EQ(ours.read_write_ports, 1U) << name;  // four accesses in four cycles
    EXPECT_EQ(ours.ports(), 1U) << name;
  }
}

TEST(RegisterFileShape, HasPortsForTheCyclesOfAnInstruction) {
  CoreConfig core;
  core.warp_width = core.alu_width = 32;
  const ArrayShape one_cycle = register_file_shape("baseline", core);
  EXPECT_EQ(one_cycle.read_ports, 3U);
  EXPECT_EQ(one_cycle.write_ports, 1U);
  EXPECT_EQ(one_cycle.read_write_ports, 0U);
  core.alu_width = 16;
  EXPECT_EQ(register_file_shape("baseline", core).read_ports, 2U);
}

TEST(RegisterFileShape, RefusesAFileThatThereIsNot) {
  EXPECT_THROW(register_file_shape("auto", eu()), Error);
}

TEST(RegisterFileOf, IsWhatAutoStandsFor) {
  CoreConfig core;
  EXPECT_EQ(register_file_of(core), "baseline");
  core.compaction = "scc-fifo";
  EXPECT_EQ(register_file_of(core), "scc");
  core.register_file = "interwarp";
  EXPECT_EQ(register_file_of(core), "interwarp");
}

// The order of section 4.3 under every assumption: inter-warp needs several times what BCC needs.
TEST(RegisterFileArea, OfInterWarpIsTheLargestUnderEveryAssumption) {
  for (const RegisterFileVariant& one : register_file_variants(eu())) {
    const std::string what = one.assumption + ": " + one.value;
    EXPECT_GT(one.overheads[kBcc], 0) << what;
    EXPECT_GT(one.overheads[kInterwarp], 2 * one.overheads[kBcc]) << what;
    EXPECT_GT(one.overheads[kInterwarp], 2 * one.overheads[kScc]) << what;
  }
}

TEST(RegisterFileArea, ComesFromTheCircuitsOfRows) {
  const auto variants = register_file_variants(eu());
  for (const std::size_t file : {kBcc, kInterwarp}) {
    EXPECT_EQ(deciding_assumption(variants, file).assumption,
              "row gates and drivers, by standard cells");
    EXPECT_EQ(deciding_assumption(variants, file).least, usual(variants).overheads[file]);
  }
  EXPECT_LT(overhead("halves of the BCC file", "one decoder", kBcc), 0.01);
}

// "Wider but shorter": half of the rows, whose circuits are larger the more SCC saves.
TEST(RegisterFileArea, OfSccFallsAsRowsCostMore) {
  const std::string rows = "row gates and drivers, by standard cells";
  EXPECT_GT(overhead(rows, "x 1", kScc), overhead(rows, "x 2", kScc));
  EXPECT_LT(overhead(rows, "x 4", kScc), 0);
}

TEST(RegisterFileArea, IsUsualOnceInEachAssumptionAndThenTheSame) {
  const auto variants = register_file_variants(eu());
  std::map<std::string, unsigned> usuals;
  for (const RegisterFileVariant& one : variants) {
    usuals[one.assumption] += one.usual ? 1 : 0;
    if (!one.usual) continue;
    EXPECT_EQ(one.baseline, usual(variants).baseline) << one.assumption;
    EXPECT_EQ(one.overheads, usual(variants).overheads) << one.assumption;
  }
  for (const auto& [assumption, count] : usuals) EXPECT_EQ(count, 1U) << assumption;
}

TEST(DecidingAssumption, HasTheWidestRange) {
  const std::vector<RegisterFileVariant> variants{{"a", "1", true, 1, {0.1, 0, 0}},
                                                  {"a", "2", false, 1, {0.3, 0, 0}},
                                                  {"b", "1", true, 1, {0.1, 0, 0}},
                                                  {"b", "2", false, 1, {-0.2, 0, 0}}};
  const DecidingAssumption deciding = deciding_assumption(variants, kBcc);
  EXPECT_EQ(deciding.assumption, "b");
  EXPECT_EQ(deciding.least, -0.2);
  EXPECT_EQ(deciding.most, 0.1);
}

}  // namespace
}  // namespace lanefold
