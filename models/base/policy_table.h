// SPDX-License-Identifier: Apache-2.0
// A table with a row for each enumerator of a choice: how to make each policy, or what each means.
#pragma once

#include <cstddef>

#include "lanefold/choice.h"

namespace lanefold {

/// What belongs to one enumerator.
template <class Enum, class Value>
struct ChoiceRow {
  Enum choice;
  Value value;
};

/// Whether row i is that of enumerator i, and none is missing: for a static_assert.
template <class Enum, class Value, std::size_t kRows>
constexpr bool has_each_choice(const ChoiceRow<Enum, Value> (&table)[kRows]) {
  if (kRows != kCountOf<Enum>) return false;
  for (std::size_t i = 0; i < kRows; ++i) {
    if (index_of(table[i].choice) != i) return false;
  }
  return true;
}

/// Of a table that has each choice.
template <class Enum, class Value, std::size_t kRows>
constexpr const Value& row_of(const ChoiceRow<Enum, Value> (&table)[kRows], Enum choice) {
  return table[index_of(choice)].value;
}

}  // namespace lanefold
