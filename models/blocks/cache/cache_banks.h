// SPDX-License-Identifier: Apache-2.0
// A cache's banks: which requests wait at each, when it is free, and what it counts.
#pragma once

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <string>
#include <vector>

#include "blocks/cache/cache_request.h"
#include "decisions/cache/cache_statistics.h"

namespace lanefold {

struct CacheBank {
  std::deque<CacheRequest*> waiting;  ///< the first one is looked up
  Cycle free_at = 0;
  bool due = false;      ///< its next look-up is scheduled
  bool stalled = false;  ///< its next look-up waits for a line or a register
  CacheStatistics statistics;

  bool idle(Cycle now) const { return free_at <= now && waiting.empty(); }
  /// For a look-up that ends in cycle `now`. The lanes of a load/store unit have passed banks of
  /// words before, and take no cycle of this one.
  void hold(const CacheRequest& request, Cycle now) {
    free_at = now + (request.lanes != nullptr && request.lanes->scheduled ? 0 : 1);
  }
};

/// Lines are interleaved over the banks, whose number is a power of two.
class CacheBanks {
 public:
  /// Each bank accepts `queue` requests beyond the one that it looks up.
  CacheBanks(std::uint32_t banks, std::uint32_t queue)
      : banks_(banks), mask_(banks - 1), queue_(queue) {}

  CacheBank& of(std::uint64_t line) {
    used_ = true;
    return banks_[line & mask_];
  }

  /// After a request came to a bank, or its next look-up began: the one that it accepts now, unless
  /// it is accepted already; nullptr if there is none. Each makes room for one.
  CacheRequest* last_accepted(const CacheBank& bank) const;

  /// The look-up of a bank cannot end now.
  void stall(CacheBank& bank);
  /// A line has come or gone, or a register is free.
  void room_made() { retry_ = retry_ || !stalled_.empty(); }
  /// Whether what stalled banks wait for may be there.
  bool retry() const { return retry_; }
  /// Ends the stall of all banks and returns them in the order in which they stalled.
  /// Until the next call.
  const std::vector<CacheBank*>& release_stalled();

  CacheStatistics& counts(std::uint64_t line) { return of(line).statistics; }
  /// Whether any bank was used since reset_statistics(): otherwise all counts are zero.
  bool used() const { return used_; }
  const CacheStatistics& statistics(std::uint32_t bank) const { return banks_[bank].statistics; }
  /// Over all banks.
  CacheStatistics statistics() const;
  void reset_statistics();
  /// Where requests wait; `cache` is the cache's name.
  void describe(std::ostream& out, const std::string& cache) const;

 private:
  std::vector<CacheBank> banks_;
  const std::uint64_t mask_;
  const std::uint32_t queue_;
  std::vector<CacheBank*> stalled_;
  std::vector<CacheBank*> released_;
  bool retry_ = false;
  bool used_ = false;
};

}  // namespace lanefold
