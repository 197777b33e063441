// SPDX-License-Identifier: Apache-2.0
// Edit distance with swaps (optimal string alignment) and the sentences made from it.
#include "base/nearest_name.h"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>

namespace lanefold {

namespace {

constexpr std::size_t kLongestName = 128;
constexpr std::size_t kMostNamesListed = 24;

/// The part after the last dot.
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongestName);
  b = b.substr(0, kLongestName);
  std::vector<std::size_t> before_previous(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_previous[j - 2] + 1);
      }
    }
    std::swap(before_previous, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::string nearest_name(std::string_view as_given, const std::vector<std::string>& candidates) {
  const std::string name = boost::algorithm::to_lower_copy(std::string(as_given));
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::string valid = boost::algorithm::to_lower_copy(candidate);
    std::size_t distance = edit_distance(name, valid);
    if (name.find('.') == std::string::npos) {
      distance = std::min(distance, edit_distance(name, last_part(valid)));
    }
    const bool unrelated = distance >= std::max(name.size(), last_part(valid).size());
    if (distance < best_distance && !unrelated) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return "; did you mean '" + nearest + "'?";
  if (candidates.empty()) return "";
  std::string sentence = "; valid: ";
  for (std::size_t i = 0; i < candidates.size() && i < kMostNamesListed; ++i) {
    sentence += (i == 0 ? "" : ", ") + candidates[i];
  }
  return candidates.size() > kMostNamesListed ? sentence + ", ..." : sentence;
}

}  // namespace lanefold
