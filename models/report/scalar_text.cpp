// SPDX-License-Identifier: Apache-2.0
// What scalar execution costs a core, for people.
#include "report/scalar_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "decisions/scalar/scalar_use.h"

namespace lanefold {

std::string scalar_storage_text(const CoreConfig& core) {
  const ScalarStorage storage = storage_of_scalars(core);
  if (storage.row_bits == 0) return "";
  const ScalarStorage doubles = storage_of_scalars(core, 64);
  return fmt::format("\nscalar rows of a core {} bytes ({} with doubles), tags {}{}\n",
                     with_thousands(storage.row_bits / 8), with_thousands(doubles.row_bits / 8),
                     with_thousands(storage.tag_bits / 8),
                     storage.comparators == 0
                         ? ""
                         : fmt::format(", {} comparators of 32 bits ({} with doubles)",
                                       storage.comparators, doubles.comparators));
}

}  // namespace lanefold
