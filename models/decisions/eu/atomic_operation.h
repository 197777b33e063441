// SPDX-License-Identifier: Apache-2.0
// What atomic messages compute.
#pragma once

#include <type_traits>

#include "decisions/eu/message_form.h"

namespace lanefold::gen8 {

/// Words of each channel that an operation takes: 0, 1 or 2.
constexpr unsigned operands_of(AtomicOperation operation) {
  switch (operation) {
    case AtomicOperation::Increment:
    case AtomicOperation::Decrement:
      return 0;
    case AtomicOperation::CompareAndSwap:
      return 2;
    default:
      return 1;
  }
}

/// The new content of memory, an unsigned word of 32 or 64 bits. A swap compares with the first
/// operand, and stores the second.
template <class Word>
constexpr Word atomic_result(AtomicOperation operation, Word memory, Word first, Word second) {
  const auto signed_less = [](Word a, Word b) {
    return static_cast<std::make_signed_t<Word>>(a) < static_cast<std::make_signed_t<Word>>(b);
  };
  switch (operation) {
    case AtomicOperation::And:
      return memory & first;
    case AtomicOperation::Or:
      return memory | first;
    case AtomicOperation::Xor:
      return memory ^ first;
    case AtomicOperation::Store:
      return first;
    case AtomicOperation::Increment:
      return memory + 1;
    case AtomicOperation::Decrement:
      return memory - 1;
    case AtomicOperation::Add:
      return memory + first;
    case AtomicOperation::Subtract:
      return memory - first;
    case AtomicOperation::ReverseSubtract:
      return first - memory;
    case AtomicOperation::SignedMaximum:
      return signed_less(memory, first) ? first : memory;
    case AtomicOperation::SignedMinimum:
      return signed_less(first, memory) ? first : memory;
    case AtomicOperation::UnsignedMaximum:
      return memory < first ? first : memory;
    case AtomicOperation::UnsignedMinimum:
      return first < memory ? first : memory;
    case AtomicOperation::CompareAndSwap:
      return memory == first ? second : memory;
  }
  return memory;
}

}  // namespace lanefold::gen8
