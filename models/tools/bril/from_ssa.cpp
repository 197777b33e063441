// SPDX-License-Identifier: Apache-2.0
// Out of static single assignment: every phi gets copies of its own (Sreedhar et al., SAS 1999,
// method I), and copies go where both sides are never alive together.
#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_set>

#include "tools/bril/blocks.h"
#include "tools/bril/operations.h"
#include "tools/bril/ssa.h"

namespace lanefold::bril {
namespace {

/// Variables that would share a place.
using Wish = std::pair<unsigned, unsigned>;

/// Sets of numbers that are united.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  unsigned find(unsigned number) {
    while (parent_[number] != number) {
      parent_[number] = parent_[parent_[number]];
      number = parent_[number];
    }
    return number;
  }
  /// The set of `a` then stands for both.
  void unite(unsigned a, unsigned b) { parent_[find(b)] = find(a); }

 private:
  std::vector<unsigned> parent_;
};

/// Variables that share a place. Only those that some chain of wishes connects could: which of
/// these are alive together is all that has to be known.
class Places {
 public:
  Places(const std::vector<Block>& blocks, const Function& function,
         const std::vector<Wish>& wishes)
      : sets_(function.variables.size()),
        group_(function.variables.size()),
        members_(function.variables.size()),
        apart_(function.variables.size()) {
    find_groups(wishes);
    const Liveness liveness = liveness_of(blocks, group_.size());
    for (unsigned b = 0; b < blocks.size(); ++b) find_apart(blocks[b], liveness.out[b]);
    VariableSet alive = liveness.in[0];
    for (const unsigned parameter : function.parameters) alive[parameter] = true;
    for (const unsigned parameter : function.parameters) separate(parameter, alive);
    for (const auto& [a, b] : wishes) unite(a, b);
  }

  unsigned find(unsigned variable) { return sets_.find(variable); }

 private:
  void find_groups(const std::vector<Wish>& wishes) {
    Sets connected(group_.size());
    for (const auto& [a, b] : wishes) connected.unite(a, b);
    for (unsigned v = 0; v < group_.size(); ++v) {
      group_[v] = connected.find(v);
      members_[group_[v]].push_back(v);
    }
  }

  /// One place for both, if they are never alive together.
  void unite(unsigned a, unsigned b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    for (const unsigned other : apart_[a]) {
      if (find(other) == b) return;
    }
    if (apart_[a].size() < apart_[b].size()) std::swap(a, b);
    apart_[a].insert(apart_[b].begin(), apart_[b].end());
    apart_[b].clear();
    sets_.unite(a, b);
  }

  /// Up from the end of a block: what is set is apart from all that is alive then, but not from
  /// what it is a copy of.
  void find_apart(const Block& block, VariableSet alive) {
    for (auto one = block.body.rbegin(); one != block.body.rend(); ++one) {
      if (one->result) {
        alive[*one->result] = false;
        if (one->op == Op::Id) alive[one->arguments[0]] = false;
        separate(*one->result, alive);
      }
      for_each_use(*one, [&](unsigned variable) { alive[variable] = true; });
    }
  }

  void separate(unsigned variable, const VariableSet& alive) {
    for (const unsigned other : members_[group_[variable]]) {
      if (other == variable || !alive[other]) continue;
      apart_[variable].insert(other);
      apart_[other].insert(variable);
    }
  }

  Sets sets_;
  std::vector<unsigned> group_;                 ///< by variable: of those that wishes connect
  std::vector<std::vector<unsigned>> members_;  ///< by group
  std::vector<std::unordered_set<unsigned>> apart_;
};

Instruction copy_of(unsigned from, unsigned to) {
  Instruction copy;
  copy.op = Op::Id;
  copy.result = to;
  copy.arguments = {from};
  return copy;
}

class Leaver {
 public:
  explicit Leaver(const SsaFunction& ssa)
      : ssa_(ssa),
        own_(static_cast<unsigned>(ssa.function.variables.size())),
        blocks_(blocks_of(ssa.function)) {}

  Function leave() {
    replace_phis();
    wish_for_origins();
    Places places(blocks_, ssa_.function, wishes_);
    rename(places);
    if (ssa_.begin_is_named) blocks_.front().label.clear();
    Function function = std::move(ssa_.function);
    for (unsigned& parameter : function.parameters) parameter = new_[places.find(parameter)];
    function.body = body_of(blocks_);
    declare_only_used(function);
    return function;
  }

 private:
  /// A place for each, which the blocks before fill at their ends; a block can be one of these.
  void replace_phis() {
    for (Block& block : blocks_) {
      for (std::size_t i = 0; i < block.body.size() && block.body[i].op == Op::Phi; ++i) {
        const Instruction phi = block.body[i];
        const Variable variable = ssa_.function.variables[*phi.result];
        const unsigned place = ssa_.fresh(variable.name, variable.type, ssa_.origin[*phi.result]);
        block.body[i] = copy_of(place, *phi.result);
        wishes_.emplace_back(place, *phi.result);
        for (std::size_t k = 0; k < phi.labels.size(); ++k) {
          append(block_before(blocks_, block, phi.labels[k]), copy_of(phi.arguments[k], place));
          wishes_.emplace_back(phi.arguments[k], place);
        }
      }
    }
  }

  /// Variables of one origin and type share a place where they can.
  void wish_for_origins() {
    std::map<std::pair<unsigned, Type>, unsigned> of_origin;
    for (unsigned v = 0; v < ssa_.function.variables.size(); ++v) {
      const auto key = std::make_pair(ssa_.origin[v], ssa_.function.type_of(v));
      const auto [first, is_first] = of_origin.try_emplace(key, v);
      if (!is_first) wishes_.emplace_back(first->second, v);
    }
  }

  /// A place takes the name of its origin if that is free.
  void rename(Places& places) {
    const std::size_t count = ssa_.function.variables.size();
    new_.resize(count);
    std::vector<bool> named(count);
    std::vector<bool> taken(count);  // origins whose name is in use
    for (unsigned v = 0; v < count; ++v) {
      const unsigned place = places.find(v);
      if (named[place]) continue;
      named[place] = true;
      const unsigned origin = ssa_.origin[v];
      const Type type = ssa_.function.type_of(v);
      const bool free = !taken[origin] && ssa_.function.type_of(origin) == type;
      taken[origin] = taken[origin] || free;
      new_[place] = free ? origin : ssa_.function.fresh(ssa_.function.name_of(origin), type);
    }
    for (Block& block : blocks_) rename(block, places);
  }

  void rename(Block& block, Places& places) {
    std::vector<Instruction> kept;
    for (Instruction& instruction : block.body) {
      const bool made = instruction.op == Op::Id &&
                        (*instruction.result >= own_ || instruction.arguments[0] >= own_);
      for_each_use(instruction,
                   [&](unsigned& variable) { variable = new_[places.find(variable)]; });
      if (instruction.result) instruction.result = new_[places.find(*instruction.result)];
      const bool to_itself = made && instruction.arguments[0] == *instruction.result;
      if (!to_itself) kept.push_back(std::move(instruction));
    }
    block.body = std::move(kept);
  }

  /// Names of variables that are gone are free again.
  static void declare_only_used(Function& function) {
    Function old = std::move(function);
    function = Function{};
    function.name = old.name;
    function.type = old.type;
    function.file = old.file;
    function.place = old.place;
    const auto moved = [&](unsigned variable) {
      const unsigned number = function.variable(old.name_of(variable));
      function.variables[number].type = old.type_of(variable);
      return number;
    };
    for (const unsigned parameter : old.parameters) {
      function.parameters.push_back(moved(parameter));
    }
    for (Instruction& instruction : old.body) {
      for_each_use(instruction, [&](unsigned& variable) { variable = moved(variable); });
      if (instruction.result) instruction.result = moved(*instruction.result);
    }
    function.body = std::move(old.body);
  }

  SsaFunction ssa_;
  const unsigned own_;  ///< variables of the function; those behind are places of phis
  std::vector<Block> blocks_;
  std::vector<Wish> wishes_;   ///< of copies for phis first
  std::vector<unsigned> new_;  ///< by place: the variable that it becomes
};

}  // namespace

Function from_ssa(const SsaFunction& ssa) { return Leaver(ssa).leave(); }

}  // namespace lanefold::bril
