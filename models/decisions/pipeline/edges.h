// SPDX-License-Identifier: Apache-2.0
// The edges of a core's pipeline: where one block hands something to another. Something of others
// can be put into each (docs/how-to/embedding.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanefold {

/// In the order in which an instruction comes by; blocks that are asked come last.
enum class Edge : std::uint8_t {
  Command,
  CoreCommand,
  Admitted,
  Fetched,
  Decoded,
  Masked,
  Ready,
  Decided,
  Predicated,
  Issued,
  Counted,
  Scheduled,
  Addresses,
  Operands,
  Latched,
  ToFpu,
  ToEm,
  ToScalar,
  ToControl,
  Results,
  Unswizzled,
  Local,
  Completed,
  Arrived,
  Proceeded,
  Resume,
  DivideLoad,
  Served,
  Written,
  Released,
  Resolved,
  DivideBranch,
  Stopped,
  Retired,
  LeftBehind,
  Slip,
  Completion,
  Slices,
  Adaptation,
};
constexpr std::size_t kEdgeCount = static_cast<std::size_t>(Edge::Adaptation) + 1;

/// What must wait while a hand-over is on its way.
enum class Waits : std::uint8_t {
  Nothing,
  Fetch,       ///< the thread gets no other instruction from fetch
  Scoreboard,  ///< nor from the scoreboard
  Arbiter,     ///< nothing issues
  /// No delay: the sender goes on, in the same cycle, by what the call has found or done.
  Sender,
};

struct EdgeInfo {
  Edge edge;
  const char* name;     ///< block.socket of the sender
  const char* to;       ///< block.socket of the receiver
  const char* payload;  ///< type
  Waits waits;
  const char* with;  ///< what the machine must have for the edge to exist; or empty

  bool carries_delays() const { return waits != Waits::Sender; }
};

/// By Edge.
extern const std::array<EdgeInfo, kEdgeCount> kEdges;

inline const EdgeInfo& info_of(Edge edge) { return kEdges[static_cast<std::size_t>(edge)]; }

}  // namespace lanefold
