// SPDX-License-Identifier: Apache-2.0
// What a cache is, as all of its parts know it.
#include "blocks/cache/cache_spec.h"

#include "decisions/cache/cache_array.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

const CacheConfig& validated(const CacheConfig& config, const std::string& section,
                             std::uint32_t line_bytes, CacheRole role) {
  validate_cache(config, section, line_bytes);
  if (role == CacheRole::Coherent && config.write != CacheWrite::Back) {
    throw Error(ErrorKind::Configuration,
                section + ".write is '" + name_of(config.write) +
                    "' but a cache that is kept coherent writes back; valid: back");
  }
  return config;
}

/// That of an instruction cache is of no interest: profiles have no requests for instructions.
MemoryPlace level_of(const std::string& section) {
  for (const MemoryPlace level : {MemoryPlace::L2, MemoryPlace::L3, MemoryPlace::Llc}) {
    if (section == memory_place_name(level)) return level;
  }
  return MemoryPlace::L1;
}

}  // namespace

CacheSpec::CacheSpec(const CacheConfig& cache, const std::string& section, std::uint32_t bytes,
                     const ClockDomain& domain, CacheRole its_role)
    : config(validated(cache, section, bytes, its_role)),
      line_bytes(bytes),
      line_shift(static_cast<unsigned>(__builtin_ctz(bytes))),
      role(its_role),
      level(level_of(section)),
      clock(domain.clock()),
      hit_time(domain.period() * static_cast<double>(cache.latency)),
      writes_through(cache.write == CacheWrite::Through),
      marks_writes(its_role == CacheRole::Private && !writes_through) {}

}  // namespace lanefold
