// SPDX-License-Identifier: Apache-2.0
// What a machine must not have if it executes code of Gen8's EU with time.
#pragma once

#include "lanefold/machine_config.h"

namespace lanefold::gen8 {

/// Throws Error(Configuration) that names the parameter; asks nothing of other instruction sets.
/// Code for the EU has values that all channels of a thread share, and changes them once for all
/// ((W), SIMD1): channels cannot leave others behind, nor a thread be divided.
void check_timed_machine(const MachineConfig& machine);

}  // namespace lanefold::gen8
