// SPDX-License-Identifier: Apache-2.0
// Programs of Gen8's EU without time.
#pragma once

#include <memory>

#include "lanefold/machine.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Executes programs of Intel's compiler (core.isa=gen8). Counts what does not need time: `cycles`
/// stays 0. `observer` may be nullptr; one with a watcher throws Error(Configuration).
std::unique_ptr<Machine> make_functional_eu_machine(const MachineConfig& config,
                                                    ExecutionObserver* observer);

}  // namespace lanefold
