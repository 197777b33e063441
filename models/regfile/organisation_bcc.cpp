// SPDX-License-Identifier: Apache-2.0
// The register file for BCC: half rows of one 32-bit quad, 128 bits at a four-wide ALU, so that a
// skipped quad is not fetched (ISCA'13 figure 5b).
#include "regfile/organisation_rows.h"

namespace lanefold {
namespace {

class HalfRowRegisterFile final : public RegisterFileOrganisation {
 public:
  OperandFetch fetch(LaneMask /*active*/, LaneMask issued,
                     const QuadGeometry& geometry) const override {
    return fetch_rows(issued, 32 * geometry.alu_width(), geometry);
  }
};

}  // namespace

std::unique_ptr<RegisterFileOrganisation> make_bcc_register_file() {
  return std::make_unique<HalfRowRegisterFile>();
}

}  // namespace lanefold
