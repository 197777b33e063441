// SPDX-License-Identifier: Apache-2.0
// A cache's banks: which requests wait at each, when it is free, and what it counts.
#include "blocks/cache/cache_banks.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace lanefold {

CacheRequest* CacheBanks::last_accepted(const CacheBank& bank) const {
  const std::deque<CacheRequest*>& waiting = bank.waiting;
  const std::size_t first = !waiting.empty() && waiting.front()->started ? 1 : 0;
  const std::size_t end = std::min<std::size_t>(waiting.size(), first + queue_);
  return end > first ? waiting[end - 1] : nullptr;
}

void CacheBanks::stall(CacheBank& bank) {
  bank.stalled = true;
  stalled_.push_back(&bank);
}

const std::vector<CacheBank*>& CacheBanks::release_stalled() {
  retry_ = false;
  released_.clear();
  std::swap(released_, stalled_);
  for (CacheBank* bank : released_) bank->stalled = false;
  return released_;
}

CacheStatistics CacheBanks::statistics() const {
  CacheStatistics total;
  for (const CacheBank& bank : banks_) total.add(bank.statistics);
  return total;
}

void CacheBanks::reset_statistics() {
  if (!std::exchange(used_, false)) return;
  for (CacheBank& bank : banks_) bank.statistics = {};
}

void CacheBanks::describe(std::ostream& out, const std::string& cache) const {
  for (std::size_t i = 0; i < banks_.size(); ++i) {
    if (banks_[i].waiting.empty()) continue;
    out << cache << ": " << banks_[i].waiting.size() << " requests wait at bank " << i
        << (banks_[i].stalled ? ", which is stalled" : "") << '\n';
  }
}

}  // namespace lanefold
