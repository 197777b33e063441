// SPDX-License-Identifier: Apache-2.0
// Whether a directory and its caches can have been in the same machine.
#include "decisions/coherence/directory_state.h"

#include <cstdint>
#include <unordered_map>

#include "decisions/coherence/line_state.h"

namespace lanefold {

bool knows_its_caches(const std::vector<DirectoryLineState>& directory,
                      const std::vector<const CacheState*>& caches) {
  std::unordered_map<std::uint64_t, const DirectoryLineState*> known;
  std::size_t owned = 0;
  for (const DirectoryLineState& line : directory) {
    const bool exists = caches.size() >= 64 || line.caches >> caches.size() == 0;
    if (!exists || !known.emplace(line.number, &line).second) return false;
    owned += line.owned ? 1 : 0;
  }
  for (std::size_t cache = 0; cache < caches.size(); ++cache) {
    if (caches[cache] == nullptr) continue;
    for (const CacheState::Line& line : caches[cache]->lines) {
      const auto found = known.find(line.number);
      if (found == known.end() || (found->second->caches >> cache & 1) == 0) return false;
      if (found->second->owned != may_write(static_cast<LineState>(line.state))) return false;
      owned -= found->second->owned ? 1 : 0;
    }
  }
  return owned == 0;
}

}  // namespace lanefold
