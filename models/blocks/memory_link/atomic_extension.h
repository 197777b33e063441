// SPDX-License-Identifier: Apache-2.0
// Atomics on the TLM-2.0 base protocol.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <cstring>
#include <optional>

#include "decisions/isa/atomic.h"

namespace lanefold {

/// Makes a read command an atomic on one word of what it reads: the answer holds the data as they
/// were before. The module that owns the line changes the word. Ignorable: a target that does not
/// know it reads.
struct AtomicExtension : tlm::tlm_extension<AtomicExtension> {
  Opcode operation = Opcode::LrW;  ///< as in `amo_result`; LrW leaves the word as it is
  std::uint64_t address = 0;       ///< of the word, within the payload's range
  std::uint8_t bytes = 4;          ///< of the word: 4 or 8
  std::uint64_t operand = 0;
  /// If there is one, the word is left as it is unless it holds this.
  std::optional<std::uint64_t> expected;

  tlm_extension_base* clone() const override { return new AtomicExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const AtomicExtension&>(other);
  }

  /// Changes the word in `data`, which begins at address `begin`.
  void apply(unsigned char* data, std::uint64_t begin) const {
    unsigned char* const at = data + (address - begin);
    bytes == 8 ? apply<std::uint64_t>(at) : apply<std::uint32_t>(at);
  }

 private:
  template <class Word>
  void apply(unsigned char* at) const {
    Word word = 0;
    std::memcpy(&word, at, sizeof word);
    if (expected && word != *expected) return;
    word = amo_result(operation, word, static_cast<Word>(operand));
    std::memcpy(at, &word, sizeof word);
  }
};

}  // namespace lanefold
