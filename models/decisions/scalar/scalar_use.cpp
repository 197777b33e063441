// SPDX-License-Identifier: Apache-2.0
// The ways to use what lanes do alike, and what they cost.
#include "decisions/scalar/scalar_use.h"

#include <fmt/format.h>

#include "base/text.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

struct NamedUse {
  const char* name;
  ScalarUse use;
};

constexpr NamedUse kUses[] = {
    {"off", {false, false, false}},
    {"energy", {true, false, false}},
    {"one-cycle", {true, true, false}},
    {"pipe", {true, true, true}},
};

}  // namespace

const std::vector<std::string>& scalar_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const NamedUse& named : kUses) names.emplace_back(named.name);
    return names;
  }();
  return kNames;
}

ScalarUse scalar_use(const CoreConfig& core) {
  for (const NamedUse& named : kUses) {
    if (core.scalar == named.name) return named.use;
  }
  throw Error(ErrorKind::Configuration, fmt::format("core.scalar: '{}' is unknown; valid: {}",
                                                    core.scalar, join(scalar_names(), ", ")));
}

ScalarStorage storage_of_scalars(const CoreConfig& core, unsigned float_bits) {
  constexpr unsigned kRegisters = 32;  // of each kind
  constexpr unsigned kOperands = 3;
  ScalarStorage storage;
  if (!scalar_use(core).executes_once) return storage;
  const unsigned threads = work_item_slots_of(core);
  storage.row_bits = threads * kRegisters * (32 + float_bits);
  storage.tag_bits = threads * 2 * kRegisters;
  if (make_scalar_knowledge(core.scalar_knowledge)->compares()) {
    storage.comparators = kOperands * (core.warp_width - 1) * (float_bits / 32);
  }
  return storage;
}

}  // namespace lanefold
