// SPDX-License-Identifier: Apache-2.0
// Banked memories that lanes access at once.
#include "decisions/load_store/lane_banks.h"

#include <algorithm>
#include <cassert>

#include "base/divisor.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// Gives every distinct word the next cycle of its bank.
class BankCycles {
 public:
  BankCycles(unsigned banks, bool shared) : shared_(shared), banks_(banks) {
    assert(banks != 0 && banks <= kMaxBanks);
    std::fill_n(next_.begin(), banks, 0);
  }

  unsigned cycle_of(std::uint64_t word, std::uint64_t bank_word) {
    std::uint8_t& next = next_[banks_.remainder(bank_word)];
    // A bank that has given nothing has not given this word.
    for (unsigned i = 0; shared_ && next != 0 && i < count_; ++i) {
      if (words_[i] == word) return cycles_[i];
    }
    const unsigned cycle = next++;
    words_[count_] = word;
    cycles_[count_++] = cycle;
    return cycle;
  }

  /// Distinct ones, or all where they are not shared.
  unsigned words() const { return count_; }

 private:
  bool shared_;
  Divisor banks_;
  std::array<std::uint8_t, kMaxBanks> next_;  ///< the first `banks_` of them
  std::array<std::uint64_t, 128> words_;      ///< a lane has two at most
  std::array<unsigned, 128> cycles_;
  unsigned count_ = 0;
};

unsigned words_of(const LaneAccess& access) {
  return (access.bytes + kBankWordBytes - 1) / kBankWordBytes;
}

bool shares_words(const LaneAccess& access) { return access.kind != InstructionClass::Atomic; }

}  // namespace

BankUse use_of_local_memory(const LaneAccess& access, unsigned banks) {
  BankCycles bank_cycles(banks, shares_words(access));
  BankUse use;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint64_t first = access.address[lane] / kBankWordBytes;
    for (std::uint64_t word = first; word < first + words_of(access); ++word) {
      use.cycles = std::max(use.cycles, bank_cycles.cycle_of(word, word) + 1);
    }
  });
  use.words = bank_cycles.words() * (access.kind == InstructionClass::Atomic ? 2 : 1);
  return use;
}

void schedule_banks(const LaneAccess& access, const LineAccesses& lines,
                    const PrivatePlacement& placement, unsigned banks, BankSchedule& result) {
  const bool is_private = access.space == AddressSpace::Private;
  const bool by_lane = is_private && !placement.contiguous();
  BankCycles bank_cycles(banks, shares_words(access));
  result.cycles = 0;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint32_t address = access.address[lane];
    const bool placed = is_private && !by_lane;
    const std::uint64_t first =
        (placed ? placement.word(address - kPrivateBase, lane) : address) / kBankWordBytes;
    unsigned last = 0;
    for (std::uint64_t word = first; word < first + words_of(access); ++word) {
      // An interleaved word is a row of words of its own, one for each lane.
      const std::uint64_t row_word = word << 8 | lane;
      last = std::max(
          last, by_lane ? bank_cycles.cycle_of(row_word, lane) : bank_cycles.cycle_of(word, word));
    }
    result.lane[lane] = static_cast<std::uint16_t>(last);
    result.cycles = std::max(result.cycles, last + 1);
  });
  for (unsigned i = 0; i < lines.count; ++i) {
    result.line[i] = 0;
    for_each_lane(lines.lines[i].lanes, [&](unsigned lane) {
      result.line[i] = std::max(result.line[i], result.lane[lane]);
    });
  }
}

}  // namespace lanefold
