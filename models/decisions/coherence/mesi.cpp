// SPDX-License-Identifier: Apache-2.0
// The tables of the coherence protocol.
#include "decisions/coherence/mesi.h"

#include "lanefold/error.h"

namespace lanefold {
namespace {

using When = ProbeReaction::When;
using State = DirectoryLine::State;
using C = LineCondition;

constexpr ProbeReaction kBroken{};
constexpr ProbeReaction kWait{When::AfterFill, C::Invalid, false, false};
constexpr ProbeReaction now(LineCondition next, bool modified = false, bool kept = false) {
  return {When::Now, next, modified, kept};
}

/// By condition, then Invalidate, FetchShared, FetchInvalidate. Only the directory's owner is
/// fetched from; a cache that once had the line to read may be invalidated, even long after it
/// dropped it.
constexpr ProbeReaction kReactions[kLineConditions][3] = {
    /* Invalid            */ {now(C::Invalid), kBroken, kBroken},
    /* Shared             */ {now(C::Invalid), kBroken, kBroken},
    /* Exclusive          */ {kBroken, now(C::Shared, false, true), now(C::Invalid)},
    /* Modified           */ {kBroken, now(C::Shared, true, true), now(C::Invalid, true)},
    /* FetchingShared     */ {now(C::FetchingSharedOnce), kWait, kWait},
    /* FetchingSharedOnce */ {now(C::FetchingSharedOnce), kWait, kWait},
    /* FetchingModified   */ {now(C::FetchingModified), kWait, kWait},
    /* Upgrading          */ {now(C::FetchingModified), kWait, kWait},
    /* LeavingExclusive   */ {kBroken, now(C::Left), now(C::Left)},
    /* LeavingModified    */ {kBroken, now(C::Left, true), now(C::Left, true)},
    /* Left               */ {kBroken, kBroken, kBroken},
};

bool puts(DirectoryRequest request) {
  return request == DirectoryRequest::PutExclusive || request == DirectoryRequest::PutModified;
}

}  // namespace

const char* line_condition_name(LineCondition condition) {
  constexpr const char* kNames[kLineConditions] = {"Invalid",
                                                   "Shared",
                                                   "Exclusive",
                                                   "Modified",
                                                   "FetchingShared",
                                                   "FetchingSharedOnce",
                                                   "FetchingModified",
                                                   "Upgrading",
                                                   "LeavingExclusive",
                                                   "LeavingModified",
                                                   "Left"};
  return kNames[static_cast<unsigned>(condition)];
}

ProbeReaction react(LineCondition condition, ProbeKind probe) {
  return kReactions[static_cast<unsigned>(condition)][static_cast<unsigned>(probe)];
}

DirectoryPlan plan(const DirectoryLine& line, DirectoryRequest request, unsigned cache) {
  const bool coherent = request != DirectoryRequest::Read && request != DirectoryRequest::Write;
  const bool owns = coherent && line.state == State::Owned && line.caches == IndexSet::of(cache);
  DirectoryPlan result;
  if (puts(request)) {
    result.stale = !owns;
    return result;
  }
  if (owns) throw Error(ErrorKind::Internal, "a cache asks for a line that it owns");
  const bool reads = request == DirectoryRequest::GetShared || request == DirectoryRequest::Read;
  if (line.state == State::Owned) {
    result.probe = reads ? ProbeKind::FetchShared : ProbeKind::FetchInvalidate;
    result.probed = line.caches;
  } else if (!reads) {
    result.probed = coherent ? line.caches.without(IndexSet::of(cache)) : line.caches;
  }
  return result;
}

DirectoryLine after_probe(const DirectoryLine& line, ProbeKind probe, unsigned cache, bool kept) {
  DirectoryLine next{State::Shared, line.caches};
  if (probe != ProbeKind::FetchShared || !kept) next.caches.reset(cache);
  if (next.caches.none()) next.state = State::Uncached;
  return next;
}

LineState grant(const DirectoryLine& line, DirectoryRequest request, unsigned cache) {
  if (request == DirectoryRequest::GetModified) return LineState::Modified;
  return line.caches.without(IndexSet::of(cache)).none() ? LineState::Exclusive : LineState::Shared;
}

DirectoryLine after_grant(const DirectoryLine& line, LineState granted, unsigned cache) {
  if (granted == LineState::Shared) return {State::Shared, line.caches | IndexSet::of(cache)};
  return {State::Owned, IndexSet::of(cache)};
}

}  // namespace lanefold
