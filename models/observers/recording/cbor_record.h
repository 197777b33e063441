// SPDX-License-Identifier: Apache-2.0
// Records as values of CBOR (RFC 8949): arrays that begin with their kind. For the files of this
// folder that know their fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/error.h"

namespace lanefold {

nlohmann::json binary_of(const std::vector<std::byte>& bytes);
std::string encoded(const nlohmann::json& record);

/// What `take(record)` makes of the record; throws Error(File), a reason, for bytes that are no
/// record, or none of which `take` can make something. Arrays lie in no more than two arrays.
template <class Take>
auto decoded(std::string_view bytes, Take&& take);

/// These throw nlohmann::json::exception for a value of another kind.
std::vector<std::byte> bytes_of(const nlohmann::json& value);
template <class Number = std::uint64_t>
Number number_of(const nlohmann::json& value) {
  const std::uint64_t number = value.get_ref<const nlohmann::json::number_unsigned_t&>();
  if (number > std::numeric_limits<Number>::max()) {
    throw Error(ErrorKind::File, "a number is larger than any that is written");
  }
  return static_cast<Number>(number);
}
template <class Number = std::uint64_t>
Number number_at(const nlohmann::json& record, std::size_t field) {
  return number_of<Number>(record.at(field));
}

/// Throws Error(File), a reason, for bytes that are none.
nlohmann::json parsed(std::string_view bytes);

template <class Take>
auto decoded(std::string_view bytes, Take&& take) {
  try {
    return take(parsed(bytes));
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::File, "a record is none of those that are written");
  }
}

}  // namespace lanefold
