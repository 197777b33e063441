// SPDX-License-Identifier: Apache-2.0
// yaml-cpp does the parsing; what it throws becomes one sentence.
#include "decisions/zebin/info_map.h"

#include <fmt/format.h>

#include <utility>

#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {

InfoMap::InfoMap(const YAML::Node& node, std::string place)
    : node_(node), place_(std::move(place)) {
  if (!node_.IsMap()) refuse("not a mapping of keys to values");
}

InfoMap InfoMap::parse(const std::string& text, const std::string& file) {
  try {
    return {YAML::Load(text), file + ": .ze_info"};
  } catch (const YAML::Exception& error) {
    throw Error(ErrorKind::Program, fmt::format("{}: .ze_info is not YAML: line {}: {}", file,
                                                error.mark.line + 1, error.msg));
  }
}

void InfoMap::refuse(const std::string& reason) const {
  throw Error(ErrorKind::Program, fmt::format("{}: {}", place_, reason));
}

void InfoMap::refuse_choice(const char* key, const std::string& name,
                            const std::string& valid) const {
  refuse(fmt::format("{} {} is not supported; valid: {}", key, in_quotes(name), valid));
}

std::optional<YAML::Node> InfoMap::find(const char* key) const {
  for (const auto& entry : node_) {
    if (entry.first.IsScalar() && entry.first.Scalar() == key) return entry.second;
  }
  return std::nullopt;
}

std::string InfoMap::text_or(const char* key, const char* fallback) const {
  const auto node = find(key);
  if (!node) return fallback;
  if (!node->IsScalar()) refuse(fmt::format("{} is not a text", key));
  return node->Scalar();
}

std::string InfoMap::text(const char* key) const {
  if (!find(key)) refuse(fmt::format("{} is missing", key));
  return text_or(key, "");
}

std::uint32_t InfoMap::as_number(const YAML::Node& node, const char* key) const {
  const auto value = node.IsScalar() ? parse_integer<std::int32_t>(node.Scalar()).value
                                     : std::optional<std::int32_t>();
  if (!value || *value < 0) refuse(fmt::format("{} is not a number from 0 to {}", key, INT32_MAX));
  return static_cast<std::uint32_t>(*value);
}

std::optional<std::uint32_t> InfoMap::number_if(const char* key) const {
  const auto node = find(key);
  if (!node) return std::nullopt;
  return as_number(*node, key);
}

std::uint32_t InfoMap::number_or(const char* key, std::uint32_t fallback) const {
  return number_if(key).value_or(fallback);
}

std::uint32_t InfoMap::number(const char* key) const {
  const auto value = number_if(key);
  if (!value) refuse(fmt::format("{} is missing", key));
  return *value;
}

bool InfoMap::flag(const char* key) const {
  const std::string value = text_or(key, "false");
  if (value != "true" && value != "false") {
    refuse(fmt::format("{} is {}; valid: true, false", key, in_quotes(value)));
  }
  return value == "true";
}

std::array<std::uint32_t, 3> InfoMap::triple_or(
    const char* key, const std::array<std::uint32_t, 3>& fallback) const {
  const auto node = find(key);
  if (!node) return fallback;
  if (!node->IsSequence() || node->size() != 3) refuse(fmt::format("{} is not three numbers", key));
  std::array<std::uint32_t, 3> result{};
  std::size_t i = 0;
  for (const YAML::Node& element : *node) result[i++] = as_number(element, key);
  return result;
}

InfoMap InfoMap::map(const char* key) const {
  const auto node = find(key);
  if (!node) refuse(fmt::format("{} is missing", key));
  return {*node, fmt::format("{}: {}", place_, key)};
}

std::vector<InfoMap> InfoMap::maps(const char* key, const char* item) const {
  std::vector<InfoMap> result;
  const auto node = find(key);
  if (!node || node->IsNull()) return result;
  if (!node->IsSequence()) refuse(fmt::format("{} is not a list", key));
  for (const YAML::Node& element : *node) {
    result.emplace_back(element, fmt::format("{}: {} {}", place_, item, result.size()));
  }
  return result;
}

}  // namespace lanefold::gen8
