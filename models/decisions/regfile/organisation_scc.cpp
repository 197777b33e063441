// SPDX-License-Identifier: Apache-2.0
// The register file for SCC: a row is a 32-bit register of the whole warp, 512 bits at SIMD16, held
// in a latch before the swizzle crossbar (ISCA'13 figure 5c).
#include "decisions/regfile/organisation_rows.h"

namespace lanefold {
namespace {

class WholeWarpRegisterFile final : public RegisterFileOrganisation {
 public:
  OperandFetch fetch(LaneMask /*active*/, LaneMask issued,
                     const QuadGeometry& geometry) const override {
    return fetch_rows(issued, 32 * geometry.lanes(), geometry);
  }
};

}  // namespace

std::unique_ptr<RegisterFileOrganisation> make_scc_register_file() {
  return std::make_unique<WholeWarpRegisterFile>();
}

}  // namespace lanefold
