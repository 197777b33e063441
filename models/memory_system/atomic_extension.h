// SPDX-License-Identifier: Apache-2.0
// Atomics on the TLM-2.0 base protocol.
#pragma once

#include <tlm.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace lanefold {

enum class AtomicOperation : std::uint8_t { Swap, Add, And, Or, Xor, Min, Max, MinU, MaxU };

inline std::uint32_t atomic_result(AtomicOperation operation, std::uint32_t old,
                                   std::uint32_t operand) {
  const auto as_signed = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
  switch (operation) {
    case AtomicOperation::Swap:
      return operand;
    case AtomicOperation::Add:
      return old + operand;
    case AtomicOperation::And:
      return old & operand;
    case AtomicOperation::Or:
      return old | operand;
    case AtomicOperation::Xor:
      return old ^ operand;
    case AtomicOperation::Min:
      return as_signed(old) < as_signed(operand) ? old : operand;
    case AtomicOperation::Max:
      return as_signed(old) > as_signed(operand) ? old : operand;
    case AtomicOperation::MinU:
      return std::min(old, operand);
    case AtomicOperation::MaxU:
      return std::max(old, operand);
  }
  return old;
}

/// Makes a read command an atomic on one word of what it reads: the answer holds the data as they
/// were before. The module that owns the line changes the word. Ignorable: whoever does not know
/// it reads.
struct AtomicExtension : tlm::tlm_extension<AtomicExtension> {
  AtomicOperation operation = AtomicOperation::Add;
  std::uint64_t address = 0;  ///< of the word, within the payload's range
  std::uint32_t operand = 0;

  tlm_extension_base* clone() const override { return new AtomicExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const AtomicExtension&>(other);
  }

  /// Changes the word in `data`, which begins at address `begin`.
  void apply(unsigned char* data, std::uint64_t begin) const {
    std::uint32_t word = 0;
    std::memcpy(&word, data + (address - begin), sizeof word);
    word = atomic_result(operation, word, operand);
    std::memcpy(data + (address - begin), &word, sizeof word);
  }
};

}  // namespace lanefold
