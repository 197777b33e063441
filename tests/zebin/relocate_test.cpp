// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/relocate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanefold::gen8 {
namespace {

using ::testing::ElementsAre;

std::vector<int> as_numbers(const std::vector<std::byte>& bytes) {
  std::vector<int> result;
  for (const std::byte byte : bytes) result.push_back(std::to_integer<int>(byte));
  return result;
}

TEST(Gen8Relocations, PutAddressesInPlaceOfWhatWasThere) {
  RelocatableBytes code;
  code.bytes.assign(20, std::byte{0xee});
  code.relocations = {{1, RelocationKind::Address64, DataSection::Constant, 0x21},
                      {10, RelocationKind::Low32, DataSection::Strings, 0},
                      {14, RelocationKind::High32, DataSection::Global, 4}};
  const std::vector<std::byte> placed =
      apply_relocations(code, {0x80010200, 0x90000304, 0xfffffff0});
  EXPECT_THAT(as_numbers(placed), ElementsAre(0xee, 0x21, 0x02, 0x01, 0x80, 0, 0, 0, 0, 0xee, 0x04,
                                              0x03, 0x00, 0x90, 0, 0, 0, 0, 0xee, 0xee));
}

TEST(Gen8Relocations, AddAddressesOfDataToWhatWasThere) {
  RelocatableBytes data;
  data.has_addends = true;
  data.bytes.assign(12, std::byte{0});
  data.bytes[0] = std::byte{3};
  data.bytes[8] = std::byte{0xff};
  data.relocations = {{0, RelocationKind::Address64, DataSection::Constant, 0x21},
                      {8, RelocationKind::Low32, DataSection::Strings, 2}};
  const std::vector<std::byte> placed = apply_relocations(data, {0x80010200, 0x90000304, 0});
  EXPECT_THAT(as_numbers(placed),
              ElementsAre(0x24, 0x02, 0x01, 0x80, 0, 0, 0, 0, 0x05, 0x04, 0x00, 0x90));
}

TEST(Gen8Relocations, LeaveBytesWithoutAnyAsTheyAre) {
  RelocatableBytes code;
  code.bytes.assign(16, std::byte{0x5a});
  EXPECT_EQ(apply_relocations(code, {1, 2, 3}), code.bytes);
}

}  // namespace
}  // namespace lanefold::gen8
