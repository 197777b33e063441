// SPDX-License-Identifier: Apache-2.0
// Fields of wide ports: what Verilated modules have at their ports, as arrays of words. Only for
// twins.
#pragma once

#include <verilated_sc.h>

#include <cstdint>
#include <cstring>
#include <systemc>

namespace lanefold {

/// Words for so many bits, and one more for reading a field that ends there.
template <unsigned kBits>
inline constexpr unsigned kWordsOf = (kBits + 31) / 32 + 1;

inline void load_words(bool port, std::uint32_t* words) { words[0] = port ? 1 : 0; }
inline void load_words(std::uint32_t port, std::uint32_t* words) { words[0] = port; }
inline void load_words(std::uint64_t port, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(port);
  words[1] = static_cast<std::uint32_t>(port >> 32);
}
template <int kBits>
void load_words(const sc_dt::sc_bv<kBits>& port, std::uint32_t* words) {
  std::memcpy(words, VL_SC_BV_DATAP(port), (kBits + 31) / 32 * sizeof words[0]);
}

inline void store_words(const std::uint32_t* words, bool& port) { port = (words[0] & 1U) != 0; }
inline void store_words(const std::uint32_t* words, std::uint32_t& port) { port = words[0]; }
inline void store_words(const std::uint32_t* words, std::uint64_t& port) {
  port = words[0] | static_cast<std::uint64_t>(words[1]) << 32;
}
template <int kBits>
void store_words(const std::uint32_t* words, sc_dt::sc_bv<kBits>& port) {
  for (int i = 0; i < (kBits + 31) / 32; ++i) port.set_word(i, words[i]);
}

/// `bits` bits from bit `first`; no more than 64 counted from the start of the first word.
template <class Words>
std::uint64_t load_field(const Words& words, unsigned first, unsigned bits) {
  const std::uint32_t* word = &words[first / 32];
  const std::uint64_t both = word[0] | static_cast<std::uint64_t>(word[1]) << 32;
  const std::uint64_t field = both >> first % 32;
  return bits == 64 ? field : field & ((std::uint64_t{1} << bits) - 1);
}
/// Stores `field` from bit `first`, into bits that are 0.
template <class Words>
void store_field(Words& words, unsigned first, std::uint64_t field) {
  std::uint32_t* word = &words[first / 32];
  word[0] |= static_cast<std::uint32_t>(field << first % 32);
  word[1] |= static_cast<std::uint32_t>(field << first % 32 >> 32);
}

}  // namespace lanefold
