// SPDX-License-Identifier: Apache-2.0
// When DRAM answers: the interface of the timing policies, and their factory. No SystemC.
#pragma once

#include <cstdint>
#include <memory>

#include "base/cycle.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// What the row buffer of the bank held.
enum class RowOutcome : std::uint8_t {
  None,      ///< rows are not modelled
  Hit,       ///< the row is open
  Closed,    ///< no row is open
  Conflict,  ///< another row is open
};

struct DramAccess {
  Cycle cycle = 0;  ///< of arrival at the controller
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

struct DramAnswer {
  Cycle cycle = 0;           ///< in which the last of the data is back
  std::uint64_t waited = 0;  ///< cycles behind earlier accesses
  RowOutcome row = RowOutcome::None;
};

/// Accesses are served in the order of the calls: none overtakes another (IPDPS'12 V-A leaves
/// reordering out as well).
class DramTiming {
 public:
  virtual ~DramTiming() = default;
  virtual DramAnswer serve(const DramAccess& access) = 0;
  /// All banks closed, all buses free.
  virtual void reset() = 0;
};

/// Throws Error(Configuration), naming the key, if the parameters do not fit together.
void validate_dram(const DramConfig& config, std::uint32_t line_bytes);

/// The policy that is `config.timing`, in cycles of a core clock of `clock_mhz`.
std::unique_ptr<DramTiming> make_dram_timing(const DramConfig& config, std::uint32_t clock_mhz);

}  // namespace lanefold
