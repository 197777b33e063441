// SPDX-License-Identifier: Apache-2.0
// The machine without time that executes a configuration's instruction set.
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "machine/functional/functional_eu_machine.h"
#include "machine/functional/functional_riscv_machine.h"

namespace lanefold {

std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config) {
  if (config.core.isa == InstructionSet::Gen8) return make_functional_eu_machine(config);
  return make_functional_riscv_machine(config, nullptr);
}

std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config,
                                                 ExecutionObserver& observer) {
  if (config.core.isa == InstructionSet::Gen8) {
    throw Error(ErrorKind::Configuration,
                "instructions are observed with core.isa=riscv only, not gen8");
  }
  return make_functional_riscv_machine(config, &observer);
}

}  // namespace lanefold
