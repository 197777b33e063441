// SPDX-License-Identifier: Apache-2.0
// Loads of vectors whose value is known from a store.
#include "tools/bril/forward.h"

#include <optional>
#include <vector>

#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

enum class Relation : std::uint8_t { Same, Apart, Unknown };

/// Pointers of a function in SSA form, as they are within one run of a block.
class Addresses {
 public:
  explicit Addresses(const Function& function)
      : function_(function), definition_(function.variables.size()) {
    for (const Instruction& one : function.body) {
      if (one.result) definition_[*one.result] = &one;
    }
  }

  Relation between(unsigned p, unsigned q) const {
    if (function_.type_of(p) != function_.type_of(q)) return Relation::Apart;
    const Address a = of(p);
    const Address b = of(q);
    if (a.base != b.base) {
      const bool both = is_allocation(a.base) && is_allocation(b.base);
      return both ? Relation::Apart : Relation::Unknown;
    }
    if (a.end == b.end) return a.offset == b.offset ? Relation::Same : Relation::Apart;
    return Relation::Unknown;
  }

 private:
  struct Address {
    unsigned base;             ///< an allocation, or another origin of pointers
    unsigned end;              ///< the pointer that `offset` is relative to
    std::uint64_t offset = 0;  ///< elements, modulo 2^64
  };

  bool is_allocation(unsigned variable) const {
    return definition_[variable] != nullptr && definition_[variable]->op == Op::Alloc;
  }

  /// Back over copies and constant offsets to `end`, and over all offsets to `base`.
  Address of(unsigned pointer) const {
    Address address{pointer, pointer, 0};
    bool constant = true;
    for (std::size_t steps = 0; steps < definition_.size(); ++steps) {
      const Instruction* made = definition_[address.base];
      if (made == nullptr || (made->op != Op::Id && made->op != Op::PointerAdd)) break;
      if (made->op == Op::PointerAdd) {
        const std::optional<std::int64_t> distance = constant_of(made->arguments[1]);
        constant = constant && distance;
        if (constant) address.offset += static_cast<std::uint64_t>(*distance);
      }
      address.base = made->arguments[0];
      if (constant) address.end = address.base;
    }
    return address;
  }

  std::optional<std::int64_t> constant_of(unsigned variable) const {
    for (std::size_t steps = 0; steps < definition_.size(); ++steps) {
      const Instruction* made = definition_[variable];
      if (made == nullptr || made->op != Op::Id) break;
      variable = made->arguments[0];
    }
    const Instruction* made = definition_[variable];
    if (made == nullptr || made->op != Op::Const) return {};
    return made->value;
  }

  const Function& function_;
  std::vector<const Instruction*> definition_;  ///< by variable; none for parameters
};

}  // namespace

void forward_stores(SsaFunction& ssa) {
  const Function before = ssa.function;
  const Addresses addresses(before);
  std::vector<const Instruction*> stores;  // whose elements nothing later may have changed
  for (std::size_t i = 0; i < before.body.size(); ++i) {
    const Instruction& one = before.body[i];
    if (one.op == Op::Label || one.op == Op::Call || one.op == Op::Free || ends_block(one.op)) {
      stores.clear();
    } else if (one.op == Op::Store) {
      const unsigned pointer = one.arguments[0];
      std::vector<const Instruction*> kept;
      for (const Instruction* store : stores) {
        const Relation relation = addresses.between(store->arguments[0], pointer);
        if (relation == Relation::Apart) kept.push_back(store);
      }
      stores = std::move(kept);
      if (before.type_of(one.arguments[1]) == Type::Vector) stores.push_back(&one);
    } else if (one.op == Op::Load && before.type_of(*one.result) == Type::Vector) {
      for (const Instruction* store : stores) {
        if (addresses.between(store->arguments[0], one.arguments[0]) != Relation::Same) continue;
        ssa.function.body[i].op = Op::Id;
        ssa.function.body[i].arguments = {store->arguments[1]};
      }
    }
  }
}

}  // namespace lanefold::bril
