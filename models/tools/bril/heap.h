// SPDX-License-Identifier: Apache-2.0
// The heap of Bril's memory extension.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/bril/program.h"
#include "tools/bril/values.h"

namespace lanefold::bril {

/// Where an allocation was made.
struct Origin {
  const Function* function = nullptr;
  Place place;
};

/// Allocations that pointers lead to, each by its number and an element. What must not be done is
/// said in words; what is done must be allowed.
class Heap {
 public:
  /// With so many elements at one time.
  explicit Heap(std::uint64_t elements) : free_elements_(elements), elements_(elements) {}

  /// Why so many elements cannot be allocated.
  std::optional<std::string> why_no_allocation(std::int64_t size) const;
  /// Of elements without values.
  Lanes allocate(std::int64_t size, const Origin& origin);

  std::optional<std::string> why_not_freed(const Lanes& pointer) const;
  void free(const Lanes& pointer);

  std::optional<std::string> why_no_access(const Lanes& pointer) const;
  /// Without a value if nothing has been stored there.
  Value load(const Lanes& pointer) const;
  void store(const Lanes& pointer, const Value& value);

  /// Where the first allocation was made that is not freed.
  std::optional<Origin> leak() const;

 private:
  struct Allocation {
    std::int64_t size = 0;
    Origin origin;
    bool freed = false;
    std::vector<Value> elements;  ///< up to the last that has a value
  };
  const Allocation& of(const Lanes& pointer) const {
    return allocations_[static_cast<std::size_t>(pointer[0])];
  }
  Allocation& of(const Lanes& pointer) {
    return allocations_[static_cast<std::size_t>(pointer[0])];
  }

  std::vector<Allocation> allocations_;
  std::uint64_t free_elements_;
  std::uint64_t elements_;
};

}  // namespace lanefold::bril
