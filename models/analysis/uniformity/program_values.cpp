// SPDX-License-Identifier: Apache-2.0
// Three passes: which slots there are; which values may be addresses of private memory if stores
// change slots only by their own addresses; and the values, now that it is known which stores may
// change others.
#include "analysis/uniformity/program_values.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/uniformity/private_addresses.h"
#include "analysis/uniformity/stack_slots.h"

namespace lanefold {
namespace {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(const ProgramImage& image)
      : image_(image), reaches_(image.code.size(), false) {
    unknown_.changes.assign(kRegisterRows, true);
  }

  ProgramValues build(std::uint32_t entry) {
    collect(entry);
    if (program_.unknown_jump) return std::move(program_);
    for (const FunctionGraph& graph : graphs_) {
      const ValueTable bare = number(graph, {});
      program_.functions.push_back(number(graph, find_slots(image_, bare)));
      note_effect(program_.functions.back());
    }
    find_callers();
    note_stores();
    number_again();
    program_.may_be_private = find_private_addresses(image_, program_);
    return std::move(program_);
  }

 private:
  /// Functions, callees first. Chains of calls may be as long as the program.
  void collect(std::uint32_t entry) {
    struct Open {
      FunctionGraph graph;
      std::uint32_t next = 0;  ///< vertex whose call is followed next
    };
    std::set<std::uint32_t> seen;
    std::vector<Open> open;
    const auto enter = [&](std::uint32_t pc) {
      if (seen.insert(pc).second) open.push_back({function_graph(image_, pc), 0});
    };
    enter(entry);
    while (!open.empty()) {
      Open& top = open.back();
      if (top.graph.unknown_jump) program_.unknown_jump = top.graph.unknown_jump;
      if (top.next < top.graph.calls.size()) {
        const auto callee = top.graph.calls[top.next++];
        if (callee) enter(*callee);
        continue;
      }
      program_.index.emplace(top.graph.entry, static_cast<std::uint32_t>(graphs_.size()));
      graphs_.push_back(std::move(top.graph));
      open.pop_back();
    }
  }

  ValueTable number(const FunctionGraph& graph, const Slots& slots) const {
    return number_values(
        image_, graph, slots,
        [this](std::uint32_t pc) -> const CallEffect& {
          const auto known = effects_.find(pc);
          return known == effects_.end() ? unknown_ : known->second;  // recursion
        },
        [this](std::uint32_t index) { return reaches_[index]; });
  }

  void note_effect(const ValueTable& table) {
    effects_[table.graph.entry] = call_effect(table, writes_stacks(table));
  }

  /// Whether the function may write to the stacks of its callers.
  bool writes_stacks(const ValueTable& table) const {
    for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
      if (const auto callee = table.graph.calls[v]) {
        const auto known = effects_.find(*callee);
        if (known == effects_.end() || known->second.writes_stacks) return true;
      }
      const std::uint32_t first = image_.flow.blocks[table.graph.blocks[v]].first;
      for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
        const Instruction& instruction = image_.code[first + i];
        if (!writes_memory(instruction)) continue;
        const auto place = frame_place(table, instruction, table.uses[v][i].sources[0]);
        // The stack grows down: what lies above belongs to callers.
        if (place ? place->end() > 0 : reaches_[first + i]) return true;
      }
    }
    return false;
  }

  void find_callers() {
    program_.callers.resize(graphs_.size());
    for (std::uint32_t f = 0; f < graphs_.size(); ++f) {
      for (std::uint32_t v = 0; v < graphs_[f].blocks.size(); ++v) {
        const auto callee = graphs_[f].calls[v];
        if (callee) program_.callers[program_.index.at(*callee)].push_back({f, v});
      }
    }
  }

  /// Which stores go to addresses that may be of private memory, but not to a known place.
  void note_stores() {
    const auto may_be_private = find_private_addresses(image_, program_);
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      const ValueTable& table = program_.functions[f];
      for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
        const std::uint32_t first = image_.flow.blocks[table.graph.blocks[v]].first;
        for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
          if (!writes_memory(image_.code[first + i])) continue;
          if (may_be_private[f][table.uses[v][i].sources[0]]) reaches_[first + i] = true;
        }
      }
    }
  }

  void number_again() {
    if (std::none_of(reaches_.begin(), reaches_.end(), [](bool reaches) { return reaches; })) {
      return;
    }
    effects_.clear();
    for (ValueTable& table : program_.functions) {
      table = number(table.graph, table.slots);
      note_effect(table);
    }
  }

  const ProgramImage& image_;
  std::vector<bool> reaches_;  ///< by index in the code
  std::vector<FunctionGraph> graphs_;
  std::map<std::uint32_t, CallEffect> effects_;
  CallEffect unknown_;
  ProgramValues program_;
};

}  // namespace

std::optional<ValueId> passed_value(const ProgramValues& program, std::uint32_t f,
                                    Variable variable, const CallSite& site) {
  const ValueTable& caller = program.functions[site.caller];
  const std::vector<ValueId>& state = caller.arguments[site.vertex];
  if (variable < kRegisterRows) return state[variable];
  const SlotPlace& place = program.functions[f].places[variable - kRegisterRows];
  if (place.frame != 0 || place.begin() < 0) return {};
  const auto there = frame_place(caller, state[kStackPointer], place.offset, place.bytes);
  const auto slot = there ? caller.slots.find(*there) : caller.slots.end();
  if (slot == caller.slots.end() || !slot->second) return {};
  return state[*slot->second];
}

ProgramValues program_values(const ProgramImage& image, std::uint32_t entry) {
  return ProgramBuilder(image).build(entry);
}

}  // namespace lanefold
