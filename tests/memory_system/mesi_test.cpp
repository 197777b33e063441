// SPDX-License-Identifier: Apache-2.0
// The tables of the coherence protocol, without time.
#include "decisions/coherence/mesi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/error.h"

namespace lanefold {
namespace {

using C = LineCondition;
using P = ProbeKind;
using R = DirectoryRequest;
using S = DirectoryLine::State;
using When = ProbeReaction::When;

// ---- What a cache makes of a probe.

struct Reaction {
  C before;
  P probe;
  C after;
  bool modified, kept;
};

TEST(Mesi, AnswersProbesFromEveryCondition) {
  const std::vector<Reaction> table{
      {C::Invalid, P::Invalidate, C::Invalid, false, false},  // dropped silently
      {C::Shared, P::Invalidate, C::Invalid, false, false},
      {C::Exclusive, P::FetchShared, C::Shared, false, true},
      {C::Exclusive, P::FetchInvalidate, C::Invalid, false, false},
      {C::Modified, P::FetchShared, C::Shared, true, true},
      {C::Modified, P::FetchInvalidate, C::Invalid, true, false},
      {C::FetchingShared, P::Invalidate, C::FetchingSharedOnce, false, false},
      {C::FetchingSharedOnce, P::Invalidate, C::FetchingSharedOnce, false, false},
      {C::FetchingModified, P::Invalidate, C::FetchingModified, false, false},
      {C::Upgrading, P::Invalidate, C::FetchingModified, false, false},
      {C::LeavingExclusive, P::FetchShared, C::Left, false, false},
      {C::LeavingExclusive, P::FetchInvalidate, C::Left, false, false},
      {C::LeavingModified, P::FetchShared, C::Left, true, false},
      {C::LeavingModified, P::FetchInvalidate, C::Left, true, false},
  };
  std::map<std::pair<C, P>, const Reaction*> now;
  for (const Reaction& row : table) now[{row.before, row.probe}] = &row;
  const C waits[] = {C::FetchingShared, C::FetchingSharedOnce, C::FetchingModified, C::Upgrading};
  for (unsigned condition = 0; condition < kLineConditions; ++condition) {
    for (const P probe : {P::Invalidate, P::FetchShared, P::FetchInvalidate}) {
      const C before = static_cast<C>(condition);
      SCOPED_TRACE(line_condition_name(before) + std::to_string(static_cast<int>(probe)));
      const ProbeReaction reaction = react(before, probe);
      const auto row = now.find({before, probe});
      if (row != now.end()) {
        EXPECT_EQ(reaction.when, When::Now);
        EXPECT_EQ(reaction.next, row->second->after);
        EXPECT_EQ(reaction.modified, row->second->modified);
        EXPECT_EQ(reaction.kept, row->second->kept);
      } else {
        const bool fetches = probe != P::Invalidate;
        const bool under_way =
            std::find(std::begin(waits), std::end(waits), before) != std::end(waits);
        EXPECT_EQ(reaction.when, fetches && under_way ? When::AfterFill : When::Never);
      }
    }
  }
}

// ---- What the directory makes of a request.

struct Planned {
  DirectoryLine line;
  R request;
  unsigned cache;
  std::uint64_t probed;  ///< caches, a bit for each
  P probe;
  bool stale;
};

TEST(Mesi, PlansProbesForEveryRequest) {
  const DirectoryLine nobody;
  const DirectoryLine readers{S::Shared, IndexSet(0b1011)};
  const DirectoryLine owner{S::Owned, IndexSet(0b0100)};
  const std::vector<Planned> table{
      {nobody, R::GetShared, 0, 0, P::Invalidate, false},
      {nobody, R::GetModified, 0, 0, P::Invalidate, false},
      {nobody, R::PutModified, 0, 0, P::Invalidate, true},
      {nobody, R::Read, 0, 0, P::Invalidate, false},
      {nobody, R::Write, 0, 0, P::Invalidate, false},
      {readers, R::GetShared, 2, 0, P::Invalidate, false},
      {readers, R::GetShared, 1, 0, P::Invalidate, false},
      {readers, R::GetModified, 2, 0b1011, P::Invalidate, false},
      {readers, R::GetModified, 1, 0b1001, P::Invalidate, false},
      {readers, R::PutExclusive, 1, 0, P::Invalidate, true},
      {readers, R::Read, 0, 0, P::Invalidate, false},
      {readers, R::Write, 0, 0b1011, P::Invalidate, false},
      {owner, R::GetShared, 0, 0b0100, P::FetchShared, false},
      {owner, R::GetModified, 0, 0b0100, P::FetchInvalidate, false},
      {owner, R::PutModified, 2, 0, P::Invalidate, false},
      {owner, R::PutExclusive, 2, 0, P::Invalidate, false},
      {owner, R::PutModified, 1, 0, P::Invalidate, true},
      {owner, R::Read, 2, 0b0100, P::FetchShared, false},
      {owner, R::Write, 2, 0b0100, P::FetchInvalidate, false},
  };
  for (const Planned& row : table) {
    SCOPED_TRACE(&row - table.data());
    const DirectoryPlan planned = plan(row.line, row.request, row.cache);
    EXPECT_EQ(planned.probed.bits(), row.probed);
    EXPECT_EQ(planned.stale, row.stale);
    EXPECT_EQ(planned.probe, row.probe);
  }
  EXPECT_THROW(plan(owner, R::GetShared, 2), Error);
  EXPECT_THROW(plan(owner, R::GetModified, 2), Error);
}

TEST(Mesi, KnowsWhoHasALineAfterProbesAndGrants) {
  const DirectoryLine readers{S::Shared, IndexSet(0b0011)};
  const DirectoryLine owner{S::Owned, IndexSet(0b0100)};
  EXPECT_EQ(after_probe(readers, P::Invalidate, 0, false),
            (DirectoryLine{S::Shared, IndexSet(0b0010)}));
  EXPECT_EQ(after_probe({S::Shared, IndexSet(1)}, P::Invalidate, 0, false), DirectoryLine{});
  EXPECT_EQ(after_probe(owner, P::FetchShared, 2, true),
            (DirectoryLine{S::Shared, IndexSet(0b0100)}));
  EXPECT_EQ(after_probe(owner, P::FetchShared, 2, false), DirectoryLine{});
  EXPECT_EQ(after_probe(owner, P::FetchInvalidate, 2, false), DirectoryLine{});
  EXPECT_EQ(grant({}, R::GetShared, 0), LineState::Exclusive);
  EXPECT_EQ(grant({S::Shared, IndexSet(1)}, R::GetShared, 0), LineState::Exclusive)
      << "it dropped its copy";
  EXPECT_EQ(grant(readers, R::GetShared, 0), LineState::Shared);
  EXPECT_EQ(grant({}, R::GetModified, 0), LineState::Modified);
  EXPECT_EQ(after_grant(readers, LineState::Shared, 3),
            (DirectoryLine{S::Shared, IndexSet(0b1011)}));
  EXPECT_EQ(after_grant({}, LineState::Exclusive, 3), (DirectoryLine{S::Owned, IndexSet(0b1000)}));
  EXPECT_EQ(after_grant({S::Shared, IndexSet(8)}, LineState::Modified, 3),
            (DirectoryLine{S::Owned, IndexSet(0b1000)}));
}

}  // namespace
}  // namespace lanefold
