// SPDX-License-Identifier: Apache-2.0
// The rules between parameters: machines whose values are in range but do not fit together.
#include "decisions/cache/cache_array.h"
#include "decisions/dram/dram_timing.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

constexpr std::uint64_t kMostPrivateBytes = std::uint64_t{1} << 32;
constexpr std::uint32_t kMostCoherentCores = 64;  ///< a bit for each in the directory

bool is_power_of_two(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

/// Each rule names the key whose value breaks it.
class Rules {
 public:
  explicit Rules(const std::string& source) : source_(source) {}

  void power_of_two(const char* key, std::uint64_t value) const {
    require(is_power_of_two(value), key, value, "must be a power of two");
  }
  void multiple(const char* key, std::uint64_t value, const std::string& what,
                std::uint64_t factor) const {
    require(value % factor == 0, key, value, "must be a multiple of " + what);
  }
  void at_least(const char* key, std::uint64_t value, const char* other,
                std::uint64_t least) const {
    require(value >= least, key, value,
            "must be at least " + std::string(other) + ", which is " + std::to_string(least));
  }
  void at_most(const char* key, std::uint64_t value, const char* other, std::uint64_t most) const {
    require(value <= most, key, value,
            "must be at most " + std::string(other) + ", which is " + std::to_string(most));
  }
  /// A cache that the machine does not have may be anything.
  void cache(const CacheConfig& cache, const char* section, std::uint32_t line_bytes) const {
    if (!cache.enabled) return;
    from_source([&] { validate_cache(cache, section, line_bytes); });
  }
  void simd(const CoreConfig& core) const {
    from_source([&] { validate_simd(core); });
  }
  void dram(const DramConfig& dram, std::uint32_t line_bytes) const {
    from_source([&] { validate_dram(dram, line_bytes); });
  }
  /// For values that are not numbers.
  void agree(bool holds, const std::string& sentence) const {
    if (!holds) throw Error(ErrorKind::Configuration, source_ + ": " + sentence);
  }
  void require(bool holds, const char* key, std::uint64_t value, const std::string& rule) const {
    if (holds) return;
    throw Error(ErrorKind::Configuration,
                source_ + ": " + key + " is " + std::to_string(value) + " but " + rule);
  }

 private:
  /// Rules that a block has itself do not know the source.
  template <class Validate>
  void from_source(Validate&& validate_block) const {
    try {
      validate_block();
    } catch (const Error& error) {
      throw Error(error.kind(), source_ + ": " + error.what());
    }
  }

  const std::string& source_;
};

void validate_caches(const MachineConfig& config, const Rules& rules) {
  const std::uint32_t line_bytes = config.memory.line_bytes;
  rules.cache(config.instruction_cache, "instruction_cache", line_bytes);
  rules.cache(config.l1, "l1", line_bytes);
  rules.cache(config.l2, "l2", line_bytes);
  rules.cache(config.l3, "l3", line_bytes);
  rules.cache(config.llc, "llc", line_bytes);
}

void validate_coherence(const MachineConfig& config, const Rules& rules) {
  if (config.coherence != Coherence::Mesi) return;
  const std::string mesi = "coherence is mesi but ";
  rules.agree(config.l1.enabled, mesi + "l1.enabled is false: there is nothing to keep coherent");
  rules.agree(
      config.l2.enabled && config.l2.shared,
      mesi + "the directory is part of the shared l2: l2.enabled and l2.shared must be true");
  rules.require(config.cores <= kMostCoherentCores, "cores", config.cores,
                "a coherent machine has at most " + std::to_string(kMostCoherentCores));
  rules.agree(
      config.l1.write == CacheWrite::Back,
      mesi + "l1.write is through: a coherent cache keeps its writes, l1.write must be back");
  rules.agree(
      !config.l1.perfect && !config.l2.perfect,
      mesi + "l1.perfect or l2.perfect is true: such a cache holds no lines to keep track of");
}

}  // namespace

void validate(const MachineConfig& config, const std::string& source) {
  const Rules rules(source);
  const CoreConfig& core = config.core;
  const MemoryConfig& memory = config.memory;
  rules.power_of_two("core.alu_width", core.alu_width);
  rules.simd(core);
  rules.at_least("core.fetch.queue", core.fetch.queue, "core.fetch.instructions",
                 core.fetch.instructions);
  rules.require(core.fetch.latency != 0 || !core.stage_latches, "core.fetch.latency",
                core.fetch.latency, "must be at least 1 because core.stage_latches is true");
  rules.multiple("local_memory.bytes", config.local_memory.bytes, "16", 16);
  rules.power_of_two("local_memory.banks", config.local_memory.banks);
  rules.power_of_two("memory.line_bytes", memory.line_bytes);
  rules.multiple("memory.bytes", memory.bytes,
                 "memory.line_bytes, which is " + std::to_string(memory.line_bytes),
                 memory.line_bytes);
  rules.multiple("memory.private_bytes", memory.private_bytes, "16", 16);
  const std::uint64_t work_items = std::uint64_t{config.cores} * core.warps * core.warp_width;
  rules.require(work_items * memory.private_bytes <= kMostPrivateBytes, "memory.private_bytes",
                memory.private_bytes,
                "all " + std::to_string(work_items) +
                    " resident work-items (cores x core.warps x core.warp_width) together may "
                    "have at most " +
                    std::to_string(kMostPrivateBytes) + " bytes");
  validate_caches(config, rules);
  // A faster one would pass what it passes in a core cycle only once.
  if (config.interconnect.enabled) {
    rules.at_most("interconnect.clock_mhz", config.interconnect.clock_mhz, "clock_mhz",
                  config.clock_mhz);
  }
  rules.dram(config.dram, memory.line_bytes);
  validate_coherence(config, rules);
}

}  // namespace lanefold
