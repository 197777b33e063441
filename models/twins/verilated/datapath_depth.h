// SPDX-License-Identifier: Apache-2.0
// How deep rtl/compaction_datapath.sv is.
#pragma once

#include "lanefold/core_choices.h"

namespace lanefold {

/// Cycles from the one in which the last micro-op of an instruction leaves the sequencer to the one
/// in which its results are there, with operands of up to 64 bits.
constexpr unsigned datapath_depth(RegisterFileKind kind) {
  return kind == RegisterFileKind::Scc ? 4 : 3;
}

}  // namespace lanefold
