// SPDX-License-Identifier: Apache-2.0
// Instruction swapping, vector regeneration and predication removal.
#include "tools/bril/scalarise.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "tools/bril/blocks.h"
#include "tools/bril/divergence.h"
#include "tools/bril/forward.h"
#include "tools/bril/operations.h"
#include "tools/bril/ssa.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

class Scalariser {
 public:
  explicit Scalariser(const Function& function)
      : ssa_(forwarded(to_ssa(function))),
        divergence_(ssa_),
        blocks_(blocks_of(ssa_.function)),
        count_(ssa_.function.variables.size()) {
    find_scalars();
  }

  Function scalarise(Broadcasts broadcasts) {
    for (unsigned v = 0; v < count_; ++v) {
      scalar_.push_back(is_scalar_[v] ? scalar_of(v) : v);
    }
    for (Block& block : blocks_) swap(block);
    merge_implied();
    broadcasts == Broadcasts::Once ? regenerate_once() : regenerate_at_uses();
    ssa_.function.body = body_of(blocks_);
    return from_ssa(ssa_);
  }

 private:
  static SsaFunction forwarded(SsaFunction ssa) {
    forward_stores(ssa);
    return ssa;
  }

  bool is_vector(unsigned variable) const {
    return ssa_.function.type_of(variable) == Type::Vector;
  }

  /// Vectors of which a scalar is all that there is: as many as possible, since each may need
  /// others that do.
  void find_scalars() {
    is_scalar_.assign(count_, false);
    implied_.resize(count_);
    const auto each = [&](const auto& visit) {
      for (const Block& block : blocks_) {
        for (const Instruction& instruction : block.body) visit(instruction);
      }
    };
    each([&](const Instruction& one) {
      if (one.result && is_vector(*one.result)) is_scalar_[*one.result] = may_be_scalar(one);
      if (one.implied) implied_[*one.result] = one.arguments[0];
    });
    for (bool changed = true; changed;) {
      changed = false;
      each([&](const Instruction& one) {
        if (!one.result || !is_scalar_[*one.result] || has_scalars(one)) return;
        is_scalar_[*one.result] = false;
        changed = true;
      });
    }
  }

  bool may_be_scalar(const Instruction& instruction) const {
    if (divergence_.divergent(*instruction.result)) return false;
    if (instruction.op == Op::Phi || instruction.op == Op::Id) return true;
    const bool swaps = operation(instruction.op).scalar != Op::Nop;
    return swaps && (!instruction.predicate || divergence_.predicate_is_idle(instruction));
  }

  /// Each vector that it is made from is a scalar.
  bool has_scalars(const Instruction& instruction) const {
    return std::all_of(
        instruction.arguments.begin(), instruction.arguments.end(),
        [&](unsigned argument) { return !is_vector(argument) || is_scalar_[argument]; });
  }

  /// Versions of one vector go by one name as scalars, too.
  unsigned scalar_of(unsigned vector) {
    if (implied_[vector]) return *implied_[vector];
    const unsigned origin = ssa_.origin[vector];
    const std::string name = ssa_.function.name_of(origin) + "_s";
    std::optional<unsigned>& first = origins_[origin];
    const unsigned fresh = ssa_.fresh(name, Type::Int, first);
    if (!first) first = fresh;
    return fresh;
  }

  bool swaps(const Instruction& instruction) const {
    if (instruction.result && is_vector(*instruction.result)) {
      return is_scalar_[*instruction.result];
    }
    if (instruction.op == Op::Scatter) return !instruction.predicate && has_scalars(instruction);
    if (instruction.op != Op::Extract || !has_scalars(instruction)) return false;
    const std::optional<std::int64_t> lane = divergence_.constant(instruction.arguments[1]);
    return lane && *lane >= 0 && *lane < kLanes;
  }

  void swap(Block& block) {
    block.body.erase(std::remove_if(block.body.begin(), block.body.end(),
                                    [](const Instruction& one) { return one.implied; }),
                     block.body.end());
    for (Instruction& instruction : block.body) {
      if (!swaps(instruction)) continue;
      if (instruction.result) instruction.result = scalar_[*instruction.result];
      for (unsigned& argument : instruction.arguments) argument = scalar_[argument];
      const Op scalar = operation(instruction.op).scalar;
      if (scalar == Op::Nop) continue;  // a phi or a copy
      instruction.op = scalar;
      instruction.predicate.reset();
      if (scalar == Op::Id) instruction.arguments.resize(1);
    }
  }

  /// One vector for each scalar that implied broadcasts stood for.
  void merge_implied() {
    std::unordered_map<unsigned, unsigned> first;
    for (unsigned v = 0; v < count_; ++v) {
      if (implied_[v]) first.emplace(*implied_[v], v);
    }
    for (Block& block : blocks_) {
      for (Instruction& instruction : block.body) {
        for (unsigned& argument : instruction.arguments) {
          if (argument < count_ && implied_[argument]) argument = first.at(*implied_[argument]);
        }
      }
    }
  }

  bool is_faulty(unsigned argument) const { return argument < count_ && is_scalar_[argument]; }

  /// A broadcast of a vector's scalar into a new variable.
  Instruction broadcast_of(unsigned vector) {
    Instruction broadcast;
    broadcast.op = Op::Broadcast;
    broadcast.arguments = {scalar_[vector]};
    const std::string name = ssa_.function.name_of(scalar_[vector]) + "_v";
    broadcast.result = ssa_.fresh(name, Type::Vector);
    return broadcast;
  }

  /// As the page does it: a broadcast before each instruction that wants a vector, and for a phi at
  /// the end of the block that the vector comes from.
  void regenerate_at_uses() {
    for (Block& block : blocks_) {
      std::vector<Instruction> body;
      for (Instruction& instruction : block.body) {
        const std::vector<unsigned> arguments = instruction.arguments;
        for (const unsigned argument : arguments) {
          if (!is_faulty(argument) || instruction.op == Op::Phi) continue;
          if (std::count(instruction.arguments.begin(), instruction.arguments.end(), argument) ==
              0) {
            continue;  // the same one once more
          }
          body.push_back(broadcast_of(argument));
          std::replace(instruction.arguments.begin(), instruction.arguments.end(), argument,
                       *body.back().result);
        }
        body.push_back(std::move(instruction));
      }
      block.body = std::move(body);
    }
    for (Block& block : blocks_) regenerate_for_phis(block);
  }

  void regenerate_for_phis(Block& block) {
    for (std::size_t i = 0; i < block.body.size() && block.body[i].op == Op::Phi; ++i) {
      for (std::size_t k = 0; k < block.body[i].arguments.size(); ++k) {
        const unsigned argument = block.body[i].arguments[k];
        if (!is_faulty(argument)) continue;
        const Instruction broadcast = broadcast_of(argument);
        block.body[i].arguments[k] = *broadcast.result;
        append(block_before(blocks_, block, block.body[i].labels[k]), broadcast);
      }
    }
  }

  /// One broadcast for all that want a vector: before the first of them if that is in the block
  /// that sets the scalar, and otherwise at the end of that block. It then reaches every use.
  void regenerate_once() {
    std::vector<std::optional<unsigned>> made(count_);
    std::vector<bool> wanted(count_);
    for (const Block& block : blocks_) {
      for (const Instruction& instruction : block.body) {
        for (const unsigned argument : instruction.arguments) {
          if (is_faulty(argument)) wanted[argument] = true;
        }
      }
    }
    std::vector<std::optional<unsigned>> vector_of(ssa_.function.variables.size());
    for (unsigned v = 0; v < count_; ++v) {
      if (wanted[v]) vector_of[scalar_[v]] = v;
    }
    for (Block& block : blocks_) regenerate_once(block, vector_of, made);
    for (Block& block : blocks_) {
      for (Instruction& instruction : block.body) {
        for (unsigned& argument : instruction.arguments) {
          if (is_faulty(argument)) argument = *made[argument];
        }
      }
    }
  }

  void regenerate_once(Block& block, const std::vector<std::optional<unsigned>>& vector_of,
                       std::vector<std::optional<unsigned>>& made) {
    std::vector<Instruction> body;
    std::vector<unsigned> pending;  // wanted vectors whose scalars this block has set
    if (&block == &blocks_.front()) {
      for (const unsigned parameter : ssa_.function.parameters) {
        if (vector_of[parameter]) pending.push_back(*vector_of[parameter]);
      }
    }
    const auto make = [&](unsigned vector) {
      body.push_back(broadcast_of(vector));
      made[vector] = *body.back().result;
    };
    for (Instruction& instruction : block.body) {
      const bool ends = ends_block(instruction.op);
      const auto wants = [&](unsigned vector) {
        const auto& arguments = instruction.arguments;
        return ends || (instruction.op != Op::Phi &&
                        std::find(arguments.begin(), arguments.end(), vector) != arguments.end());
      };
      for (const unsigned vector : pending) {
        if (wants(vector)) make(vector);
      }
      pending.erase(std::remove_if(pending.begin(), pending.end(), wants), pending.end());
      const auto result = instruction.result;
      body.push_back(std::move(instruction));
      if (result && vector_of[*result]) pending.push_back(*vector_of[*result]);
    }
    for (const unsigned vector : pending) make(vector);
    block.body = std::move(body);
  }

  SsaFunction ssa_;
  const Divergence divergence_;
  std::vector<Block> blocks_;
  const std::size_t count_;                       ///< variables before
  std::vector<bool> is_scalar_;                   ///< by variable, of vectors
  std::vector<std::optional<unsigned>> implied_;  ///< by vector: the scalar that it stands for
  std::vector<unsigned> scalar_;  ///< by variable: the scalar in its place, or itself
  std::unordered_map<unsigned, std::optional<unsigned>> origins_;  ///< by origin: the first scalar
};

}  // namespace

Program scalarise(const Program& program, Broadcasts broadcasts) {
  return with_functions(program, [&](const Function& function) {
    return why_left_alone(function) ? function : Scalariser(function).scalarise(broadcasts);
  });
}

}  // namespace lanefold::bril
