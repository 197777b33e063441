// SPDX-License-Identifier: Apache-2.0
// The rules between parameters: machines whose values are in range but do not fit together.
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

constexpr std::uint64_t kMostPrivateBytes = std::uint64_t{1} << 32;

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
  void require(bool holds, const char* key, std::uint64_t value, const std::string& rule) const {
    if (holds) return;
    throw Error(ErrorKind::Configuration,
                source_ + ": " + key + " is " + std::to_string(value) + " but " + rule);
  }

 private:
  const std::string& source_;
};

}  // namespace

void validate(const MachineConfig& config, const std::string& source) {
  const Rules rules(source);
  const CoreConfig& core = config.core;
  const MemoryConfig& memory = config.memory;
  rules.power_of_two("core.alu_width", core.alu_width);
  rules.at_least("core.queue_instructions", core.queue_instructions, "core.fetch_instructions",
                 core.fetch_instructions);
  rules.multiple("local_memory.bytes", config.local_memory.bytes, "16", 16);
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
}

}  // namespace lanefold
