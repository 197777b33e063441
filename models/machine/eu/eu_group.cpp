// SPDX-License-Identifier: Apache-2.0
// How a work-group begins, and when its barrier opens.
#include "machine/eu/eu_group.h"

#include <algorithm>

namespace lanefold::gen8 {

void EuGroup::start(const EuLaunch& launch, std::uint64_t index, unsigned first_slot) {
  const Sizes& local = launch.values.range.local;
  id_ = group_at(launch.values.range, index);
  first_slot_ = first_slot;
  count_ = launch.threads_of_group;
  local_.assign(launch.local_bytes, std::byte{0});
  while (threads_.size() < count_) threads_.push_back(std::make_unique<GroupThread>());
  for (unsigned number = 0; number < count_; ++number) {
    GroupThread& one = *threads_[number];
    one.number = number;
    one.quiet_instructions = 0;
    ThreadStart start;
    start.group = id_;
    start.thread = number;
    start.slot = first_slot + number;
    start.scratch_base = launch.scratch_of(start.slot);
    one.thread.registers() = Registers{};
    fill_payload(one.thread.registers(), *launch.kernel, local, start, launch.cross_thread);
    one.thread.start(*launch.code, dispatched_channels(*launch.kernel, local, number),
                     {launch.global, &launch.surfaces, local_.data(), launch.local_bytes});
  }
}

bool EuGroup::barrier_complete() const {
  bool waits = false;
  for (unsigned number = 0; number < count_; ++number) {
    const Thread::State state = threads_[number]->thread.state();
    if (state == Thread::State::Runs) return false;
    waits = waits || state == Thread::State::AtBarrier;
  }
  return waits;
}

void EuGroup::release_barrier() {
  for (unsigned number = 0; number < count_; ++number) {
    GroupThread& one = *threads_[number];
    if (one.thread.state() == Thread::State::AtBarrier) one.thread.pass_barrier();
  }
}

bool EuGroup::done() const {
  return std::all_of(threads_.begin(), threads_.begin() + count_,
                     [](const auto& one) { return one->thread.state() == Thread::State::Ended; });
}

}  // namespace lanefold::gen8
