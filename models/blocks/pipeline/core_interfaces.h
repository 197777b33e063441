// SPDX-License-Identifier: Apache-2.0
// What blocks of a core ask of others beside their sockets, by interfaces to which a parent binds
// their ports; and the sockets by which they reach memory.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

namespace lanefold {

/// Any socket that sends requests to memory, on the base protocol.
using MemorySource = tlm::tlm_base_initiator_socket_b<32>;

/// What `part` sends leaves through `whole`, of whose module it is a part.
inline void bind_outward(MemorySource& part, MemorySource& whole) {
  part.get_base_port().bind(whole.get_base_port());
  whole.get_base_export().bind(part.get_base_export());
}

/// The work-items of a launch as one core sees them. The thread dispatcher has one for each core.
class WorkSource : public virtual sc_core::sc_interface {
 public:
  /// Whether work-items are left that the core may get.
  virtual bool work_left() const = 0;
  /// The core's warps have been divided anew, and all of its slots are free.
  virtual void reconfigured() = 0;
};

/// What a core moves off the chip. The levels of memory have one for each core.
class OffChipTraffic : public virtual sc_core::sc_interface {
 public:
  /// Bytes since the launch's begin.
  virtual std::uint64_t off_chip_bytes() const = 0;
};

/// Where cores come to see what others have written.
class MemoryBarrier : public virtual sc_core::sc_interface {
 public:
  /// Calls `done`, now or later, when each of these cores sees what all of them have written.
  virtual void synchronise(const std::vector<unsigned>& cores,
                           const std::function<void()>& done) = 0;
};

}  // namespace lanefold
