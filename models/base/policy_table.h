// SPDX-License-Identifier: Apache-2.0
// What every factory of policies does with its table: list the names, make the one that is asked
// for.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/error.h"

namespace lanefold {

/// One policy: its name in configurations, and how to make it.
template <class Interface, class... Arguments>
struct PolicyEntry {
  const char* name;
  std::unique_ptr<Interface> (*make)(Arguments...);
};

template <class Interface, class... Arguments, std::size_t kCount>
std::vector<std::string> policy_names(const PolicyEntry<Interface, Arguments...> (&table)[kCount]) {
  std::vector<std::string> names;
  for (const auto& entry : table) names.emplace_back(entry.name);
  return names;
}

/// Throws Error(Configuration) naming `key` and `names`, the valid names.
template <class Interface, class... Arguments, std::size_t kCount, class... Given>
std::unique_ptr<Interface> make_policy(const PolicyEntry<Interface, Arguments...> (&table)[kCount],
                                       const char* key, const std::string& name,
                                       const std::vector<std::string>& names, Given&&... given) {
  for (const auto& entry : table) {
    if (name == entry.name) return entry.make(std::forward<Given>(given)...);
  }
  std::string sentence = std::string(key) + ": '" + name + "' is unknown; valid: ";
  for (const std::string& valid : names) {
    sentence += (&valid == names.data() ? "" : ", ") + valid;
  }
  throw Error(ErrorKind::Configuration, sentence);
}

}  // namespace lanefold
