// SPDX-License-Identifier: Apache-2.0
// Shared local memory (SLM): the time of its accesses (ISCA'13 section 2.3, table 3).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "blocks/pipeline/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Serves the load/store units of all cores that share it, in the order of their calls. The caller
/// hands an instruction over with `accepted` the cycle in which its addresses are there, and gets
/// it back in the same call with `accepted` the cycle in which the banks take the last of them and
/// `completes` set.
class LocalMemory : public sc_core::sc_module {
 public:
  using Requests = CallTarget<LocalMemory, WarpProtocol>;
  sc_core::sc_vector<Requests> requests;  ///< one per core

  LocalMemory(const sc_core::sc_module_name& name, const LocalMemoryConfig& config, unsigned cores);

  std::uint64_t conflict_cycles() const { return conflict_cycles_; }
  std::uint64_t words() const { return words_; }
  void reset();
  void describe(std::ostream& out) const;

 private:
  void take(WarpInstruction& instruction);

  const LocalMemoryConfig& config_;
  std::vector<std::uint64_t> free_at_;  ///< of each port
  std::uint64_t conflict_cycles_ = 0;
  std::uint64_t words_ = 0;
};

}  // namespace lanefold
