// SPDX-License-Identifier: Apache-2.0
// A search through the values of which the address is made, as far as they may be addresses of
// private memory themselves.
#include "analysis/uniformity/private_rule.h"

#include <set>
#include <vector>

#include "analysis/uniformity/stack_slots.h"

namespace lanefold {
namespace {

class AddressSearch {
 public:
  AddressSearch(const ProgramImage& image, const ProgramValues& program, std::uint32_t f)
      : image_(image), table_(program.functions[f]), may_be_private_(program.may_be_private[f]) {}

  /// Whether an address of another function's frame may be part of it.
  bool finds_reference(ValueId address) {
    visit(address);
    while (!open_.empty()) {
      const ValueId id = open_.back();
      open_.pop_back();
      const Value& value = table_.value(id);
      if (is_frame(table_, id)) continue;
      if (value.kind == Value::Kind::Phi) {
        for (const std::uint32_t p : table_.graph.predecessors[value.place]) {
          if (!table_.exit[p].empty()) visit(table_.exit[p][value.variable]);
        }
      } else if (value.kind != Value::Kind::Result || is_from_memory(value)) {
        return true;
      } else if (value.base != id) {
        visit(value.base);
      } else {
        for (const ValueId source : uses_of(value).sources) visit(source);
      }
    }
    return false;
  }

 private:
  const Uses& uses_of(const Value& value) const {
    const std::uint32_t block = table_.graph.blocks[value.vertex];
    return table_.uses[value.vertex][value.place - image_.flow.blocks[block].first];
  }

  bool is_from_memory(const Value& value) const {
    const InstructionClass kind = image_.code[value.place].kind;
    return value.loaded == kNoValue &&
           (kind == InstructionClass::Load || kind == InstructionClass::Atomic);
  }

  void visit(ValueId id) {
    if (id == kNoValue || !may_be_private_[id] || !seen_.insert(id).second) return;
    open_.push_back(id);
  }

  const ProgramImage& image_;
  const ValueTable& table_;
  const std::vector<bool>& may_be_private_;
  std::vector<ValueId> open_;
  std::set<ValueId> seen_;
};

}  // namespace

DivergenceRule private_rule(const ProgramImage& image, const ProgramValues& program,
                            std::uint32_t f, ValueId address) {
  const ValueTable& table = program.functions[f];
  const ValueId base = table.value(address).base;
  if (is_frame(table, base)) {
    return table.value(base).rounding == 0 ? DivergenceRule::Narrow : DivergenceRule::Realigned;
  }
  AddressSearch search(image, program, f);
  return search.finds_reference(address) ? DivergenceRule::Reference : DivergenceRule::Element;
}

}  // namespace lanefold
