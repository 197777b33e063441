// SPDX-License-Identifier: Apache-2.0
// The end of a launch that is stopped.
#pragma once

#include <vector>

#include "decisions/pipeline/thread_places.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Marks the statistics as partial. The error says why, and where the threads are.
inline Error stopped_launch(LaunchStatistics& statistics, const LaunchStop& stop,
                            const std::vector<PlacedThread>& threads) {
  statistics.partial = true;
  return Error(stop.kind, "kernel " + statistics.kernel + " " + stop.why + places_text(threads));
}

}  // namespace lanefold
