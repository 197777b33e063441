// SPDX-License-Identifier: Apache-2.0
// JSON as values, before it is Bril.
#include "tools/bril/json_document.h"

#include <algorithm>

#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

constexpr int kDeepestJson = 16;

Place place_of(std::string_view text, std::size_t byte) {
  Place place{1, 1};
  for (const char c : text.substr(0, std::min(byte, text.size()))) {
    place = c == '\n' ? Place{place.line + 1, 1} : Place{place.line, place.column + 1};
  }
  return place;
}

}  // namespace

Json read_json(std::string_view text, const std::string& file) {
  try {
    const auto shallow = [&](int depth, Json::parse_event_t, const Json&) {
      if (depth <= kDeepestJson) return true;
      throw error_at(file, {}, "this nests deeper than a Bril program");
    };
    return Json::parse(text.begin(), text.end(), shallow);
  } catch (const Json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    throw error_at(file, place_of(text, byte), "this is no JSON");
  } catch (const Json::exception&) {
    throw error_at(file, {}, "this is no JSON in UTF-8");
  }
}

}  // namespace lanefold::bril
