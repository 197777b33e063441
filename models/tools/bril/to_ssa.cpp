// SPDX-License-Identifier: Apache-2.0
// Static single assignment by iterated dominance frontiers (Cytron et al., TOPLAS 1991), with phis
// only for what is alive.
#include <algorithm>
#include <numeric>

#include "tools/bril/blocks.h"
#include "tools/bril/shadows.h"
#include "tools/bril/ssa.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

class SsaBuilder {
 public:
  explicit SsaBuilder(const Function& function)
      : plain_(unshadowed(function)),
        ssa_{plain_.function, {}, false},
        blocks_(blocks_of(plain_.function)),
        count_(plain_.function.variables.size()) {
    ssa_.origin.resize(count_);
    std::iota(ssa_.origin.begin(), ssa_.origin.end(), 0U);
    current_.resize(count_);
    find_definitions();
  }

  SsaFunction build() {
    dominator_ = immediate_dominators(blocks_);
    find_frontiers();
    place_phis();
    rename();
    if (!plain_.shadow_of.empty() && !variable_without_value(plain_.function)) drop_copies();
    for (unsigned& origin : ssa_.origin) origin = plain_.owner(origin);
    declare_without_values();
    ssa_.function.body = body_of(blocks_);
    return std::move(ssa_);
  }

 private:
  void find_definitions() {
    defined_in_.resize(count_);
    std::vector<unsigned> times(count_);
    const auto define = [&](unsigned variable, unsigned block) {
      ++times[variable];
      std::vector<unsigned>& blocks = defined_in_[variable];
      if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
    };
    for (const unsigned parameter : ssa_.function.parameters) define(parameter, 0);
    for (unsigned b = 0; b < blocks_.size(); ++b) {
      for (const Instruction& instruction : blocks_[b].body) {
        if (instruction.result) define(*instruction.result, b);
      }
    }
    for (unsigned v = 0; v < count_; ++v) several_.push_back(times[v] > 1);
    for (const unsigned parameter : ssa_.function.parameters) current_[parameter] = {parameter};
  }

  void find_frontiers() {
    frontier_.resize(blocks_.size());
    for (unsigned b = 0; b < blocks_.size(); ++b) {
      if (blocks_[b].predecessors.size() < 2) continue;
      for (unsigned runner : blocks_[b].predecessors) {
        for (; runner != dominator_[b]; runner = dominator_[runner]) {
          std::vector<unsigned>& frontier = frontier_[runner];
          if (frontier.empty() || frontier.back() != b) frontier.push_back(b);
        }
      }
    }
  }

  void place_phis() {
    const Liveness liveness = liveness_of(blocks_, count_);
    phis_.resize(blocks_.size());
    for (unsigned v = 0; v < count_; ++v) {
      if (!several_[v]) continue;
      std::vector<bool> placed(blocks_.size());
      std::vector<unsigned> open = defined_in_[v];
      while (!open.empty()) {
        const unsigned block = open.back();
        open.pop_back();
        for (const unsigned meeting : frontier_[block]) {
          if (placed[meeting] || !liveness.in[meeting][v]) continue;
          placed[meeting] = true;
          phis_[meeting].push_back(v);
          open.push_back(meeting);
        }
      }
    }
    for (unsigned b = 0; b < blocks_.size(); ++b) {
      for (const unsigned before : blocks_[b].predecessors) {
        if (!phis_[b].empty() && blocks_[before].label.empty()) name_begin();
      }
      std::vector<Instruction> phis;
      for (const unsigned v : phis_[b]) phis.push_back(phi_of(v));
      blocks_[b].body.insert(blocks_[b].body.begin(), phis.begin(), phis.end());
    }
  }

  /// Shadows only say which values meet. What is copied to and from them is known then.
  void drop_copies() {
    std::vector<unsigned> source(ssa_.function.variables.size());
    std::iota(source.begin(), source.end(), 0U);
    const auto is_shadow = [&](unsigned v) { return plain_.is_shadow(ssa_.origin[v]); };
    for (Block& block : blocks_) {
      const auto dropped = [&](const Instruction& one) {
        if (one.op != Op::Id || !(is_shadow(*one.result) || is_shadow(one.arguments[0]))) {
          return false;
        }
        source[*one.result] = one.arguments[0];
        return true;
      };
      block.body.erase(std::remove_if(block.body.begin(), block.body.end(), dropped),
                       block.body.end());
    }
    for (Block& block : blocks_) {
      for (Instruction& instruction : block.body) {
        for_each_use(instruction, [&](unsigned& variable) {
          while (source[variable] != variable) variable = source[variable];
        });
      }
    }
  }

  /// Variables that are used, but that nothing sets, get a phi without arguments at the begin.
  void declare_without_values() {
    VariableSet unset(ssa_.function.variables.size());
    const auto each = [this](const auto& visit) {
      for (const Block& block : blocks_) {
        for (const Instruction& instruction : block.body) visit(instruction);
      }
    };
    each([&](const Instruction& one) {
      for_each_use(one, [&](unsigned variable) { unset.set(variable); });
    });
    each([&](const Instruction& one) {
      if (one.result) unset.reset(*one.result);
    });
    for (const unsigned parameter : ssa_.function.parameters) unset.reset(parameter);
    std::vector<Instruction> phis;
    for (auto v = unset.find_first(); v != VariableSet::npos; v = unset.find_next(v)) {
      phis.push_back(phi_of(static_cast<unsigned>(v)));
    }
    if (!phis.empty() && blocks_[0].label.empty()) name_begin();
    blocks_[0].body.insert(blocks_[0].body.begin(), phis.begin(), phis.end());
  }

  static Instruction phi_of(unsigned variable) {
    Instruction phi;
    phi.op = Op::Phi;
    phi.result = variable;
    return phi;
  }

  void name_begin() {
    ssa_.begin_is_named = true;
    blocks_[0].label = new_label(blocks_);
  }

  /// Down the dominator tree. What a block sets is forgotten when its part of the tree is done.
  void rename() {
    std::vector<std::vector<unsigned>> children(blocks_.size());
    for (unsigned b = 1; b < blocks_.size(); ++b) children[dominator_[b]].push_back(b);
    struct Visit {
      unsigned block;
      std::size_t child;
      std::vector<unsigned> set;
    };
    std::vector<Visit> path;
    path.push_back({0, 0, rename(0)});
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.child < children[visit.block].size()) {
        const unsigned next = children[visit.block][visit.child++];
        path.push_back({next, 0, rename(next)});
        continue;
      }
      for (const unsigned variable : visit.set) current_[variable].pop_back();
      path.pop_back();
    }
  }

  /// Returns what it has set.
  std::vector<unsigned> rename(unsigned b) {
    std::vector<unsigned> set;
    for (Instruction& instruction : blocks_[b].body) {
      if (instruction.op != Op::Phi) rename_uses(instruction);
      if (!instruction.result || !several_[*instruction.result]) continue;
      const unsigned variable = *instruction.result;
      const Variable& old = ssa_.function.variables[plain_.owner(variable)];
      instruction.result = ssa_.fresh(std::string(old.name), old.type, variable);
      current_[variable].push_back(*instruction.result);
      set.push_back(variable);
    }
    for (const unsigned next : blocks_[b].successors) fill_phis(b, next);
    return set;
  }

  void rename_uses(Instruction& instruction) {
    for_each_use(instruction, [&](unsigned& variable) { variable = version(variable); });
  }

  /// The new phis of a block come first; old ones name this block's value already.
  void fill_phis(unsigned b, unsigned next) {
    const std::string& label = blocks_[b].label;
    for (std::size_t i = 0; i < phis_[next].size(); ++i) {
      const unsigned variable = phis_[next][i];
      if (current_[variable].empty()) continue;
      Instruction& phi = blocks_[next].body[i];
      phi.arguments.push_back(current_[variable].back());
      phi.labels.push_back(label);
    }
    for (std::size_t i = phis_[next].size(); i < blocks_[next].body.size(); ++i) {
      Instruction& phi = blocks_[next].body[i];
      if (phi.op != Op::Phi) break;
      for (std::size_t k = 0; k < phi.labels.size(); ++k) {
        if (phi.labels[k] == label) phi.arguments[k] = version(phi.arguments[k]);
      }
    }
  }

  unsigned version(unsigned variable) const {
    const bool renamed = variable < count_ && several_[variable] && !current_[variable].empty();
    return renamed ? current_[variable].back() : variable;
  }

  const Unshadowed plain_;
  SsaFunction ssa_;
  std::vector<Block> blocks_;
  const std::size_t count_;                        ///< variables before
  std::vector<std::vector<unsigned>> defined_in_;  ///< by variable
  std::vector<bool> several_;                      ///< variables that are set more than once
  std::vector<unsigned> dominator_;
  std::vector<std::vector<unsigned>> frontier_;
  std::vector<std::vector<unsigned>> phis_;     ///< by block: variables that meet there
  std::vector<std::vector<unsigned>> current_;  ///< by variable: its versions, the latest last
};

}  // namespace

unsigned SsaFunction::fresh(const std::string& name, Type type,
                            std::optional<unsigned> its_origin) {
  const unsigned variable = function.fresh(name, type);
  origin.push_back(its_origin.value_or(variable));
  return variable;
}

SsaFunction to_ssa(const Function& function) { return SsaBuilder(function).build(); }

}  // namespace lanefold::bril
