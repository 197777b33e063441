// SPDX-License-Identifier: Apache-2.0
// Masks as people write them and as the report shows them.
#include "apps/lanefold/mask_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "lanefold/error.h"

namespace lanefold {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ParseMask, ReadsHexadecimalAndBinary) {
  EXPECT_EQ(parse_mask("0xF0F0"), LaneMask(0xf0f0));
  EXPECT_EQ(parse_mask("0Xf0f0"), LaneMask(0xf0f0));
  EXPECT_EQ(parse_mask("0b1010"), LaneMask(0xa));
  EXPECT_EQ(parse_mask("0B1111_0000"), LaneMask(0xf0));
  EXPECT_EQ(parse_mask("0x0"), LaneMask());
}

TEST(ParseMask, AcceptsAllSixtyFourLanes) {
  EXPECT_EQ(parse_mask("0xffffffffffffffff"), LaneMask::first(64));
  EXPECT_EQ(parse_mask("0x0ffffffffffffffff"), LaneMask::first(64));
  EXPECT_EQ(parse_mask("0b" + std::string(64, '1')), LaneMask::first(64));
}

struct BadMask {
  const char* text;
  const char* reason;
};

TEST(ParseMask, RejectsMalformedMasksWithAnExample) {
  const BadMask masks[] = {{"", "0x or 0b"},
                           {"F0F0", "0x or 0b"},
                           {"61680", "0x or 0b"},
                           {"0x", "no digits"},
                           {"0x_", "no digits"},
                           {"0b12", "no binary digit"},
                           {"0xF0G0", "no hexadecimal digit"},
                           {"0xF0 F0", "no hexadecimal digit"},
                           {"0x\xff", "no hexadecimal digit"},
                           {"-0x1", "0x or 0b"},
                           {"0x10000000000000000", "more than 64 lanes"}};
  for (const BadMask& mask : masks) {
    try {
      parse_mask(mask.text);
      ADD_FAILURE() << "accepted '" << mask.text << "'";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.what(), HasSubstr(mask.reason));
      EXPECT_THAT(error.what(), HasSubstr("0xF0F0"));
    }
  }
}

TEST(MaskReport, ShowsQuadsCyclesAndSourcesOfSimd16) {
  const std::string report = mask_report(LaneMask(0x1131), QuadGeometry());
  EXPECT_THAT(report,
              StartsWith(R"(mask 0x1131: 5 of 16 lanes active, in 4 of 4 quads; ideal 2 cycles
ALU 4 lanes wide, 32-bit operands: a quad is 4 lanes

  quad      Q3    Q2    Q1    Q0
  lanes   0001  0001  0011  0001

policy    cycles  swizzled lanes  saved over none  saved over ivb
)"));
  for (const char* row : {"none           4               0              0 %               -",
                          "ivb            4               0              0 %             0 %",
                          "bcc            4               0              0 %             0 %",
                          "scc            2               2             50 %            50 %",
                          "scc-fifo       2               2             50 %            50 %"}) {
    EXPECT_THAT(report, HasSubstr("\n" + std::string(row) + "\n"));
  }
  const std::string quad_by_quad = R"(: 4 cycles
  cycle  P0      P1      P2      P3
      0  Q0.0    -       -       -
      1  Q1.0    Q1.1    -       -
      2  Q2.0    -       -       -
      3  Q3.0    -       -       -
)";
  for (const char* policy : {"none", "ivb", "bcc"}) {
    EXPECT_THAT(report, HasSubstr("\n" + std::string(policy) + quad_by_quad));
  }
  EXPECT_THAT(report, HasSubstr(R"(
scc: 2 cycles
  cycle  P0      P1      P2      P3
      0  Q0.0    Q1.1    Q2.0*   Q3.0*
      1  Q1.0    -       -       -
)"));
  EXPECT_THAT(report, HasSubstr(R"(
scc-fifo: 2 cycles
  cycle  P0      P1      P2      P3
      0  Q0.0    Q1.1    Q1.0*   Q2.0*
      1  Q3.0    -       -       -
)"));
  EXPECT_THAT(report, EndsWith(R"(
Q2.3 = lane 3 of quad 2, P = ALU position, * = swizzled from another position, - = disabled
)"));
}

TEST(MaskReport, OfAnEmptyMaskHasNoCycles) {
  const std::string report = mask_report(LaneMask(), QuadGeometry());
  EXPECT_THAT(report, HasSubstr("mask 0x0000: 0 of 16 lanes active"));
  EXPECT_THAT(report, HasSubstr("\nscc: 0 cycles\n"));
}

TEST(MaskReport, StaysReadableForTheWidestMachine) {
  for (unsigned alu_width : {1U, 4U, 16U, 64U}) {
    const QuadGeometry geometry(64, alu_width);
    std::istringstream report(mask_report(LaneMask(0x8421'0000'ffff'1001), geometry));
    for (std::string line; std::getline(report, line);) {
      EXPECT_LE(line.size(), 136U) << line;
      EXPECT_TRUE(line.empty() || line.back() != ' ') << "'" << line << "'";
      EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c < 127; }))
          << line;
    }
  }
}

TEST(MaskReport, RefusesAMaskWiderThanTheWarp) {
  try {
    mask_report(LaneMask(0x1'0000), QuadGeometry());
    FAIL() << "accepted lane 16 of 16";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.what(), HasSubstr("mask 0x10000"));
    EXPECT_THAT(error.what(), HasSubstr("0xffff"));
  }
}

}  // namespace
}  // namespace lanefold
