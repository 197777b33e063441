// SPDX-License-Identifier: Apache-2.0
// A barrier between caches that no protocol keeps equal.
#include "blocks/cache/flush_together.h"

#include <cstddef>
#include <memory>

namespace lanefold {
namespace {

/// Level by level: what one writes back, the next one may keep.
void flush_from(const PrivatePath& path, std::size_t level, const std::function<void()>& done) {
  if (level == path.size()) return done();
  path[level]->flush([path, level, done] { flush_from(path, level + 1, done); });
}

}  // namespace

void flush_together(const std::vector<PrivatePath>& paths, const std::function<void()>& done) {
  const auto open = std::make_shared<std::size_t>(paths.size());
  const auto flushed = [paths, open, done] {
    if (--*open != 0) return;
    // Lines that others have asked for meanwhile may have come before the last word was written.
    for (const PrivatePath& path : paths) {
      for (Cache* cache : path) cache->flush();
    }
    done();
  };
  for (const PrivatePath& path : paths) flush_from(path, 0, flushed);
}

}  // namespace lanefold
