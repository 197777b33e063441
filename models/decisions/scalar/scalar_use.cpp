// SPDX-License-Identifier: Apache-2.0
// The ways to use what lanes do alike, and what they cost.
#include "decisions/scalar/scalar_use.h"

#include "base/policy_table.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {
namespace {

constexpr ChoiceRow<ScalarExecution, ScalarUse> kUses[] = {
    {ScalarExecution::Off, {false, false, false}},
    {ScalarExecution::Energy, {true, false, false}},
    {ScalarExecution::OneCycle, {true, true, false}},
    {ScalarExecution::Pipe, {true, true, true}},
};
static_assert(has_each_choice(kUses));

}  // namespace

ScalarUse scalar_use(const CoreConfig& core) { return row_of(kUses, core.scalar.execution); }

ScalarStorage storage_of_scalars(const CoreConfig& core, unsigned float_bits) {
  constexpr unsigned kRegisters = 32;  // of each kind
  constexpr unsigned kOperands = 3;
  ScalarStorage storage;
  if (!scalar_use(core).executes_once) return storage;
  const unsigned threads = work_item_slots_of(core);
  storage.row_bits = threads * kRegisters * (32 + float_bits);
  storage.tag_bits = threads * 2 * kRegisters;
  if (make_scalar_knowledge(core.scalar.knowledge)->compares()) {
    storage.comparators = kOperands * (core.warp_width - 1) * (float_bits / 32);
  }
  return storage;
}

}  // namespace lanefold
