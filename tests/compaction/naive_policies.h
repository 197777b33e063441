// SPDX-License-Identifier: Apache-2.0
// The policies of swizzled cycle compression as their definitions read, one lane after the other.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"

namespace lanefold {

/// A schedule as a table, [cycle][position], -1 where nothing is issued.
using Table = std::vector<std::vector<int>>;

inline Table table_of(const Schedule& schedule) {
  Table table(schedule.cycles(), std::vector<int>(schedule.positions(), -1));
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (slot.enabled()) {
        table[cycle][position] = static_cast<int>(slot.lane);
      }
    }
  }
  return table;
}

/// The active lanes of each position, quads ascending: the queues of ISCA'13 figure 6.
inline std::vector<std::deque<int>> queues_of(LaneMask mask, const QuadGeometry& geometry) {
  std::vector<std::deque<int>> queues(geometry.positions());
  for (unsigned lane = 0; lane < geometry.lanes(); ++lane) {
    if (mask.test(lane)) {
      queues[lane % geometry.quad_lanes()].push_back(static_cast<int>(lane));
    }
  }
  return queues;
}

inline unsigned ideal_cycles(LaneMask mask, const QuadGeometry& geometry) {
  return (mask.count() + geometry.quad_lanes() - 1) / geometry.quad_lanes();
}

inline unsigned naive_active_quads(LaneMask mask, const QuadGeometry& geometry) {
  std::vector<bool> active(geometry.quads());
  for_each_lane(mask, [&](unsigned lane) { active[lane / geometry.quad_lanes()] = true; });
  return static_cast<unsigned>(std::count(active.begin(), active.end(), true));
}

/// The canonical SCC assignment, written down as its definition reads.
inline Table canonical_scc(LaneMask mask, const QuadGeometry& geometry) {
  const unsigned cycles = ideal_cycles(mask, geometry);
  Table table(cycles, std::vector<int>(geometry.positions(), -1));
  std::deque<int> overflow;
  const auto queues = queues_of(mask, geometry);
  for (unsigned position = 0; position < queues.size(); ++position) {
    for (unsigned entry = 0; entry < queues[position].size(); ++entry) {
      if (entry < cycles) {
        table[entry][position] = queues[position][entry];
      } else {
        overflow.push_back(queues[position][entry]);
      }
    }
  }
  for (auto& row : table) {
    for (int& cell : row) {
      if (cell < 0 && !overflow.empty()) {
        cell = overflow.front();
        overflow.pop_front();
      }
    }
  }
  return table;
}

/// ISCA'13 figure 6 as printed, the lowest position in surplus lending first.
inline Table figure6(LaneMask mask, const QuadGeometry& geometry) {
  const unsigned cycles = ideal_cycles(mask, geometry);
  auto queues = queues_of(mask, geometry);
  std::vector<unsigned> surplus;
  surplus.reserve(queues.size());
  for (const auto& queue : queues) {
    surplus.push_back(queue.size() > cycles ? static_cast<unsigned>(queue.size()) - cycles : 0);
  }
  Table table(cycles, std::vector<int>(geometry.positions(), -1));
  for (auto& row : table) {
    for (unsigned position = 0; position < row.size(); ++position) {
      unsigned source = position;
      if (queues[position].empty()) {
        source = 0;
        while (source < surplus.size() && surplus[source] == 0) {
          ++source;
        }
        if (source == surplus.size()) {
          continue;
        }
        --surplus[source];
      }
      row[position] = queues[source].front();
      queues[source].pop_front();
    }
  }
  return table;
}

/// Fewest lanes that must leave their position if `cycles` are all there is.
inline unsigned fewest_swizzles(LaneMask mask, unsigned cycles, const QuadGeometry& geometry) {
  unsigned swizzles = 0;
  for (const auto& queue : queues_of(mask, geometry)) {
    swizzles += queue.size() > cycles ? static_cast<unsigned>(queue.size()) - cycles : 0;
  }
  return swizzles;
}

}  // namespace lanefold
