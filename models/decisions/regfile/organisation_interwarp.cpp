// SPDX-License-Identifier: Apache-2.0
// The register file that inter-warp compaction needs: many banks, each addressed per lane (ISCA'13
// section 4.3).
#include <algorithm>

#include "lanefold/register_file.h"

namespace lanefold {
namespace {

/// Most lanes of `lanes` that are a multiple of `period` apart.
unsigned most_lanes_in_a_bank(LaneMask lanes, unsigned period) {
  std::uint64_t bank = 0;
  for (unsigned lane = 0; lane < 64; lane += period) {
    bank |= std::uint64_t{1} << lane;
  }
  unsigned most = 0;
  for (unsigned first = 0; first < std::min(period, 64U); ++first) {
    most = std::max(most, (lanes & LaneMask(bank << first)).count());
  }
  return most;
}

/// Banks of 32-bit words, eight at a four-wide ALU: as many words a cycle as the baseline reads.
/// A 64-bit lane is a word in each of two neighbouring banks; two 16-bit lanes share a word.
class InterwarpRegisterFile final : public RegisterFileOrganisation {
 public:
  OperandFetch fetch(LaneMask active, LaneMask /*issued*/,
                     const QuadGeometry& geometry) const override {
    LaneMask lanes = active;  // of lanes that share a word, only the first
    if (geometry.operand_bits() == 16) {
      lanes = LaneMask((active.bits() | active.bits() >> 1) & 0x5555'5555'5555'5555);
    }
    const unsigned accesses = lanes.count() * (geometry.operand_bits() == 64 ? 2 : 1);
    const unsigned lanes_of_all_banks = 64 * geometry.alu_width() / geometry.operand_bits();
    return {accesses, 32 * accesses, most_lanes_in_a_bank(lanes, lanes_of_all_banks)};
  }
};

}  // namespace

std::unique_ptr<RegisterFileOrganisation> make_interwarp_register_file() {
  return std::make_unique<InterwarpRegisterFile>();
}

}  // namespace lanefold
