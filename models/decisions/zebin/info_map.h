// SPDX-License-Identifier: Apache-2.0
// The YAML text of .ze_info, taken apart by what is expected of it.
#pragma once

#include <yaml-cpp/yaml.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanefold::gen8 {

/// A mapping, and where it is. All throw Error(Program), which says where, for what is not of the
/// expected form. Keys that nobody asks for are of no interest.
class InfoMap {
 public:
  InfoMap(const YAML::Node& node, std::string place);
  /// The whole of a section's text. `file` begins all messages.
  static InfoMap parse(const std::string& text, const std::string& file);

  std::string text(const char* key) const;
  std::string text_or(const char* key, const char* fallback) const;
  /// Of 0 to 2^31 - 1.
  std::uint32_t number(const char* key) const;
  std::uint32_t number_or(const char* key, std::uint32_t fallback) const;
  std::optional<std::uint32_t> number_if(const char* key) const;
  bool flag(const char* key) const;
  std::array<std::uint32_t, 3> triple_or(const char* key,
                                         const std::array<std::uint32_t, 3>& fallback) const;
  InfoMap map(const char* key) const;
  /// The elements of a list; none if there is no such key. `item` is what messages call one.
  std::vector<InfoMap> maps(const char* key, const char* item) const;

  /// Throws, with the place before the reason.
  [[noreturn]] void refuse(const std::string& reason) const;
  /// The same mapping, with another name for where it is.
  InfoMap renamed(std::string place) const { return {node_, std::move(place)}; }

  /// The value whose name the text under `key` is.
  template <class Value, std::size_t kCount>
  Value choice(const char* key,
               const std::array<std::pair<const char*, Value>, kCount>& names) const {
    const std::string name = text(key);
    std::string valid;
    for (const auto& [known, value] : names) {
      if (name == known) return value;
      valid.append(valid.empty() ? "" : ", ").append(known);
    }
    refuse_choice(key, name, valid);
  }

 private:
  std::optional<YAML::Node> find(const char* key) const;
  std::uint32_t as_number(const YAML::Node& node, const char* key) const;
  [[noreturn]] void refuse_choice(const char* key, const std::string& name,
                                  const std::string& valid) const;

  const YAML::Node node_;
  const std::string place_;
};

}  // namespace lanefold::gen8
