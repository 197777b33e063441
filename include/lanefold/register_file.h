// SPDX-License-Identifier: Apache-2.0
// The register-file organisations of ISCA'13 figure 5 and section 4.3: what one operand of one
// instruction costs.
#pragma once

#include <memory>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// The price of reading or writing one operand of one instruction.
struct OperandFetch {
  unsigned accesses = 0;  ///< rows, or words of lane-addressable banks, read or written
  unsigned bits = 0;      ///< moved by them; an access always moves a whole row
  unsigned cycles = 0;    ///< until the last bit is there
};

/// How the register file is cut into rows. Every operand of an instruction has a bank of its own
/// (ISCA'13 section 4.3, option 2), so that operands are fetched side by side and each costs the
/// cycles of its own accesses. Stateless.
class RegisterFileOrganisation {
 public:
  virtual ~RegisterFileOrganisation() = default;

  /// `active` is the execution mask of the instruction; `issued` is what
  /// Compactor::issued_lanes() says of it. Results written back cost the same as operands read.
  virtual OperandFetch fetch(LaneMask active, LaneMask issued,
                             const QuadGeometry& geometry) const = 0;
};

/// What Auto stands for, the organisation that the paper builds for the policy `compaction`; any
/// other kind is returned as it is.
RegisterFileKind register_file_of(RegisterFileKind kind, CompactionPolicy compaction);

/// The organisation that register_file_of() says.
std::unique_ptr<RegisterFileOrganisation> make_register_file(RegisterFileKind kind,
                                                             CompactionPolicy compaction);

}  // namespace lanefold
