// SPDX-License-Identifier: Apache-2.0
// A cache without time: loaders and checkers see what a read would see.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "blocks/cache/cache_spec.h"
#include "blocks/cache/downstream_port.h"
#include "decisions/cache/cache_array.h"

namespace lanefold {

/// What an access without time asks of the next level.
struct TouchedLine {
  bool asks_below = false;                 ///< for the same line
  bool writes_below = false;               ///< to write it
  std::optional<std::uint64_t> leaving{};  ///< address of a modified line that made way
};

class DebugPort {
 public:
  DebugPort(const CacheSpec& spec, CacheArray& array, DownstreamPort& downstream)
      : spec_(spec), array_(array), downstream_(downstream), line_data_(spec.line_bytes) {}

  /// Accesses this cache and all levels below; returns the number of bytes moved.
  unsigned transport(tlm::tlm_generic_payload& payload);
  /// Bytes of one line that this cache alone knows; 0 if it does not know all of them.
  unsigned here(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                unsigned length);
  /// The line is here afterwards, as after an access by a request, with its data from below. What
  /// makes way is written below. Not of a coherent cache.
  TouchedLine touch(std::uint64_t address, bool writes);
  /// Modified lines that begin in the `bytes` from `address` on go to all levels below, too.
  void write_back(std::uint64_t address, std::uint64_t bytes);

 private:
  bool on_its_way(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                  unsigned length);

  const CacheSpec& spec_;
  CacheArray& array_;
  DownstreamPort& downstream_;
  std::vector<unsigned char> line_data_;  ///< of a line on its way
};

}  // namespace lanefold
