// SPDX-License-Identifier: Apache-2.0
// Today's register file: rows of two 32-bit quads, 256 bits at a four-wide ALU (ISCA'13 figure 5a).
#include "decisions/regfile/organisation_rows.h"

namespace lanefold {
namespace {

class BaselineRegisterFile final : public RegisterFileOrganisation {
 public:
  OperandFetch fetch(LaneMask /*active*/, LaneMask issued,
                     const QuadGeometry& geometry) const override {
    return fetch_rows(issued, 2 * 32 * geometry.alu_width(), geometry);
  }
};

}  // namespace

std::unique_ptr<RegisterFileOrganisation> make_baseline_register_file() {
  return std::make_unique<BaselineRegisterFile>();
}

}  // namespace lanefold
