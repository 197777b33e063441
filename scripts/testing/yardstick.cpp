// SPDX-License-Identifier: Apache-2.0
// What scripts/budget compiles to see how fast a machine is; no part of the product.
#include <map>
#include <regex>
#include <string>

std::map<std::string, std::smatch> found(const std::string& text) {
  std::map<std::string, std::smatch> matches;
  std::regex_match(text, matches[text], std::regex(text));
  return matches;
}
