// SPDX-License-Identifier: Apache-2.0
// The register file for BCC: rows as today, but each half of one 32-bit quad, 128 bits at a
// four-wide ALU, is enabled on its own, so that a skipped quad is not fetched (ISCA'13 section 4.1,
// figure 5b).
#include "decisions/regfile/organisation_rows.h"

namespace lanefold {
namespace {

class HalfRowRegisterFile final : public RegisterFileOrganisation {
 public:
  OperandFetch fetch(LaneMask /*active*/, LaneMask issued,
                     const QuadGeometry& geometry) const override {
    const unsigned half_bits = 32 * geometry.alu_width();
    OperandFetch halves = fetch_rows(issued, half_bits, geometry);
    halves.cycles = fetch_rows(issued, 2 * half_bits, geometry).cycles;
    return halves;
  }
};

}  // namespace

std::unique_ptr<RegisterFileOrganisation> make_bcc_register_file() {
  return std::make_unique<HalfRowRegisterFile>();
}

}  // namespace lanefold
