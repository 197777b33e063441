// SPDX-License-Identifier: Apache-2.0
// What a cache that a directory keeps equal to others knows beyond its lines and registers: what it
// has asked for, what it gives up, and what it makes of a probe.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blocks/cache/cache_request.h"
#include "decisions/cache/cache_array.h"
#include "decisions/coherence/mesi.h"

namespace lanefold {

class CoherentLines {
 public:
  /// `array` and `mshrs` are the cache's, with as many registers; the directory knows it by `id`.
  CoherentLines(std::string name, CacheArray& array, CacheMshrs& mshrs, std::uint32_t registers,
                unsigned id);

  LineCondition condition(std::uint64_t line) const;

  /// The line of a register is wanted for this.
  void want(std::uint32_t mshr, Access access) {
    asked_[mshr] =
        access == Access::Read ? CoherenceRequest::GetShared : CoherenceRequest::GetModified;
  }
  /// Makes the fetch of a register's line one that says for what.
  void ask(DownRequest& fetch) const { fetch.ask(asked_[*fetch.mshr], id_); }

  /// Makes a request the one by which the directory is told that a line leaves.
  void give_up(DownRequest& put, bool modified);
  /// The directory knows.
  void gone(std::uint64_t line) { leaving_.erase(find_leaving(line)); }
  bool leaving(std::uint64_t line) const {
    return !leaving_.empty() && find_leaving(line) != leaving_.end();
  }

  /// What a probe does besides its answer.
  struct Effect {
    bool invalidated = false;          ///< a line that was here
    DownRequest* overtaken = nullptr;  ///< a line that leaves, whose data have become worthless
  };
  /// Carries a probe out and answers it; nothing while it must wait for a line that is under way.
  std::optional<Effect> take(tlm::tlm_generic_payload& probe, std::uint64_t line);

 private:
  struct Leaving {
    DownRequest* put;
    LineCondition condition;
  };

  void give(tlm::tlm_generic_payload& probe, std::uint64_t line) const;
  Effect change(std::uint64_t line, LineCondition from, LineCondition to);
  std::vector<Leaving>::const_iterator find_leaving(std::uint64_t line) const;

  const std::string name_;
  CacheArray& array_;
  CacheMshrs& mshrs_;
  const unsigned id_;
  std::vector<CoherenceRequest> asked_;  ///< by register
  std::vector<Leaving> leaving_;         ///< until the directory knows
};

}  // namespace lanefold
