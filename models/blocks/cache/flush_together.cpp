// SPDX-License-Identifier: Apache-2.0
// A barrier between caches that no protocol keeps equal.
#include "blocks/cache/flush_together.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace lanefold {
namespace {

/// Shared by the flushes of all paths.
struct Barrier {
  std::vector<PrivatePath> paths;
  std::function<void()> done;
  std::size_t open;  ///< paths that are not flushed yet
};

void pass(const Barrier& barrier) {
  // Lines that others have asked for meanwhile may have come before the last word was written.
  for (const PrivatePath& path : barrier.paths) {
    for (Cache* cache : path) cache->flush();
  }
  barrier.done();
}

/// Level by level: what one writes back, the next one may keep.
void flush_from(const std::shared_ptr<Barrier>& barrier, std::size_t path, std::size_t level) {
  if (level < barrier->paths[path].size()) {
    barrier->paths[path][level]->flush(
        [barrier, path, level] { flush_from(barrier, path, level + 1); });
  } else if (--barrier->open == 0) {
    pass(*barrier);
  }
}

}  // namespace

void flush_together(std::vector<PrivatePath> paths, std::function<void()> done) {
  const std::size_t count = paths.size();
  const auto barrier = std::make_shared<Barrier>(Barrier{std::move(paths), std::move(done), count});
  for (std::size_t path = 0; path < count; ++path) flush_from(barrier, path, 0);
}

}  // namespace lanefold
