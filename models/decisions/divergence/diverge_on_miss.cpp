// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss.
#include "decisions/divergence/diverge_on_miss.h"

namespace lanefold {
namespace {

/// `running` stays at a load, which leads to `next`.
LeftBehind left_at(const Split& running, const PlaceAfterLoad& next, LaneMask waiting,
                   LaneMask ready) {
  return {running.pc, running.depth, next.pc, next.rank, waiting, ready, next.loop_exit_pc};
}

}  // namespace

void DivergeOnMiss::leave_behind(const PlaceAfterLoad& next, LaneMask waiting, LaneMask ready) {
  Split& running = slice_.splits.back();
  slice_.left_behind.changes->add(left_at(running, next, waiting, ready));
  running.mask = running.mask.without(waiting | ready);
  left_any_behind_ = true;
}

void DivergeOnMiss::yield(const PlaceAfterLoad& next) {
  const Split& running = slice_.splits.back();
  const Split late = slice_.catch_up(policy_.replacement(table().lanes()));
  slice_.left_behind.changes->add(left_at(running, next, {}, running.mask));
  policy_.run_instead(late);
}

std::size_t DivergeOnMiss::ready_entry() const {
  LaneMask ready;
  for (const LeftBehind& entry : table().entries()) ready |= entry.ready;
  return ready.none() ? table().entries().size() : policy_.replacement(ready);
}

void DivergeOnMiss::run_ready(const PlaceAfterLoad& next, LaneMask lanes) {
  const Split& running = slice_.splits.back();
  const Split late = slice_.catch_up_ready(policy_.replacement(lanes), lanes);
  slice_.left_behind.changes->add(left_at(running, next, running.mask, {}));
  left_any_behind_ = true;
  policy_.run_instead(late);
}

void DivergeOnMiss::run_other_path(const PlaceAfterLoad& next) {
  const Split& running = slice_.splits.back();
  slice_.left_behind.changes->add(left_at(running, next, running.mask, {}));
  left_any_behind_ = true;
  policy_.run_other_path();
}

LaneMask DivergeOnMiss::merge_ready(LaneMask allowed) {
  if (table().empty()) return {};
  const Split& running = slice_.splits.back();
  const LaneMask ready = slice_.left_behind.changes->take_ready(running.pc, running.depth, allowed);
  if (ready.any()) policy_.merge(ready);
  return ready;
}

void DivergeOnMiss::arrive(LaneMask lanes) {
  slice_.left_behind.changes->arrive(lanes);
  for (Split& split : slice_.splits) split.waiting = split.waiting.without(lanes);
}

/// One entry at a time: the lanes that come to the place last bring the next.
void DivergeOnMiss::gather_behind_loop() {
  if (slice_.splits.empty()) return;
  const Split& here = slice_.splits.back();
  const std::size_t late = table().index_of([&](const LeftBehind& left) {
    return left.loop_exit_pc == here.pc && left.depth == here.depth;
  });
  if (late != table().entries().size()) policy_.reconverge_here(slice_.catch_up(late));
}

}  // namespace lanefold
