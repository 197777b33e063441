// SPDX-License-Identifier: Apache-2.0
// A fixed point over all functions: what is made of an address of the stack may be one, too. Once
// one has been stored at an unknown place, any loaded value may be one.
#include "analysis/uniformity/private_addresses.h"

#include <algorithm>

#include "analysis/uniformity/stack_slots.h"

namespace lanefold {
namespace {

bool is_comparison(Opcode opcode) {
  return opcode == Opcode::Slt || opcode == Opcode::Sltu || opcode == Opcode::Slti ||
         opcode == Opcode::Sltiu;
}

class PrivateAddresses {
 public:
  PrivateAddresses(const ProgramImage& image, const ProgramValues& program)
      : image_(image), program_(program) {
    for (const ValueTable& table : program.functions) {
      marks_.emplace_back(table.values.size(), false);
    }
  }

  std::vector<std::vector<bool>> run() {
    do {
      changed_ = false;
      for (std::uint32_t f = 0; f < marks_.size(); ++f) sweep(f);
    } while (changed_);
    return std::move(marks_);
  }

 private:
  void sweep(std::uint32_t f) {
    const ValueTable& table = program_.functions[f];
    for (ValueId id = 0; id < table.values.size(); ++id) {
      if (!marks_[f][id] && may_be(f, table, table.value(id))) {
        marks_[f][id] = true;
        changed_ = true;
      }
    }
    for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
      const std::uint32_t first = image_.flow.blocks[table.graph.blocks[v]].first;
      for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
        note_store(f, image_.code[first + i], table.uses[v][i]);
        note_result(f, image_.code[first + i], table.uses[v][i]);
      }
    }
  }

  bool may_be(std::uint32_t f, const ValueTable& table, const Value& value) const {
    switch (value.kind) {
      case Value::Kind::Zero:
      case Value::Kind::Result:
        return value.is_stack_top;
      case Value::Kind::Entry:
        return may_enter(f, value.variable);
      case Value::Kind::Phi:
        return any_arriving(f, table, value);
      case Value::Kind::Call:
        return may_come_back(table, value);
      case Value::Kind::Lost:
        return anywhere_;
    }
    return false;
  }

  bool may_enter(std::uint32_t f, Variable variable) const {
    if (variable == kStackPointer) return true;
    if (variable >= kRegisterRows && anywhere_) return true;
    const auto& sites = program_.callers[f];
    return std::any_of(sites.begin(), sites.end(), [&](const CallSite& site) {
      if (program_.functions[site.caller].arguments[site.vertex].empty()) return false;
      const auto passed = passed_value(program_, f, variable, site);
      if (passed) return static_cast<bool>(marks_[site.caller][*passed]);
      return program_.functions[f].places[variable - kRegisterRows].begin() >= 0;
    });
  }

  bool any_arriving(std::uint32_t f, const ValueTable& table, const Value& phi) const {
    const auto& from = table.graph.predecessors[phi.place];
    return std::any_of(from.begin(), from.end(), [&](std::uint32_t p) {
      return !table.exit[p].empty() && marks_[f][table.exit[p][phi.variable]];
    });
  }

  bool may_come_back(const ValueTable& table, const Value& value) const {
    const std::uint32_t callee = program_.index.at(*table.graph.calls[value.place]);
    const ValueTable& called = program_.functions[callee];
    const auto& at_end = called.entry[called.graph.end];
    return at_end.empty() || marks_[callee][at_end[value.variable]];
  }

  void note_store(std::uint32_t f, const Instruction& instruction, const Uses& uses) {
    if (anywhere_ || !writes_memory(instruction) || uses.sources[1] == kNoValue) return;
    if (!marks_[f][uses.sources[1]]) return;
    const ValueTable& table = program_.functions[f];
    const auto place = frame_place(table, instruction, uses.sources[0]);
    const auto slot = place ? table.slots.find(*place) : table.slots.end();
    if (slot != table.slots.end() && slot->second) return;
    anywhere_ = true;
    changed_ = true;
  }

  void note_result(std::uint32_t f, const Instruction& instruction, const Uses& uses) {
    if (uses.result == kNoValue || marks_[f][uses.result]) return;
    bool may_be = false;
    if (instruction.kind == InstructionClass::Load ||
        instruction.kind == InstructionClass::Atomic) {
      const ValueId loaded = program_.functions[f].value(uses.result).loaded;
      may_be = anywhere_ || (loaded != kNoValue && marks_[f][loaded]);
    } else if (instruction.kind == InstructionClass::Alu && !is_comparison(instruction.opcode)) {
      may_be = std::any_of(uses.sources.begin(), uses.sources.end(),
                           [&](ValueId source) { return source != kNoValue && marks_[f][source]; });
    }
    if (!may_be) return;
    marks_[f][uses.result] = true;
    changed_ = true;
  }

  const ProgramImage& image_;
  const ProgramValues& program_;
  std::vector<std::vector<bool>> marks_;
  bool anywhere_ = false;  ///< an address of private memory was stored at an unknown place
  bool changed_ = false;
};

}  // namespace

std::vector<std::vector<bool>> find_private_addresses(const ProgramImage& image,
                                                      const ProgramValues& program) {
  return PrivateAddresses(image, program).run();
}

}  // namespace lanefold
