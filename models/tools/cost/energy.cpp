// SPDX-License-Identifier: Apache-2.0
// Events times energies.
#include "tools/cost/energy.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "tools/cost/core_area.h"

namespace lanefold {
namespace {

constexpr double kPjOfJoule = 1e12;
constexpr double kWordBytes = 8;  ///< of Horowitz's memories

const CacheConfig* cache_of(const MachineConfig& config, const std::string& name) {
  if (name == "l1") return &config.l1;
  if (name == "l2") return &config.l2;
  if (name == "l3") return &config.l3;
  return name == "llc" ? &config.llc : nullptr;
}

/// Cores, local memories and the caches that cores share, in um^2.
double area_of_chip(const MachineConfig& config, unsigned node) {
  double area = config.cores * area_of(core_parts(config, node));
  for (const MachineArray& array : arrays_of(config)) {
    if (array.of_core && array.name != kLocalMemory) continue;  // a part of the core
    const double one = um2_of(area_of_array(array.shape).total(), node);
    area += array.of_core ? config.cores * one : one;
  }
  return area;
}

/// Leakage of one core clock cycle, in pJ.
double leakage_of_cycle(const MachineConfig& config, unsigned node) {
  const double seconds = 1 / (config.clock_mhz * 1e6);
  return energy_constants(node).leakage * area_of_chip(config, node) * seconds * kPjOfJoule;
}

EnergyPart of_local_memory(const LaunchStatistics& run, const MachineConfig& config,
                           const EnergyConstants& constants) {
  const LocalMemoryConfig& local = config.local_memory;
  const double bank = static_cast<double>(local.bytes) / local.banks / local.ports;
  const double word = energy_of_word(bank, constants) * sizeof(std::uint32_t) / kWordBytes;
  return {"local memory", "words", run.local_words, word};
}

EnergyPart of_cache(const MemoryBlockStatistics& block, const CacheConfig& cache,
                    std::uint32_t line_bytes, const EnergyConstants& constants) {
  const double line = energy_of_word(cache.bytes, constants) * line_bytes / kWordBytes;
  const std::uint64_t lines = block["accesses"] + block["misses"] + block["write_backs"];
  return {block.name, "lines", lines, line};
}

/// What stands between registers and ALUs.
void add_circuits(const LaunchStatistics& run, const CoreConfig& core,
                  const EnergyConstants& constants, std::vector<EnergyPart>& parts) {
  const std::uint64_t lanes = run.alu_instructions * core.warp_width;
  parts.push_back({"execution mask", "lanes", lanes, constants.mask_lane});
  const RegisterFileKind needs = make_compactor(core.compaction)->register_file();
  const bool swizzles = needs == RegisterFileKind::Scc;
  if (needs != RegisterFileKind::Baseline) {
    const double lane = swizzles ? constants.scc_lane : constants.bcc_lane;
    parts.push_back({"compaction control", "lanes", lanes, lane});
  }
  if (swizzles) {
    const std::uint64_t slots = run.timed_eu_cycles * core.alu_width;
    parts.push_back({"crossbars", "slots", slots, constants.crossbar_slot});
  }
}

}  // namespace

double energy_of_word(double bytes, const EnergyConstants& constants) {
  return constants.word_of_8_kb * std::sqrt(bytes / 8192);
}

EnergyConstants energy_constants(unsigned node) {
  EnergyConstants constants;
  const double switching = switching_at(node);
  for (double* energy : {&constants.lane_operation, &constants.register_bit, &constants.fetch,
                         &constants.word_of_8_kb}) {
    *energy *= switching;
  }
  const double from_180nm = switching_from_180nm(node);
  for (double* energy :
       {&constants.mask_lane, &constants.bcc_lane, &constants.scc_lane, &constants.crossbar_slot}) {
    *energy *= from_180nm;
  }
  constants.leakage *= leakage_at(node);
  return constants;
}

RunEnergy energy_of(const LaunchStatistics& run, const MachineConfig& config, unsigned node) {
  if (!run.timed) {
    throw Error(ErrorKind::Usage,
                "energy needs a run with time: a functional one does not count what it takes");
  }
  const EnergyConstants constants = energy_constants(node);
  std::vector<EnergyPart> parts{
      {"lane operations", "operations", run.scalar.lane_operations, constants.lane_operation},
      {"register file", "bits", run.register_bits, constants.register_bit},
      {"fetch", "instructions", run.warp_instructions, constants.fetch}};
  add_circuits(run, config.core, constants, parts);
  parts.push_back(of_local_memory(run, config, constants));
  for (const MemoryBlockStatistics& block : run.memory) {
    const CacheConfig* cache = cache_of(config, block.name);
    if (cache != nullptr && block.is_cache() && !cache->perfect) {
      parts.push_back(of_cache(block, *cache, config.memory.line_bytes, constants));
    }
    if (block.name == "dram") {
      const std::uint64_t bits = 8 * (block["read_bytes"] + block["written_bytes"]);
      parts.push_back({"dram", "bits", bits, constants.dram_bit});
    }
  }
  parts.push_back({"leakage", "cycles", run.cycles, leakage_of_cycle(config, node)});
  return {node, std::move(parts)};
}

}  // namespace lanefold
