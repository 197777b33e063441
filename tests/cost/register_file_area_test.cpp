// SPDX-License-Identifier: Apache-2.0
// The register files of ISCA'13 figure 5 and section 4.3: shapes, overheads, and what decides.
#include "tools/cost/register_file_area.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

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
  const std::map<RegisterFileKind, Expected> expected{
      {RegisterFileKind::Baseline, {768, 256, 1, 256}},
      {RegisterFileKind::Bcc, {768, 128, 2, 256}},
      {RegisterFileKind::Interwarp, {768, 32, 8, 256}},
      {RegisterFileKind::Scc, {384, 512, 1, 512}}};
  for (const auto& [kind, shape] : expected) {
    const ArrayShape ours = register_file_shape(kind, eu());
    const char* const name = name_of(kind);
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
  const ArrayShape one_cycle = register_file_shape(RegisterFileKind::Baseline, core);
  EXPECT_EQ(one_cycle.read_ports, 3U);
  EXPECT_EQ(one_cycle.write_ports, 1U);
  EXPECT_EQ(one_cycle.read_write_ports, 0U);
  core.alu_width = 16;
  EXPECT_EQ(register_file_shape(RegisterFileKind::Baseline, core).read_ports, 2U);
}

TEST(RegisterFileOf, ResolvesAuto) {
  CoreConfig core;
  EXPECT_EQ(register_file_of(core), RegisterFileKind::Baseline);
  core.compaction = CompactionPolicy::SccFifo;
  EXPECT_EQ(register_file_of(core), RegisterFileKind::Scc);
  core.register_file = RegisterFileKind::Interwarp;
  EXPECT_EQ(register_file_of(core), RegisterFileKind::Interwarp);
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

// What docs/method/cost.md prints, in um^2 at 32 nm and in per cent: no constant changes it
// unnoticed.
TEST(RegisterFileArea, IsThatOfTheDocuments) {
  struct Expected {
    const char* assumption;
    const char* value;
    double baseline;
    std::array<double, 3> overheads;  // bcc, interwarp, scc
  };
  const std::vector<Expected> expected{
      {"rows on a bit line", "at most 256", 34403, {3.3, 19.8, 1.5}},
      {"rows on a bit line", "at most 64", 39515, {2.9, 17.3, -0.1}},
      {"rows on a bit line", "at most 128", 36107, {3.2, 18.9, -0.1}},
      {"rows on a bit line", "all", 33266, {3.4, 20.5, 1.6}},
      {"words side by side", "1", 34403, {3.3, 19.8, 1.5}},
      {"words side by side", "2", 33804, {1.5, 10.9, 0.1}},
      {"words side by side", "4", 33007, {1.5, 9.9, 3.8}},
      {"ports", "as few as it takes", 34403, {3.3, 19.8, 1.5}},
      {"ports", "1 to read, 1 to write", 67863, {4.1, 25.5, 0.0}},
      {"ports", "3 to read, 1 to write", 168104, {4.6, 29.3, -0.8}},
      {"files side by side", "1", 34403, {3.3, 19.8, 1.5}},
      {"files side by side", "4", 36505, {4.8, 30.5, 10.0}},
      {"row gates and drivers, by standard cells", "x 1", 34403, {3.3, 19.8, 1.5}},
      {"row gates and drivers, by standard cells", "x 2", 37027, {5.1, 29.5, 0.4}},
      {"row gates and drivers, by standard cells", "x 4", 42414, {8.4, 47.4, -1.3}},
      {"predecoded wires", "above the row gates", 34403, {3.3, 19.8, 1.5}},
      {"predecoded wires", "beside them", 35022, {5.0, 31.9, 0.4}},
      {"cell of one port", "146 F2", 34403, {3.3, 19.8, 1.5}},
      {"cell of one port", "171 F2", 39492, {3.1, 18.3, 1.2}},
      {"halves of the BCC file", "a decoder each", 34403, {3.3, 19.8, 1.5}},
      {"halves of the BCC file", "one decoder", 34403, {0.6, 19.8, 1.5}},
      {"halves of the BCC file", "rows of their own", 34403, {3.7, 19.8, 1.5}},
      {"latch of an operand", "counted", 34403, {3.3, 19.8, 1.5}},
      {"latch of an operand", "left out", 34058, {3.4, 20.0, 0.5}},
      {"addresses on their way to banks", "counted", 34403, {3.3, 19.8, 1.5}},
      {"addresses on their way to banks", "left out", 34403, {3.2, 18.8, 1.5}}};
  const std::vector<RegisterFileVariant> variants = register_file_variants(eu());
  ASSERT_EQ(variants.size(), expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row) {
    EXPECT_EQ(variants[row].assumption, expected[row].assumption);
    EXPECT_EQ(variants[row].value, expected[row].value);
    const std::string what = variants[row].assumption + ": " + variants[row].value;
    EXPECT_NEAR(um2_of(variants[row].baseline, 32), expected[row].baseline, 0.5) << what;
    for (const std::size_t file : {kBcc, kInterwarp, kScc}) {
      EXPECT_NEAR(100 * variants[row].overheads[file], expected[row].overheads[file], 0.05) << what;
    }
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
