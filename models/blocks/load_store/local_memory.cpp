// SPDX-License-Identifier: Apache-2.0
// Shared local memory.
#include "blocks/load_store/local_memory.h"

#include <algorithm>
#include <ostream>

#include "decisions/load_store/lane_banks.h"
#include "decisions/profile/flight_profile.h"

namespace lanefold {

LocalMemory::LocalMemory(const sc_core::sc_module_name& name, const LocalMemoryConfig& config,
                         unsigned cores)
    : sc_module(name), requests("requests"), config_(config), free_at_(config.ports, 0) {
  requests.init(cores, [this](const char* socket, std::size_t) {
    return new Requests(socket, this, &LocalMemory::take);
  });
}

void LocalMemory::take(WarpInstruction& instruction) {
  std::uint64_t& free_at = *std::min_element(free_at_.begin(), free_at_.end());
  const BankUse use = use_of_local_memory(instruction.access, config_.banks);
  const unsigned cycles = std::max(1U, use.cycles);
  const std::uint64_t begins = std::max(instruction.accepted, free_at);
  free_at = begins + cycles;
  conflict_cycles_ += cycles - 1;
  words_ += use.words;
  if (instruction.profile != nullptr) instruction.profile->counts->local_words += use.words;
  instruction.accepted = begins + cycles - 1;
  instruction.completes = instruction.access.kind == InstructionClass::Store
                              ? instruction.accepted
                              : instruction.accepted + config_.latency;
}

void LocalMemory::reset() {
  std::fill(free_at_.begin(), free_at_.end(), 0);
  conflict_cycles_ = 0;
  words_ = 0;
}

void LocalMemory::describe(std::ostream& out) const {
  out << name() << ": takes the next access from cycle "
      << *std::min_element(free_at_.begin(), free_at_.end()) << " on\n";
}

}  // namespace lanefold
