// SPDX-License-Identifier: Apache-2.0
// What the device has of sub-groups (cl_khr_subgroups, cl_intel_required_subgroup_size).
#pragma once

#include "lanefold/machine_config.h"

namespace lanefold::icd {

/// Those of Gen8 are as wide as a kernel's compiler likes, and are not reported.
inline bool has_sub_groups(const MachineConfig& machine) {
  return machine.core.isa == InstructionSet::Riscv;
}

/// Whether no sub-group waits until another one lets it run. Dormant slices do (core.simd,
/// core.adaptation).
inline bool all_sub_groups_run(const MachineConfig& machine) {
  return machine.core.keeps_whole_warps() &&
         machine.core.adaptation.strategy == AdaptationStrategy::Off;
}

}  // namespace lanefold::icd
