// SPDX-License-Identifier: Apache-2.0
// A parameter whose value is one of a list of names: an enumeration, and text at its edges.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// Specialised beside each such enumeration: a static constexpr std::array of const char*,
/// `kValues`, has the names in the order of the enumerators, which count from 0.
template <class Enum>
struct Names;

template <class Enum>
inline constexpr std::size_t kCountOf = Names<Enum>::kValues.size();

template <class Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

/// The name in configurations and reports.
template <class Enum>
constexpr const char* name_of(Enum value) {
  return Names<Enum>::kValues[index_of(value)];
}

/// All names, in the order of the enumerators.
template <class Enum>
const std::vector<std::string>& names_of() {
  static const std::vector<std::string> kNames(Names<Enum>::kValues.begin(),
                                               Names<Enum>::kValues.end());
  return kNames;
}

/// All enumerators in their order.
template <class Enum>
constexpr std::array<Enum, kCountOf<Enum>> all_of() {
  std::array<Enum, kCountOf<Enum>> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Enum>(i);
  return all;
}

/// Writes the name.
template <class Enum, class = decltype(Names<Enum>::kValues)>
std::ostream& operator<<(std::ostream& out, Enum value) {
  return out << name_of(value);
}

/// The enumerator of that name; nothing for a text that is no name.
template <class Enum>
std::optional<Enum> parse_choice(std::string_view text) {
  for (const Enum value : all_of<Enum>()) {
    if (text == name_of(value)) return value;
  }
  return std::nullopt;
}

}  // namespace lanefold
