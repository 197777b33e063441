// SPDX-License-Identifier: Apache-2.0
// The machine without time that executes a configuration's instruction set.
#include "lanefold/machine.h"
#include "machine/functional/functional_eu_machine.h"
#include "machine/functional/functional_riscv_machine.h"

namespace lanefold {

std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config) {
  if (config.core.isa == InstructionSet::Gen8) return make_functional_eu_machine(config, nullptr);
  return make_functional_riscv_machine(config, nullptr);
}

std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config,
                                                 ExecutionObserver& observer) {
  if (config.core.isa == InstructionSet::Gen8) return make_functional_eu_machine(config, &observer);
  return make_functional_riscv_machine(config, &observer);
}

}  // namespace lanefold
