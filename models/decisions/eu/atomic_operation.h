// SPDX-License-Identifier: Apache-2.0
// What atomic messages compute.
#pragma once

#include <cstdint>

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

/// The new content of memory. A swap compares with the first operand, and stores the second.
constexpr std::uint32_t atomic_result(AtomicOperation operation, std::uint32_t memory,
                                      std::uint32_t first, std::uint32_t second) {
  const auto signed_less = [](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
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
