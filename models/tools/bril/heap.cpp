// SPDX-License-Identifier: Apache-2.0
// The heap of Bril's memory extension.
#include "tools/bril/heap.h"

#include <algorithm>

namespace lanefold::bril {

std::optional<std::string> Heap::why_no_allocation(std::int64_t size) const {
  if (size <= 0) return "an allocation has 1 element or more, not " + std::to_string(size);
  if (static_cast<std::uint64_t>(size) <= free_elements_) return {};
  return "there are " + std::to_string(free_elements_) + " of the " + std::to_string(elements_) +
         " elements of the heap left, not " + std::to_string(size);
}

Lanes Heap::allocate(std::int64_t size, const Origin& origin) {
  free_elements_ -= static_cast<std::uint64_t>(size);
  allocations_.push_back({size, origin, false, {}});
  return {static_cast<std::int64_t>(allocations_.size() - 1), 0, 0, 0};
}

std::optional<std::string> Heap::why_not_freed(const Lanes& pointer) const {
  if (of(pointer).freed) return "this allocation is freed already";
  if (pointer[1] == 0) return {};
  return "only a pointer to element 0 can be freed, and this one leads to element " +
         std::to_string(pointer[1]);
}

void Heap::free(const Lanes& pointer) {
  Allocation& allocation = of(pointer);
  free_elements_ += static_cast<std::uint64_t>(allocation.size);
  allocation.freed = true;
  allocation.elements = {};
}

std::optional<std::string> Heap::why_no_access(const Lanes& pointer) const {
  const Allocation& allocation = of(pointer);
  if (allocation.freed) return "this allocation is freed already";
  if (pointer[1] >= 0 && pointer[1] < allocation.size) return {};
  return "element " + std::to_string(pointer[1]) + " is out of bounds: the allocation has " +
         std::to_string(allocation.size) + (allocation.size == 1 ? " element" : " elements");
}

Value Heap::load(const Lanes& pointer) const {
  const std::vector<Value>& elements = of(pointer).elements;
  const auto index = static_cast<std::size_t>(pointer[1]);
  return index < elements.size() ? elements[index] : Value{};
}

void Heap::store(const Lanes& pointer, const Value& value) {
  std::vector<Value>& elements = of(pointer).elements;
  const auto index = static_cast<std::size_t>(pointer[1]);
  if (index >= elements.size()) elements.resize(index + 1);
  elements[index] = value;
}

std::optional<Origin> Heap::leak() const {
  const auto found = std::find_if(allocations_.begin(), allocations_.end(),
                                  [](const Allocation& one) { return !one.freed; });
  if (found == allocations_.end()) return {};
  return found->origin;
}

}  // namespace lanefold::bril
