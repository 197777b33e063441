// SPDX-License-Identifier: Apache-2.0
// The levels of memory that a machine may have; those that it has not are nullptr.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "blocks/cache/cache.h"
#include "blocks/directory/directory.h"
#include "blocks/dram/memory_controller.h"
#include "blocks/interconnect/crossbar.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

struct MemoryLevels {
  explicit MemoryLevels(unsigned cores) : private_l2(cores), l1(cores), instruction_caches(cores) {}
  /// The last core's first, as ~Chip() does.
  ~MemoryLevels() {
    for (std::size_t core = l1.size(); core-- > 0;) {
      for (auto* caches : {&instruction_caches, &l1, &private_l2}) (*caches)[core].reset();
    }
  }

  template <class Visit>
  void for_each_cache(Visit&& visit) const {
    for (const auto* caches : {&instruction_caches, &l1, &private_l2}) {
      for (const auto& cache : *caches) {
        if (cache != nullptr) visit(*cache);
      }
    }
    for (const auto* cache : {&shared_l2, &l3, &llc}) {
      if (*cache != nullptr) visit(**cache);
    }
  }

  std::unique_ptr<MemoryController> dram;
  std::unique_ptr<Cache> llc;
  std::unique_ptr<Cache> l3;
  std::unique_ptr<Cache> shared_l2;
  std::unique_ptr<Directory> directory;
  std::unique_ptr<Crossbar> interconnect;
  std::vector<std::unique_ptr<Cache>> private_l2;  ///< of each core, as are the others
  std::vector<std::unique_ptr<Cache>> l1;
  std::vector<std::unique_ptr<Cache>> instruction_caches;
};

/// What each level has counted, from the cores down; caches of the cores are added up.
std::vector<MemoryBlockStatistics> collect_statistics(const MemoryLevels& levels,
                                                      const MachineConfig& config);

/// The values of the same counters in the same order, but for those that add up as maxima.
void list_sums(const MemoryLevels& levels, const MachineConfig& config,
               std::vector<std::uint64_t>& sums);

}  // namespace lanefold
