// SPDX-License-Identifier: Apache-2.0
// Adding up what instructions count, and names of what they wait for.
#include "lanefold/instruction_counts.h"

#include "decisions/statistics/counter_sum.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

struct PlaceText {
  const char* name;
  const char* help;
};

const PlaceText& text_of(MemoryPlace place) {
  static const std::array<PlaceText, kMemoryPlaces> kTexts{
      {{"load_store", "the load/store unit: its queue, addresses, lines sent one after the other"},
       {"outstanding", "an answer, because memory has as many requests as it may have"},
       {"stores", "answers to earlier stores, at a fence or barrier"},
       {"left_behind", "values of lanes that a load has left behind"},
       {"local_memory", "shared local memory"},
       {"l1", "the first cache of the core's own"},
       {"l2", "the second cache"},
       {"interconnect", "the interconnect, such as a data cluster"},
       {"directory", "the directory, and the caches that it asks"},
       {"l3", "L3"},
       {"llc", "the last-level cache"},
       {"dram", "DRAM"}}};
  const auto index = static_cast<std::size_t>(place);
  if (index >= kMemoryPlaces) throw Error(ErrorKind::Internal, "no place of memory");
  return kTexts[index];
}

}  // namespace

const char* memory_place_name(MemoryPlace place) { return text_of(place).name; }
const char* memory_place_help(MemoryPlace place) { return text_of(place).help; }

void InstructionCounts::add(const InstructionCounts& other) {
  add_counters(*this, other);
  ledger.add(other.ledger);
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) {
    memory_wait[i] += other.memory_wait[i];
    level_lines[i] += other.level_lines[i];
  }
}

}  // namespace lanefold
