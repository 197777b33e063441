// SPDX-License-Identifier: Apache-2.0
// The machine that a machine file starts from.
#pragma once

#include <string>

#include "lanefold/machine_config.h"

namespace lanefold {

constexpr const char* kBaseKey = "base";

/// The machine of that name, "bare" for one that has cores and a DRAM only, or that of a file,
/// which is looked up from the folder of `source`. Throws Error, with `where` before the sentence,
/// for what is none and for files that start from one another.
MachineConfig load_base(const std::string& name, const std::string& source,
                        const std::string& where);

}  // namespace lanefold
