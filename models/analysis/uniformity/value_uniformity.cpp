// SPDX-License-Identifier: Apache-2.0
// Sweeps over all functions until no class rises any more.
#include "analysis/uniformity/value_uniformity.h"

#include <algorithm>

#include "analysis/uniformity/alu_uniformity.h"
#include "decisions/execute/float_csr.h"

namespace lanefold {
namespace {

const std::vector<std::uint32_t> kNoBranches;

}  // namespace

ValueUniformity::ValueUniformity(const ProgramImage& image, const ProgramValues& program,
                                 const LaunchShape& shape)
    : image_(image), program_(program), shape_(shape), in_step_(shape.in_step) {
  for (const ValueTable& table : program.functions) {
    const std::size_t vertices = table.graph.successors.size();
    classes_.emplace_back(table.values.size());
    begins_.emplace_back(table.values.size(), false);
    branch_begins_.emplace_back(vertices, false);
    parts_.emplace_back(vertices, false);
    joins_.emplace_back(vertices);
    loops_.emplace_back(vertices);
  }
  do {
    changed_ = false;
    for (auto f = static_cast<std::uint32_t>(program.functions.size()); f-- > 0;) sweep(f);
  } while (changed_);
}

Uniformity ValueUniformity::at(std::uint32_t f, ValueId id, std::uint32_t vertex) const {
  const ValueTable& table = program_.functions[f];
  if (table.constant(id)) return Uniformity::uniform();
  const bool parted = parting_loop(f, id, vertex) != table.graph.no_loop();
  return parted ? Uniformity::divergent() : classes_[f][id];
}

std::uint32_t ValueUniformity::parting_loop(std::uint32_t f, ValueId id,
                                            std::uint32_t vertex) const {
  const ValueTable& table = program_.functions[f];
  const FunctionGraph& graph = table.graph;
  const Value& value = table.value(id);
  if (value.kind == Value::Kind::Entry || value.kind == Value::Kind::Zero) return graph.no_loop();
  std::uint32_t head = graph.loop[value.vertex];
  while (head != graph.no_loop() && !graph.order.contains(head, vertex)) {
    if (!loops_[f][head].empty()) return head;
    head = graph.outer_loop[head];
  }
  return graph.no_loop();
}

const std::vector<std::uint32_t>& ValueUniformity::left_by(std::uint32_t f, ValueId id,
                                                           std::uint32_t vertex) const {
  const std::uint32_t head = parting_loop(f, id, vertex);
  return head == program_.functions[f].graph.no_loop() ? kNoBranches : loops_[f][head];
}

bool ValueUniformity::out_of_step(std::uint32_t f, const Value& value) const {
  if (in_step_) return false;
  if (value.kind == Value::Kind::Entry) return program_.callers[f].size() > 1;
  return value.kind == Value::Kind::Phi;
}

bool ValueUniformity::loads_one_value(std::uint32_t f, ValueId address) const {
  if (in_step_) return true;
  // Lanes that load at different times see one value only where no instruction writes.
  const ValueTable& table = program_.functions[f];
  if (const auto number = table.constant(address)) return *number < kGlobalBase;
  const Value& base = table.value(table.value(address).base);
  return base.kind == Value::Kind::Result &&
         image_.code[base.place].kind == InstructionClass::Csr &&
         image_.code[base.place].imm == static_cast<std::int32_t>(WorkItemCsr::ArgumentBlock);
}

void ValueUniformity::sweep(std::uint32_t f) {
  const ValueTable& table = program_.functions[f];
  for (ValueId id = 0; id < table.values.size(); ++id) {
    if (table.value(id).kind != Value::Kind::Result) raise(f, id, evaluate(f, table.value(id)));
  }
  for (const std::uint32_t v : table.graph.in_order) {
    if (v == table.graph.end || table.entry[v].empty()) continue;
    const std::uint32_t first = image_.flow.blocks[table.graph.blocks[v]].first;
    for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
      const Uses& uses = table.uses[v][i];
      if (uses.result == kNoValue) continue;
      const Uniformity lanes = result(f, v, image_.code[first + i], uses);
      if (lanes.is_divergent() && !classes_[f][uses.result].is_divergent()) {
        begins_[f][uses.result] = !any_divergent(f, v, uses);
      }
      raise(f, uses.result, lanes);
    }
    note_branch(f, v);
  }
}

void ValueUniformity::raise(std::uint32_t f, ValueId id, Uniformity to) {
  const Uniformity joined = classes_[f][id].joined(to);
  const Uniformity& known = classes_[f][id];
  if (joined == known && joined.zero_bits() == known.zero_bits()) return;
  classes_[f][id] = joined;
  changed_ = true;
}

Uniformity ValueUniformity::evaluate(std::uint32_t f, const Value& value) const {
  switch (value.kind) {
    case Value::Kind::Zero:
      return Uniformity::uniform();
    case Value::Kind::Entry:
      return entering(f, value);
    case Value::Kind::Phi:
      return meeting(f, value);
    case Value::Kind::Call:
      return coming_back(f, value);
    default:
      return Uniformity::divergent();
  }
}

/// Registers are zero when a kernel begins.
Uniformity ValueUniformity::entering(std::uint32_t f, const Value& value) const {
  const bool is_slot = value.variable >= kRegisterRows;
  if (program_.callers[f].empty()) {
    return is_slot ? Uniformity::divergent() : Uniformity::uniform();
  }
  if (out_of_step(f, value)) return Uniformity::divergent();
  Uniformity all;
  for (const CallSite& site : program_.callers[f]) {
    if (program_.functions[site.caller].arguments[site.vertex].empty()) continue;
    const auto passed = passed_value(program_, f, value.variable, site);
    if (!passed) return Uniformity::divergent();
    all = all.joined(at(site.caller, *passed, site.vertex));
  }
  return all;
}

Uniformity ValueUniformity::meeting(std::uint32_t f, const Value& phi) const {
  if (!joins_[f][phi.place].empty() || out_of_step(f, phi)) return Uniformity::divergent();
  const ValueTable& table = program_.functions[f];
  Uniformity all;
  for (const std::uint32_t p : table.graph.predecessors[phi.place]) {
    if (!table.exit[p].empty()) all = all.joined(at(f, table.exit[p][phi.variable], phi.place));
  }
  return all;
}

Uniformity ValueUniformity::coming_back(std::uint32_t f, const Value& value) const {
  const std::uint32_t callee = program_.index.at(*program_.functions[f].graph.calls[value.place]);
  const ValueTable& called = program_.functions[callee];
  const auto& at_end = called.entry[called.graph.end];
  return at_end.empty() ? Uniformity() : at(callee, at_end[value.variable], called.graph.end);
}

Uniformity ValueUniformity::result(std::uint32_t f, std::uint32_t vertex,
                                   const Instruction& instruction, const Uses& uses) const {
  switch (instruction.kind) {
    case InstructionClass::Jump:
    case InstructionClass::JumpRegister:
      return Uniformity::uniform();
    case InstructionClass::Csr: {
      const auto csr = static_cast<std::uint32_t>(instruction.imm);
      if (is_float_csr(csr)) return Uniformity::divergent();  // each lane has its own
      return csr_uniformity(static_cast<WorkItemCsr>(csr), shape_);
    }
    case InstructionClass::Load:
      return loaded(f, vertex, instruction, uses);
    case InstructionClass::Alu:
      break;
    default:
      return Uniformity::divergent();
  }
  if (rounds_by_lane(instruction, image_.traits)) return Uniformity::divergent();
  std::array<Operand, 3> operands;
  for (unsigned s = 0; s < instruction.sources; ++s) {
    operands[s] = {at(f, uses.sources[s], vertex), program_.functions[f].constant(uses.sources[s])};
  }
  return alu_uniformity(instruction, operands, shape_.warp_width);
}

Uniformity ValueUniformity::loaded(std::uint32_t f, std::uint32_t vertex,
                                   const Instruction& instruction, const Uses& uses) const {
  if (instruction.snoops) return Uniformity::divergent();
  const Value& value = program_.functions[f].value(uses.result);
  if (value.loaded != kNoValue) {
    const Uniformity stored = at(f, value.loaded, vertex);
    // Lanes whose highest bits differ may have the same lowest ones, and the other way round.
    return value.is_narrow && stored.is_affine() ? Uniformity::divergent() : stored;
  }
  const ValueId address = uses.sources[0];
  if (program_.may_be_private[f][address]) return Uniformity::divergent();
  const Uniformity lanes = at(f, address, vertex);
  if (lanes.kind() == Uniformity::Kind::None) return {};
  const bool one = lanes.is_uniform() && loads_one_value(f, address);
  return one ? Uniformity::uniform() : Uniformity::divergent();
}

/// Whether any value that an instruction reads is divergent.
bool ValueUniformity::any_divergent(std::uint32_t f, std::uint32_t vertex, const Uses& uses) const {
  if (reads_slot(program_.functions[f], uses)) {
    return at(f, program_.functions[f].value(uses.result).loaded, vertex).is_divergent();
  }
  return std::any_of(uses.sources.begin(), uses.sources.end(), [&](ValueId source) {
    return source != kNoValue && at(f, source, vertex).is_divergent();
  });
}

void ValueUniformity::note_branch(std::uint32_t f, std::uint32_t vertex) {
  const ValueTable& table = program_.functions[f];
  const Instruction& last = image_.code[image_.flow.blocks[table.graph.blocks[vertex]].last];
  if (last.kind != InstructionClass::Branch || parts_[f][vertex]) return;
  Uniformity condition;
  for (unsigned s = 0; s < last.sources; ++s) {
    condition = condition.joined(at(f, table.uses[vertex].back().sources[s], vertex));
  }
  if (!condition.is_affine() && !condition.is_divergent()) return;
  parts_[f][vertex] = true;
  branch_begins_[f][vertex] = !condition.is_divergent();
  changed_ = true;
  const SyncDependence ways = sync_dependence(table.graph, vertex);
  if (ways.out_of_step || (ways.goes_back && shape_.wait_at_post_dominators)) in_step_ = false;
  for (const std::uint32_t join : ways.joins) joins_[f][join].push_back(vertex);
  for (const std::uint32_t head : ways.loops) loops_[f][head].push_back(vertex);
}

}  // namespace lanefold
