// SPDX-License-Identifier: Apache-2.0
// MESI with a directory: what a private cache makes of a probe, and what the directory makes of a
// request. Tables without time; docs/method/modelling-memory.md describes the protocol.
#pragma once

#include <cstdint>

#include "base/index_set.h"
#include "decisions/coherence/coherence_request.h"
#include "decisions/coherence/line_state.h"

namespace lanefold {

/// All that a private cache can know of a line: the stable states, and those between them.
enum class LineCondition : std::uint8_t {
  Invalid,
  Shared,
  Exclusive,
  Modified,
  FetchingShared,      ///< to read it; the answer is under way or not given yet
  FetchingSharedOnce,  ///< the same, but the copy is void for who asks from now on
  FetchingModified,    ///< to write it
  Upgrading,           ///< to write it, and a copy to read is here
  LeavingExclusive,    ///< the directory is told that it has left
  LeavingModified,     ///< the same, with its data
  Left,                ///< the directory is told, but has taken it by a probe before
};
constexpr unsigned kLineConditions = 11;
const char* line_condition_name(LineCondition condition);

/// What a cache does when a probe comes.
struct ProbeReaction {
  enum class When : std::uint8_t {
    Now,
    AfterFill,  ///< the line was granted before the probe was sent and is under way
    Never,      ///< the protocol is broken
  };
  When when = When::Never;
  LineCondition next = LineCondition::Invalid;
  bool modified = false;  ///< the answer holds data newer than memory's
  bool kept = false;      ///< the answer says that a copy stays
};
ProbeReaction react(LineCondition condition, ProbeKind probe);

/// What the directory knows of a line. The caches of a Shared line may have dropped it since; the
/// one that owns it tells.
struct DirectoryLine {
  enum class State : std::uint8_t { Uncached, Shared, Owned };
  State state = State::Uncached;
  IndexSet caches;  ///< exactly one when Owned

  bool operator==(const DirectoryLine& other) const {
    return state == other.state && caches == other.caches;
  }
};

/// Requests as the directory tells them apart: those of caches that it keeps coherent, and those of
/// others.
enum class DirectoryRequest : std::uint8_t {
  GetShared,
  GetModified,
  PutExclusive,
  PutModified,
  Read,
  Write,  ///< atomics that are carried out below, too
};

/// What must happen before a request can be answered.
struct DirectoryPlan {
  ProbeKind probe = ProbeKind::Invalidate;
  IndexSet probed;     ///< caches
  bool stale = false;  ///< a Put of a cache that has lost the line meanwhile
};

/// `cache` asks; throws Error(Internal) for what a cache cannot want in this state.
DirectoryPlan plan(const DirectoryLine& line, DirectoryRequest request, unsigned cache);
/// A probe of `cache` is answered.
DirectoryLine after_probe(const DirectoryLine& line, ProbeKind probe, unsigned cache, bool kept);
/// How a line is granted once all probes are answered.
LineState grant(const DirectoryLine& line, DirectoryRequest request, unsigned cache);
DirectoryLine after_grant(const DirectoryLine& line, LineState granted, unsigned cache);

}  // namespace lanefold
