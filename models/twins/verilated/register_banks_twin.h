// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the register banks, rtl/register_banks.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct RegisterBanksPorts {
  struct Inputs {
    bool valid = false;
    LaneMask issued;
    unsigned used = 0;  ///< bit k for operand k, as in the fields below
    unsigned wide = 0;
    bool ready = false;  ///< what is read is taken
  };
  struct Outputs {
    bool ready = false;
    unsigned read = 0;
    std::array<std::uint8_t, 3> row{};
    std::array<std::uint8_t, 3> half{};  ///< bit 0 for the lower half, bit 1 for the upper one
    std::array<LaneMask, 3> lanes{};
  };
};
using RegisterBanksTwin = ClockedTwin<RegisterBanksPorts>;

/// The organisations that rtl/ has, by their numbers there.
inline constexpr std::array kRtlOrganisations{RegisterFileKind::Baseline, RegisterFileKind::Bcc,
                                              RegisterFileKind::Scc};
/// The number of one. Throws Error(Configuration) for others.
unsigned rtl_organisation(RegisterFileKind kind);

/// Throws Error(Configuration), naming what exists, when rtl/geometries.txt does not have the
/// shape, or rtl/ the organisation.
std::unique_ptr<RegisterBanksTwin> make_register_banks_twin(unsigned lanes, unsigned alu_width,
                                                            RegisterFileKind kind,
                                                            const TwinPlace& place = {});

}  // namespace lanefold
