// SPDX-License-Identifier: Apache-2.0
// Lines that come and go: what a cache asks of the next level, and what it makes of the answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/cache/coherence_port.h"
#include "blocks/cache/downstream_port.h"
#include "decisions/cache/cache_array.h"

namespace lanefold {

class MissHandler {
 public:
  MissHandler(const CacheSpec& spec, CacheSchedule& schedule, CacheArray& array, CacheMshrs& mshrs,
              CacheBanks& banks, DownstreamPort& downstream, CoherencePort& coherence)
      : spec_(spec),
        schedule_(schedule),
        array_(array),
        mshrs_(mshrs),
        banks_(banks),
        downstream_(downstream),
        coherence_(coherence) {}

  /// The register (MSHR) that a request which misses can wait in: the one that fetches its line
  /// already, or a free one, which asks for the line in this cycle. None if neither has room, or
  /// if the line is leaving.
  std::optional<CacheMshrs::Index> find_register(CacheRequest& request, Cycle ask);
  /// Whether that is still so of a request for which there was none. Its bank looks up nothing
  /// else, so that only a register of its own can bring its line.
  bool no_register_for(const CacheRequest& request) const {
    return request.needs_register && mshrs_.full();
  }
  void wait(std::uint32_t mshr, CacheRequest& request) { mshrs_.targets(mshr).push_back(&request); }

  /// Whether pass_on() is possible. A line that is on its way here must arrive first, or it would
  /// be older than the request.
  bool can_pass_on(std::uint64_t line) const { return !mshrs_.full() && !mshrs_.find(line); }
  void pass_on(CacheRequest& request, Cycle cycle);

  /// Forgets a line, and sends downstream what the next level must hear about it.
  void give_up(CacheArray::Place place, Cycle cycle);
  /// Gives up all lines, and does not keep those on their way unless the cache is Coherent. Calls
  /// `done`, if there is one, when all write-backs up to now are answered.
  void flush(std::function<void()> done);

  /// The next level has a request and its data.
  void accepted(DownRequest& request);
  void answered(DownRequest& request, Cycle now);

 private:
  void fetch(std::uint32_t mshr, Cycle cycle);
  void fill(DownRequest& request, Cycle now);
  LineState serve_targets(DownRequest& request, Cycle now);
  DownRequest* install(DownRequest& fetched, LineState state, bool keep);
  DownRequest* leave(std::uint64_t line, LineState state, const unsigned char* data,
                     const unsigned char* written);
  DownRequest* put(std::uint64_t line, LineState state, const unsigned char* data);
  void put_answered(DownRequest& request);
  void passed_on(DownRequest& request, Cycle now);
  void release(std::uint32_t mshr);

  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  CacheArray& array_;
  CacheMshrs& mshrs_;
  CacheBanks& banks_;
  DownstreamPort& downstream_;
  CoherencePort& coherence_;  ///< of a Coherent cache
};

}  // namespace lanefold
