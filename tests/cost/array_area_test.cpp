// SPDX-License-Identifier: Apache-2.0
// Areas of arrays by hand, and what can only make an array larger.
#include "tools/cost/array_area.h"

#include <gtest/gtest.h>

#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Numbers that are easy to add up: cells of 10 by 10, transistors, drivers and latches of 1.
ArrayConstants round_numbers() {
  ArrayConstants constants;
  constants.cell = 100;
  constants.cell_aspect = 1;
  constants.transistor = constants.latch = constants.drive = 1;
  constants.access_gates = 2;
  constants.inverter_gates = 4;
  return constants;
}

/// 64 words of 32 bits.
ArrayShape small_array() {
  ArrayShape shape;
  shape.rows = 64;
  shape.bits = 32;
  return shape;
}

TEST(ArrayArea, IsTheSumOfItsParts) {
  const ArrayArea area = area_of_array(small_array(), round_numbers());
  EXPECT_DOUBLE_EQ(area.cells, 64 * 32 * 100);
  // A row has a gate of two inputs (4) below 8 + 8 wires of 2.5 by 10. A bank has latches of 6
  // address bits, control (256), and in two groups 8 gates of three inputs (6), each with a driver
  // for 8 rows, which is twice as strong as the smallest inverter (1 + 2).
  EXPECT_DOUBLE_EQ(area.decoders, 64 * 16 * 25 + 6 + 256 + 2 * 8 * (6 + 3));
  // A word line loads as much as 32 inverters: drivers of 8 and of 2.
  EXPECT_DOUBLE_EQ(area.word_line_drivers, 64 * ((1 + 8) + (1 + 2)));
  EXPECT_DOUBLE_EQ(area.bit_lines, 32 * (3 + 11 + 8));
  EXPECT_DOUBLE_EQ(area.routing, 0);
  EXPECT_DOUBLE_EQ(area.latches, 0);
  EXPECT_DOUBLE_EQ(area.total(), 204800 + 26006 + 768 + 704);
}

TEST(ArrayArea, HasBitLineCircuitsInEachSubarrayAndSwitchesWhereWordsShareThem) {
  ArrayShape shape = small_array();
  shape.subarray_rows = 32;
  EXPECT_DOUBLE_EQ(area_of_array(shape, round_numbers()).bit_lines, 2 * 32 * 22);
  shape.column_mux = 2;  // 32 rows of 64 columns
  const ArrayArea area = area_of_array(shape, round_numbers());
  EXPECT_DOUBLE_EQ(area.bit_lines, 64 * (3 + 2) + 32 * 19);
  EXPECT_DOUBLE_EQ(area.cells, 204800);
}

TEST(ArrayArea, GrowsByTwoWiresOfHeightAndWidthWithAPort) {
  ArrayShape shape = small_array();
  shape.read_ports = 1;
  shape.write_ports = 1;
  const ArrayArea area = area_of_array(shape, round_numbers());
  EXPECT_DOUBLE_EQ(area.cells, 64 * 32 * 20 * 20);
  EXPECT_DOUBLE_EQ(area.word_line_drivers, 3 * 768);
  EXPECT_DOUBLE_EQ(area.bit_lines, 32 * (3 * 3 + 2 * 11 + 2 * 8));
}

TEST(ArrayArea, GivesEachBankADecoderAndItsAddressAWay) {
  ArrayShape shape = small_array();
  shape.banks = 4;
  shape.latched_bits = 128;
  const ArrayArea area = area_of_array(shape, round_numbers());
  EXPECT_DOUBLE_EQ(area.decoders, 4 * 26006);
  // Half of the width of all banks.
  EXPECT_DOUBLE_EQ(area.routing, 3 * 6 * 4 * 4 * 32 * 5);
  EXPECT_DOUBLE_EQ(area.latches, 128);
  shape.shared_decoder = true;
  EXPECT_DOUBLE_EQ(area_of_array(shape, round_numbers()).decoders, 26006);
  EXPECT_DOUBLE_EQ(area_of_array(shape, round_numbers()).routing, 0);
}

TEST(ArrayArea, OfOneBitIsMostlyItsControl) {
  const ArrayArea area = area_of_array({}, {});
  EXPECT_DOUBLE_EQ(area.decoders, 256 * 98.5);
  EXPECT_DOUBLE_EQ(area.word_line_drivers, 2 * 131.4);
  EXPECT_NEAR(area.cells, 146, 1e-9);
}

TEST(ArrayArea, NeverShrinksWithMoreRowsBitsBanksOrPorts) {
  const auto total = [](std::uint64_t rows, std::uint64_t bits, std::uint64_t banks,
                        unsigned ports) {
    ArrayShape shape;
    shape.rows = rows;
    shape.bits = bits;
    shape.banks = banks;
    shape.read_ports = ports;
    return area_of_array(shape).total();
  };
  for (std::uint64_t rows = 1; rows < 1100; ++rows) {
    for (const std::uint64_t bits : {1, 32, 255}) {
      const double area = total(rows, bits, 1, 0);
      ASSERT_LT(area, total(rows + 1, bits, 1, 0)) << rows << " rows of " << bits;
      ASSERT_LT(area, total(rows, bits + 1, 1, 0)) << rows << " rows of " << bits;
      ASSERT_LT(area, total(rows, bits, 2, 0)) << rows << " rows of " << bits;
      ASSERT_LT(area, total(rows, bits, 1, 1)) << rows << " rows of " << bits;
    }
  }
}

TEST(ArrayArea, RefusesAnArrayWithoutRowsOrPorts) {
  ArrayShape shape;
  shape.rows = 0;
  EXPECT_THROW(area_of_array(shape), Error);
  shape = {};
  shape.read_write_ports = 0;
  EXPECT_THROW(area_of_array(shape), Error);
}

}  // namespace
}  // namespace lanefold
