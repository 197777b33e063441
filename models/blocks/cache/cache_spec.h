// SPDX-License-Identifier: Apache-2.0
// What a cache is, as all of its parts know it.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>

#include "blocks/clock/alarm.h"
#include "lanefold/instruction_counts.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Where a cache stands among others, which decides where atomics are carried out.
enum class CacheRole : std::uint8_t {
  Private,   ///< caches with the same lines are not kept equal: atomics are passed on
  Coherent,  ///< a directory below keeps it and others equal: atomics are carried out here
  Shared,    ///< requests of all cores come here: atomics are carried out here
};

struct CacheSpec {
  /// Throws Error(Configuration) if the cache cannot be; `section` is its name in configurations.
  CacheSpec(const CacheConfig& config, const std::string& section, std::uint32_t line_bytes,
            const ClockDomain& domain, CacheRole role);

  /// Whether a directory keeps it and others equal.
  bool coherent() const { return role == CacheRole::Coherent; }
  std::uint64_t line_of(std::uint64_t address) const { return address >> line_shift; }
  std::uint64_t address_of(std::uint64_t line) const { return line << line_shift; }

  const CacheConfig config;
  const std::uint32_t line_bytes;
  const unsigned line_shift;
  const CacheRole role;
  const MemoryPlace level;  ///< by the name of its section
  const CoreClock& clock;
  const sc_core::sc_time hit_time;  ///< from the look-up to the answer
  const bool writes_through;
  const bool marks_writes;  ///< of every byte it is known whether it was written here
};

}  // namespace lanefold
