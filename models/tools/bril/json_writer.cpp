// SPDX-License-Identifier: Apache-2.0
// JSON as text.
#include "tools/bril/json_writer.h"

#include "tools/bril/floats.h"

namespace lanefold::bril {
namespace {

/// `close` ends a list or object that `open` begins.
class List {
 public:
  List(char open, char close, std::size_t depth) : text_(1, open), close_(close), depth_(depth) {}

  void add(const std::string& element) {
    text_ += (text_.size() == 1 ? "\n" : ",\n") + std::string(2 * (depth_ + 1), ' ') + element;
  }
  std::string end() && {
    if (text_.size() > 1) text_ += "\n" + std::string(2 * depth_, ' ');
    return std::move(text_) + close_;
  }

 private:
  std::string text_;
  char close_;
  std::size_t depth_;
};

std::string in_ascii(const SortedJson& scalar) { return scalar.dump(-1, ' ', true); }

std::string written(const SortedJson& json, std::size_t depth) {
  if (json.is_number_float()) return shortest(json.get<double>());
  if (!json.is_structured()) return in_ascii(json);
  List list(json.is_array() ? '[' : '{', json.is_array() ? ']' : '}', depth);
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_array() ? "" : in_ascii(SortedJson(key)) + ": ";
    list.add(name + written(value, depth + 1));
  }
  return std::move(list).end();
}

}  // namespace

std::string written(const SortedJson& json) { return written(json, 0); }

}  // namespace lanefold::bril
