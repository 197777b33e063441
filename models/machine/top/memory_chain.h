// SPDX-License-Identifier: Apache-2.0
// What lies behind the cores: core -> [l1] -> [private l2] -> [interconnect] -> [directory]
// -> [shared l2] -> [l3] -> [llc] -> DRAM.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "blocks/pipeline/core_interfaces.h"
#include "decisions/dram/memory_content.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"
#include "machine/top/block_factory.h"
#include "machine/top/memory_levels.h"

namespace lanefold {

/// What a memory in place of the machine's DRAM has for its links, each bound once; empty: the
/// factory's memory, or the machine's own.
using OutsideMemory = std::vector<BlockFactory::MemoryTarget*>;
/// Links of the machine that end at its memory: one if its cores share a level before.
unsigned links_to_memory(const MachineConfig& config);

/// Builds the levels that the machine has. Cores bind to data() and instructions().
class MemoryChain : public sc_core::sc_module, public MemoryBarrier {
 public:
  using Target = BlockFactory::MemoryTarget;

  MemoryChain(const sc_core::sc_module_name& name, const MachineConfig& config, ClockDomain& domain,
              BlockFactory& factory, const OutsideMemory& outside = {});

  Target& data(unsigned core) { return *data_[core]; }
  Target& instructions(unsigned core) { return *instructions_[core]; }

  /// A launch begins: empty statistics, and an idle memory if nothing is on its way.
  void begin();
  /// Without coherence, the private data caches of these cores are emptied.
  void synchronise(const std::vector<unsigned>& cores, const std::function<void()>& done) override;
  /// Without time, writes modified lines of `bytes` from `address` on to the memory behind the
  /// levels: shared caches and those that are coherent keep them, unmodified.
  void write_back(std::uint64_t address, std::uint64_t bytes);
  bool busy() const;
  /// Shared caches hold what they would after these accesses. Nothing is on its way.
  void warm(const std::vector<LineTouch>& touches);
  /// Adds what the levels know of lines. Nothing is on its way.
  void save(MachineState& state) const;
  /// Takes over what it can while no level has a line: shared caches and those of instructions;
  /// data caches and their directory, if both are like those of the state.
  void restore(const MachineState& state);
  /// Bytes between DRAM and a core since begin(). If they cannot be told apart, because cores share
  /// caches or have none, an equal part of the whole.
  OffChipTraffic& traffic(unsigned core) { return *traffic_[core]; }
  /// Messages that the interconnect has passed and requests that the controller has served since
  /// begin().
  std::uint64_t moves() const;
  /// Cycle in which any level has given or will give its latest answer: a memory that is not busy
  /// is idle from then on.
  std::uint64_t last_answer() const;
  /// What each level has counted since begin(); caches of the cores are added up.
  std::vector<MemoryBlockStatistics> statistics() const {
    return collect_statistics(levels_, config_);
  }
  /// The same as numbers, in the same order, without maxima; takes no memory if the list has room.
  void list_sums(std::vector<std::uint64_t>& sums) const {
    lanefold::list_sums(levels_, config_, sums);
  }
  void describe(std::ostream& out) const;

 private:
  class CoreTraffic final : public OffChipTraffic {
   public:
    CoreTraffic(const MemoryChain& memory, unsigned core) : memory_(memory), core_(core) {}
    std::uint64_t off_chip_bytes() const override { return memory_.off_chip_bytes(core_); }

   private:
    const MemoryChain& memory_;
    const unsigned core_;
  };

  std::uint64_t off_chip_bytes(unsigned core) const;
  Target* put_before(std::unique_ptr<Cache>& cache, const std::string& name,
                     const CacheConfig& config, const char* section, CacheRole role, Target* below,
                     BlockFactory& factory, unsigned id = 0);
  Target* build_memory(BlockFactory& factory);
  void check_memory() const;
  Target* next_link();
  void build_shared(BlockFactory& factory);
  void build_private(unsigned core, BlockFactory& factory);
  bool keeps_data_lines(const MachineState& state) const;
  bool coherent() const { return config_.coherence == Coherence::Mesi; }

  const MachineConfig& config_;
  ClockDomain& domain_;
  MemoryContent content_;
  BlockFactory::MemoryBlock foreign_memory_;  ///< in place of DRAM, from the factory
  OutsideMemory outside_;
  unsigned links_ = 0;  ///< to the memory outside, that have been given
  MemoryLevels levels_;
  Target* shared_ = nullptr;  ///< what all cores reach
  std::vector<Target*> data_;
  std::vector<Target*> instructions_;
  std::vector<std::unique_ptr<CoreTraffic>> traffic_;  ///< of each core
};

}  // namespace lanefold
