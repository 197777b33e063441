// SPDX-License-Identifier: Apache-2.0
// Rounds of one sweep each in weak topological order. A round ends with the vertices at which
// different values arrive; the next one knows that these are phis.
#include "analysis/uniformity/value_numbering.h"

#include "analysis/uniformity/stack_slots.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kMostRounding = 4096;

class Numbering {
 public:
  Numbering(const ProgramImage& image, const FunctionGraph& graph, const Slots& slots,
            const EffectOf& effect_of, const ReachesFrames& reaches_frames)
      : image_(image), effect_of_(effect_of), reaches_frames_(reaches_frames) {
    table_.graph = graph;
    table_.slots = slots;
    for (const auto& [place, variable] : slots) variables_ += variable ? 1 : 0;
    table_.places.resize(variables_ - kRegisterRows);
    for (const auto& [place, variable] : slots) {
      if (variable) table_.places[*variable - kRegisterRows] = place;
    }
    const std::size_t size = graph.successors.size();
    for (const SlotPlace& place : table_.places) spilled_.push_back(is_spill(image, graph, place));
    table_.uses.resize(size);
    phi_.assign(size, std::vector<ValueId>(variables_, kNoValue));
    call_.assign(size, {});
    result_.resize(size);
    lost_.resize(size);
    for (std::uint32_t v = 0; v < graph.blocks.size(); ++v) {
      const BlockFlow& block = image.flow.blocks[graph.blocks[v]];
      const std::size_t count = block.last - block.first + 1;
      table_.uses[v].resize(count);
      result_[v].assign(count, kNoValue);
      lost_[v].assign(count, kNoValue);
    }
    define({});
    for (Variable variable = 0; variable < variables_; ++variable) {
      define(value_of(Value::Kind::Entry, 0, variable, 0));
    }
  }

  ValueTable run() {
    do {
      table_.entry.assign(phi_.size(), {});
      table_.exit.assign(phi_.size(), {});
      table_.arguments.assign(phi_.size(), {});
      for (const std::uint32_t v : table_.graph.in_order) visit(v);
    } while (find_phis());
    return std::move(table_);
  }

 private:
  ValueId define(Value value) {
    const auto id = static_cast<ValueId>(table_.values.size());
    if (value.base == kNoValue) value.base = id;
    table_.values.push_back(value);
    return id;
  }
  static Value value_of(Value::Kind kind, std::uint32_t place, Variable variable,
                        std::uint32_t vertex) {
    Value value;
    value.kind = kind;
    value.place = place;
    value.variable = variable;
    value.vertex = vertex;
    value.base = kNoValue;
    return value;
  }
  /// The id kept in `known`, of a value that has been defined in an earlier round or is new.
  ValueId once(ValueId& known, Value::Kind kind, std::uint32_t place, Variable variable,
               std::uint32_t vertex) {
    if (known == kNoValue) known = define(value_of(kind, place, variable, vertex));
    return known;
  }
  static ValueId entry_value(Variable variable) { return variable == 0 ? kZero : variable + 1; }

  void visit(std::uint32_t v) {
    std::vector<ValueId> state = arriving(v);
    if (state.empty()) return;
    table_.entry[v] = state;
    if (v != table_.graph.end) {
      const BlockFlow& block = image_.flow.blocks[table_.graph.blocks[v]];
      for (std::uint32_t i = block.first; i <= block.last; ++i) step(v, i - block.first, i, state);
      if (const auto callee = table_.graph.calls[v]) {
        table_.arguments[v] = state;
        call(v, effect_of_(*callee), state);
      }
    }
    table_.exit[v] = std::move(state);
  }

  /// What is known on entry from the ways that have been visited in this round.
  std::vector<ValueId> arriving(std::uint32_t v) {
    std::vector<ValueId> state;
    if (v == 0) {
      state.resize(variables_);
      for (Variable variable = 0; variable < variables_; ++variable) {
        state[variable] = entry_value(variable);
      }
    }
    for (const std::uint32_t p : table_.graph.predecessors[v]) {
      if (state.empty()) state = table_.exit[p];
    }
    if (state.empty()) return state;
    for (Variable variable = 0; variable < variables_; ++variable) {
      if (phi_[v][variable] != kNoValue) state[variable] = phi_[v][variable];
    }
    return state;
  }

  /// Marks where different values arrive; whether there are new ones.
  bool find_phis() {
    bool any = false;
    for (std::uint32_t v = 0; v < table_.entry.size(); ++v) {
      if (table_.entry[v].empty()) continue;
      for (const std::uint32_t p : table_.graph.predecessors[v]) {
        if (table_.exit[p].empty()) continue;
        for (Variable variable = 0; variable < variables_; ++variable) {
          if (phi_[v][variable] != kNoValue) continue;
          if (table_.exit[p][variable] == table_.entry[v][variable]) continue;
          once(phi_[v][variable], Value::Kind::Phi, v, variable, v);
          any = true;
        }
      }
    }
    return any;
  }

  void step(std::uint32_t v, std::uint32_t position, std::uint32_t index,
            std::vector<ValueId>& state) {
    const Instruction& instruction = image_.code[index];
    Uses& uses = table_.uses[v][position];
    uses = {};
    const auto rows = instruction.source_rows();
    for (unsigned s = 0; s < instruction.sources; ++s) uses.sources[s] = state[rows[s]];
    const auto place = frame_place(table_, instruction, uses.sources[0]);
    const auto known = place ? table_.slots.find(*place) : table_.slots.end();
    const bool has_slot = known != table_.slots.end() && known->second;
    if (instruction.kind == InstructionClass::Store && has_slot) {
      state[*known->second] = uses.sources[1];
    } else if (place ? known == table_.slots.end() : reaches_frames_(index)) {
      forget_slots(once(lost_[v][position], Value::Kind::Lost, index, 0, v), state);
    }
    if (!instruction.writes_register()) return;
    uses.result = once(result_[v][position], Value::Kind::Result, index, instruction.rd, v);
    Value& value = table_.values[uses.result];
    value = value_of(Value::Kind::Result, index, instruction.rd, v);
    value.base = uses.result;
    value.is_stack_top = instruction.kind == InstructionClass::Csr &&
                         instruction.imm == static_cast<std::int32_t>(WorkItemCsr::StackTop);
    if (instruction.kind == InstructionClass::Load && has_slot) {
      value.loaded = state[*known->second];
      value.is_narrow = instruction.access_bytes < kWordBytes;
      if (!value.is_narrow) copy_base(table_.values[value.loaded], value);
    } else {
      find_base(instruction, uses, value);
    }
    state[instruction.rd] = uses.result;
  }

  /// No pointer leads to where the function keeps registers.
  void forget_slots(ValueId lost, std::vector<ValueId>& state) const {
    for (Variable slot = kRegisterRows; slot < variables_; ++slot) {
      if (!spilled_[slot - kRegisterRows]) state[slot] = lost;
    }
  }

  static void copy_base(const Value& from, Value& value) {
    value.base = from.base;
    value.offset = from.offset;
  }

  /// A stack pointer without its lowest bits is one of another frame.
  void round_stack_pointer(std::uint32_t mask, const Value& from, Value& value) const {
    const std::uint32_t rounding = ~mask;
    const bool rounds = (rounding & (rounding + 1)) == 0;
    if (!rounds || rounding >= kMostRounding || !is_frame(table_, from.base)) return;
    if (table_.value(from.base).rounding != 0) return;
    value.rounding = rounding;
    value.lowest = from.offset - rounding;
  }

  void find_base(const Instruction& instruction, const Uses& uses, Value& value) const {
    const auto known = [&](unsigned s) { return table_.constant(uses.sources[s]); };
    const auto add = [&](unsigned s, std::uint32_t offset) {
      copy_base(table_.values[uses.sources[s]], value);
      value.offset += offset;
    };
    const auto number = [&](std::uint32_t constant) {
      value.base = kZero;
      value.offset = constant;
    };
    const auto immediate = static_cast<std::uint32_t>(instruction.imm);
    switch (instruction.opcode) {
      case Opcode::Lui:
      case Opcode::Auipc:
        return number(immediate);
      case Opcode::Jal:
      case Opcode::Jalr:
        return number(instruction.pc + 4);
      case Opcode::Addi:
        return add(0, immediate);
      case Opcode::Andi:
        return round_stack_pointer(immediate, table_.values[uses.sources[0]], value);
      case Opcode::Slli:
        if (const auto shifted = known(0)) number(*shifted << (immediate & 31U));
        return;
      case Opcode::Add:
        if (const auto right = known(1)) return add(0, *right);
        if (const auto left = known(0)) add(1, *left);
        return;
      case Opcode::Sub:
        if (const auto right = known(1)) add(0, 0U - *right);
        return;
      default:
        return;
    }
  }

  void call(std::uint32_t v, const CallEffect& effect, std::vector<ValueId>& state) {
    call_[v].resize(variables_, kNoValue);
    for (Variable variable = 1; variable < kRegisterRows; ++variable) {
      if (variable == kStackPointer || !effect.changes[variable]) continue;
      state[variable] = once(call_[v][variable], Value::Kind::Call, v, variable, v);
    }
    if (!effect.writes_stacks) return;
    const BlockFlow& block = image_.flow.blocks[table_.graph.blocks[v]];
    forget_slots(once(lost_[v].back(), Value::Kind::Lost, block.last, 0, v), state);
  }

  const ProgramImage& image_;
  const EffectOf& effect_of_;
  const ReachesFrames& reaches_frames_;
  ValueTable table_;
  Variable variables_ = kRegisterRows;        ///< and the slots
  std::vector<bool> spilled_;                 ///< by slot
  std::vector<std::vector<ValueId>> phi_;     ///< by vertex and variable
  std::vector<std::vector<ValueId>> call_;    ///< by vertex and variable
  std::vector<std::vector<ValueId>> result_;  ///< by vertex and position
  std::vector<std::vector<ValueId>> lost_;    ///< by vertex and position
};

}  // namespace

ValueTable number_values(const ProgramImage& image, const FunctionGraph& graph, const Slots& slots,
                         const EffectOf& effect_of, const ReachesFrames& reaches_frames) {
  return Numbering(image, graph, slots, effect_of, reaches_frames).run();
}

CallEffect call_effect(const ValueTable& table, bool writes_stacks) {
  CallEffect effect;
  effect.writes_stacks = writes_stacks;
  effect.changes.assign(kRegisterRows, false);
  const std::vector<ValueId>& at_end = table.entry[table.graph.end];
  for (Variable variable = 1; variable < kRegisterRows; ++variable) {
    if (at_end.empty()) continue;  // it never comes back
    const Value& value = table.value(at_end[variable]);
    const Value& base = table.value(value.base);
    effect.changes[variable] =
        base.kind != Value::Kind::Entry || base.variable != variable || value.offset != 0;
  }
  return effect;
}

}  // namespace lanefold
