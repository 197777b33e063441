// SPDX-License-Identifier: Apache-2.0
// The sums of a profile.
#include "observers/profile/profile_check.h"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Counters and histograms by name.
struct Named {
  std::map<std::string, std::vector<std::uint64_t>> values;

  void counter(const char* name, std::uint64_t value, const char*, const char*,
               CounterKind = CounterKind::Sum) {
    values[name] = {value};
  }
  template <class Array>
  void histogram(const char* name, const Array& entries, const char*) {
    values[name].assign(entries.begin(), entries.end());
  }
};

template <class Block>
Named named(const Block& block) {
  Named result;
  Block::describe(block, result);
  return result;
}

void require_equal(const std::string& what, std::uint64_t sum, std::uint64_t counted) {
  if (sum == counted) return;
  throw Error(ErrorKind::Internal,
              fmt::format("the profile's instructions have {} of {}, and the launch has {}", sum,
                          what, counted));
}

}  // namespace

void check_sums(const InstructionTable& table, const LaunchStatistics& launch) {
  const InstructionCounts sum = table.sum();
  const Named counted = named(launch);
  for (const auto& [name, values] : named(sum).values) {
    const auto known = counted.values.find(name);
    if (known == counted.values.end()) continue;
    for (std::size_t i = 0; i < values.size(); ++i) {
      require_equal(name, values[i], known->second[i]);
    }
  }
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    require_equal(slot_cause_name(cause), sum.ledger[cause] + table.no_instruction[cause],
                  launch.ledger[cause]);
  }
  require_equal("memory_wait by place",
                std::accumulate(sum.memory_wait.begin(), sum.memory_wait.end(), std::uint64_t{0}),
                launch.ledger[SlotCause::MemoryWait]);
}

}  // namespace lanefold
