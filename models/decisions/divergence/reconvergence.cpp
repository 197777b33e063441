// SPDX-License-Identifier: Apache-2.0
// The factory of reconvergence policies, and what they share.
#include "decisions/divergence/reconvergence.h"

#include "base/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<Reconvergence> make_wto_reconvergence();
std::unique_ptr<Reconvergence> make_ipdom_reconvergence();

namespace {

constexpr PolicyEntry<Reconvergence> kPolicies[] = {
    {"wto", make_wto_reconvergence},
    {"ipdom", make_ipdom_reconvergence},
};

}  // namespace

const std::vector<std::string>& reconvergence_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy) {
  return make_policy(kPolicies, "core.reconvergence", policy, reconvergence_policy_names());
}

void Reconvergence::start(std::uint32_t pc, std::uint32_t rank, LaneMask mask) {
  splits_.clear();
  splits_.push_back({pc, rank, 0, mask, kFunctionEnd, 0, {}, false});
  table_->clear();
  left_any_behind_ = false;
  meeting_ = {};
  away_ = given_ = {};
  restart();
}

LaneMask Reconvergence::live() const {
  LaneMask all = table_->lanes() | held();
  for (const Split& split : splits_) all |= split.mask;
  return all.without(away_);
}

void Reconvergence::leave_behind(const BehindLoad& next, LaneMask waiting, LaneMask ready) {
  Split& running = splits_.back();
  table_->add({running.pc, running.depth, next.pc, next.rank, waiting, ready, next.loop_exit_pc});
  running.mask = running.mask.without(waiting | ready);
  left_any_behind_ = true;
}

void Reconvergence::stand_aside(const BehindLoad& next) {
  const LeftBehind left{current().pc, current().depth, next.pc,          next.rank,
                        {},           current().mask,  next.loop_exit_pc};
  const LeftBehind late = table_->take(other());
  table_->add(left);
  change_places(late);
}

LaneMask Reconvergence::meet(LaneMask allowed) {
  if (table_->empty()) return {};
  const Split& running = splits_.back();
  const LaneMask met = table_->take_ready(running.pc, running.depth, allowed);
  if (met.any()) join(met);
  return met;
}

void Reconvergence::arrive(LaneMask lanes) {
  table_->arrive(lanes);
  for (Split& split : splits_) split.waiting = split.waiting.without(lanes);
}

/// One entry at a time: whoever comes to the place last brings the next.
void Reconvergence::gather_behind_loop() {
  if (splits_.empty()) return;
  const Split& here = current();
  const std::size_t late = table_->index_of([&](const LeftBehind& left) {
    return left.loop_exit_pc == here.pc && left.depth == here.depth;
  });
  if (late != table_->entries().size()) bring(late);
}

Split Reconvergence::catching_up(const LeftBehind& left) {
  ++catch_ups_;
  return {left.next_pc, left.next_rank, left.depth, left.lanes(), kFunctionEnd, 0, left.waiting,
          true};
}

}  // namespace lanefold
