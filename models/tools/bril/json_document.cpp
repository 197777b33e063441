// SPDX-License-Identifier: Apache-2.0
// JSON as values, before it is Bril.
#include "tools/bril/json_document.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <sstream>

#include "base/text.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

constexpr int kDeepestJson = 32;

Place place_of(std::string_view text, std::size_t byte) {
  Place place{1, 1};
  for (const char c : text.substr(0, std::min(byte, text.size()))) {
    place = c == '\n' ? Place{place.line + 1, 1} : Place{place.line, place.column + 1};
  }
  return place;
}

/// What is refused while JSON is read: deep nesting, and keys that an object has twice.
class Watch {
 public:
  Watch(std::string_view text, const std::string& file, std::istream& input)
      : text_(text), file_(file), input_(input) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    if (depth > kDeepestJson) throw error_at(file_, {}, "this nests deeper than a Bril program");
    if (event == Json::parse_event_t::object_start) keys_[depth + 1].clear();
    if (event == Json::parse_event_t::key) take_key(depth, value.get<std::string>());
    return true;
  }

 private:
  void take_key(int depth, const std::string& key) {
    if (keys_[depth].insert(key).second) return;
    throw error_at(file_, place_of_key(), "an object has two keys " + in_quotes(key));
  }

  /// Place of the key that ends where the input stands.
  Place place_of_key() const {
    const auto end = static_cast<std::size_t>(input_.tellg());
    return place_of(text_, text_.rfind('"', end - 2));
  }

  std::string_view text_;
  const std::string& file_;
  std::istream& input_;
  std::array<std::set<std::string>, kDeepestJson + 2> keys_;  ///< by depth, of the open objects
};

}  // namespace

Json read_json(std::string_view text, const std::string& file) {
  std::istringstream input{std::string(text)};
  Watch watch(text, file, input);
  try {
    return Json::parse(input, std::ref(watch));
  } catch (const Json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    throw error_at(file, place_of(text, byte), "this is no JSON");
  } catch (const Json::out_of_range&) {
    throw error_at(file, place_of(text, static_cast<std::size_t>(input.tellg())),
                   "a number is too large");
  }
}

}  // namespace lanefold::bril
