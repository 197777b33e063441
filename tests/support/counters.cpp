// SPDX-License-Identifier: Apache-2.0
// What launches count, to be compared as a whole.
#include "tests/support/counters.h"

namespace lanefold {
namespace {

struct CounterMap {
  void counter(const char* name, std::uint64_t value, const char*, const char*,
               CounterKind = CounterKind::Sum) {
    values[name] = value;
  }
  template <class Array>
  void histogram(const char* name, const Array& array, const char*) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      values[std::string(name) + "[" + std::to_string(i) + "]"] = array[i];
    }
  }
  std::map<std::string, std::uint64_t> values;
};

}  // namespace

std::map<std::string, std::uint64_t> counters_by_name(const LaunchStatistics& statistics) {
  CounterMap counters;
  LaunchStatistics::describe(statistics, counters);
  for (std::size_t cause = 0; cause < kSlotCauses; ++cause) {
    counters.values[std::string("ledger.") + slot_cause_name(static_cast<SlotCause>(cause))] =
        statistics.ledger.slots[cause];
  }
  return counters.values;
}

}  // namespace lanefold
