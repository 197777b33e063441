// SPDX-License-Identifier: Apache-2.0
// A cache without time: loaders and checkers see what a read would see.
#pragma once

#include <tlm.h>

#include <cstdint>

#include "blocks/cache/cache_spec.h"
#include "blocks/cache/downstream_port.h"
#include "decisions/cache/cache_array.h"

namespace lanefold {

class DebugPort {
 public:
  DebugPort(const CacheSpec& spec, CacheArray& array, DownstreamPort& downstream)
      : spec_(spec), array_(array), downstream_(downstream) {}

  /// Accesses this cache and all levels below; returns the number of bytes moved.
  unsigned transport(tlm::tlm_generic_payload& payload);
  /// Bytes of one line that this cache alone knows; 0 if it does not know all of them.
  unsigned here(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                unsigned length);
  /// Modified lines that begin in the `bytes` from `address` on go to all levels below, too.
  void write_back(std::uint64_t address, std::uint64_t bytes);

 private:
  unsigned in_line(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                   unsigned length);
  bool on_its_way(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                  unsigned length);

  const CacheSpec& spec_;
  CacheArray& array_;
  DownstreamPort& downstream_;
};

}  // namespace lanefold
