// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression as ISCA'13 figure 6 reads literally: an idle position takes the head
// of the queue of the lowest position in surplus, cycle by cycle.
#include <array>

#include "decisions/compaction/swizzling.h"

namespace lanefold {
namespace {

/// The quads in which one position is active, lowest first, and how many of them others must take.
struct Queue {
  LaneMask lanes;
  unsigned surplus = 0;

  unsigned pop() {
    const unsigned head = lanes.lowest();
    lanes.reset(head);
    return head;
  }
};

class FifoSwizzledCycleCompression final : public SwizzlingCompactor {
  const char* counter_help() const override { return nullptr; }  // scc takes the same cycles
  void swizzle(LaneMask mask, const QuadGeometry& geometry, Schedule& schedule) const override {
    std::array<Queue, 64> queues;
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      Queue& queue = queues[position];
      queue.lanes = mask & geometry.position(position);
      const unsigned length = queue.lanes.count();
      queue.surplus = length > schedule.cycles() ? length - schedule.cycles() : 0;
    }
    unsigned lender = 0;  // lowest position in surplus, or positions() when there is none
    for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
      for (unsigned position = 0; position < schedule.positions(); ++position) {
        while (lender < schedule.positions() && queues[lender].surplus == 0) {
          ++lender;
        }
        if (queues[position].lanes.any()) {
          schedule.issue(cycle, position, queues[position].pop());
        } else if (lender < schedule.positions()) {
          schedule.issue(cycle, position, queues[lender].pop());
          --queues[lender].surplus;
        }
      }
    }
  }
};

}  // namespace

std::unique_ptr<Compactor> make_scc_fifo_compactor() {
  return std::make_unique<FifoSwizzledCycleCompression>();
}

}  // namespace lanefold
