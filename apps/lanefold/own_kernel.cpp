// SPDX-License-Identifier: Apache-2.0
// Running a kernel of the user's own, and saying what is wrong with its buffers.
#include "own_kernel.h"

#include <fmt/format.h>

#include "base/text.h"
#include "kernel_launch.h"
#include "observers/last_writer/last_writer.h"
#include "reference_run.h"

namespace lanefold {
namespace {

/// Who has written the first wrong value, as a functional run shows, which executes the same.
/// Empty for code of Gen8, whose stores nobody watches.
std::string writer_of(const WrongBuffer& wrong, const LoadedProgram& loaded,
                      const MachineConfig& config, const ProgramOptions& options) {
  if (config.core.isa != InstructionSet::Riscv) return {};
  const WrongValue& first = wrong.value;
  LastWriter writer(wrong.buffer.address + static_cast<std::uint32_t>(first.byte), first.bytes);
  WatchingObserver observer(writer);
  const auto machine = make_functional_machine(config, observer);
  machine->on_print([](std::string_view /*text*/) {});
  launch_kernel(*machine, *loaded.program, options, {false, nullptr});
  return writer.text().empty() ? "; nobody writes it" : "; " + writer.text() + " writes it last";
}

/// Values that differ by rounding alone are seldom wrong.
std::string rounding_text(const WrongValue& value) {
  if (!value.relative) return {};
  return fmt::format("; with relative={:g} in --arg, all elements would be right", *value.relative);
}

/// With --against, on another platform first.
LaunchCheck launched_kernel(Machine& machine, const Program& program,
                            const ProgramOptions& options) {
  if (options.against.empty()) return launch_kernel(machine, program, options);
  const ReferenceContents reference =
      run_on_reference(program, options, machine.max_work_group_size());
  return launch_kernel(machine, program, options, {true, &reference});
}

}  // namespace

void run_own_kernel(Machine& machine, const LoadedProgram& loaded, const ProgramOptions& options,
                    Outcome& outcome) {
  const LaunchCheck check = launched_kernel(machine, *loaded.program, options);
  if (check.references.empty()) return;
  RunRecord& record = outcome.record;
  record.checked = true;
  record.verified = !check.wrong;
  record.values_checked = check.values;
  outcome.detail = join(check.references, ", ");
  if (!check.wrong) return;
  const WrongValue& first = check.wrong->value;
  outcome.detail = check.wrong->argument + ": element " + with_thousands(first.element) + " is " +
                   first.actual + ", not " + first.expected + "; " + with_thousands(first.wrong) +
                   (first.wrong == 1 ? " element is wrong" : " elements are wrong") +
                   writer_of(*check.wrong, loaded, record.machine, options) + rounding_text(first);
}

}  // namespace lanefold
