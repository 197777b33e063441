// SPDX-License-Identifier: Apache-2.0
// The invariants of coherence.
#include "blocks/directory/coherence_check.h"

#include <fmt/format.h>

#include <cstring>

namespace lanefold {
namespace {

/// A copy of a line against the directory.
std::string disagreement(const DirectoryLine& known, LineState state, unsigned cache) {
  if (!known.caches.test(cache)) return "has a line that the directory knows nothing of";
  if (may_write(state) && known.state != DirectoryLine::State::Owned) {
    return "may write a line of which the directory knows no owner";
  }
  return "";
}

/// Two copies of the same line.
std::string conflict(const Cache& one, CacheArray::Place here, const Cache& other,
                     CacheArray::Place there, std::uint32_t line_bytes) {
  if (may_write(one.array().state(here)) || may_write(other.array().state(there))) {
    return "have the same line, of which one may write it";
  }
  if (std::memcmp(one.array().data(here), other.array().data(there), line_bytes) != 0) {
    return "have different data for the same line";
  }
  return "";
}

}  // namespace

std::string coherence_violation(const Directory& directory, const std::vector<const Cache*>& caches,
                                std::uint32_t line_bytes) {
  std::string found;
  for (unsigned id = 0; id < caches.size(); ++id) {
    const Cache& cache = *caches[id];
    cache.array().for_each([&](CacheArray::Place place) {
      if (!found.empty()) return;
      const std::uint64_t line = cache.array().line(place);
      const std::string wrong = disagreement(directory.line(line), cache.array().state(place), id);
      if (!wrong.empty()) {
        found = fmt::format("{} {}: line {:#x}", cache.name(), wrong, line * line_bytes);
      }
      for (unsigned next = id + 1; next < caches.size() && found.empty(); ++next) {
        const auto there = caches[next]->array().find(line);
        if (!there) continue;
        const std::string differ = conflict(cache, place, *caches[next], *there, line_bytes);
        if (differ.empty()) continue;
        found = fmt::format("{} and {} {}: line {:#x}", cache.name(), caches[next]->name(), differ,
                            line * line_bytes);
      }
    });
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace lanefold
