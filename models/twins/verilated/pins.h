// SPDX-License-Identifier: Apache-2.0
// The ports of Verilated modules as channels that take and give values. Only for twins.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/immediate_signal.h"
#include "twins/verilated/port_words.h"

namespace lanefold {

/// $clog2: the bits that number `count` things, 0 for one thing.
constexpr unsigned clog2(unsigned count) {
  unsigned bits = 0;
  while (1U << bits < count) ++bits;
  return bits;
}

inline std::uint64_t bits_of(LaneMask mask) { return mask.bits(); }
template <class Value>
std::uint64_t bits_of(Value value) {
  return static_cast<std::uint64_t>(value);
}
inline void assign_bits(LaneMask& mask, std::uint64_t bits) { mask = LaneMask(bits); }
template <class Value>
void assign_bits(Value& value, std::uint64_t bits) {
  value = static_cast<Value>(bits);
}

/// The channel for a port of a Verilated module.
template <class Port>
using SignalFor =
    std::conditional_t<std::is_same_v<typename std::remove_reference_t<Port>::data_type, bool>,
                       ImmediateBit,
                       ImmediateSignal<typename std::remove_reference_t<Port>::data_type>>;

/// A port that is one value, of at most 64 bits if it is driven or sampled.
template <class Port>
class Pin : public SignalFor<Port> {
 public:
  template <class Value>
  void drive(Value value) {
    this->value() = static_cast<std::decay_t<decltype(this->value())>>(bits_of(value));
  }
  template <class Value>
  void sample(Value& value) const {
    assign_bits(value, bits());
  }
  std::uint64_t bits() const { return static_cast<std::uint64_t>(this->read()); }
};

/// A port on which `kCount` values of `kBits` bits stand side by side.
template <class Port, unsigned kCount, unsigned kBits>
class Fields : public SignalFor<Port> {
 public:
  /// What was there at one time.
  class Values {
   public:
    std::uint64_t operator[](unsigned i) const { return load_field(words_, i * kBits, kBits); }

   private:
    friend Fields;
    std::array<std::uint32_t, kWordsOf<kCount * kBits>> words_{};
  };

  template <class Array>
  void drive(const Array& values) {
    std::array<std::uint32_t, kWordsOf<kCount * kBits>> words{};
    for (unsigned i = 0; i < kCount; ++i) store_field(words, i * kBits, bits_of(values[i]));
    store_words(words.data(), this->value());
  }
  Values values() const {
    Values values;
    load_words(this->read(), values.words_.data());
    return values;
  }
  template <class Array>
  void sample(Array&& array) const {
    const Values now = values();
    for (unsigned i = 0; i < kCount; ++i) assign_bits(array[i], now[i]);
  }
  /// Into a member of each entry, of which there are then as many as values.
  template <class Entry, class Member>
  void sample(std::vector<Entry>& entries, Member member) const {
    const Values now = values();
    entries.resize(kCount);
    for (unsigned i = 0; i < kCount; ++i) assign_bits(member(entries[i]), now[i]);
  }
};

}  // namespace lanefold
