// SPDX-License-Identifier: Apache-2.0
// RISC-V programs without time.
#pragma once

#include <memory>

#include "lanefold/machine.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// `observer` is told of every instruction; nullptr: nobody.
std::unique_ptr<Machine> make_functional_riscv_machine(const MachineConfig& config,
                                                       ExecutionObserver* observer);

}  // namespace lanefold
