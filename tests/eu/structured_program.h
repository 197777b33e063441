// SPDX-License-Identifier: Apache-2.0
// Random structured programs, and what one channel does in them: that follows without any mask.
#pragma once

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace lanefold::gen8 {

struct Node {
  enum class Kind { Operation, If, Loop, Break, Continue, Halt, Call, Return };
  Kind kind = Kind::Operation;
  unsigned name = 0;
  std::vector<Node> first;   ///< of an If or Loop
  std::vector<Node> second;  ///< behind the else
  unsigned callee = 0;       ///< of a Call
};

/// Subroutines call those of higher numbers only. A Halt leaves the subroutine in which it is.
struct StructuredProgram {
  std::vector<Node> main;
  std::vector<std::vector<Node>> subroutines;
};

class Grower {
 public:
  explicit Grower(unsigned seed) : random_(seed) {}

  StructuredProgram grow() {
    StructuredProgram program;
    program.main = block({4, false, 0, false});
    for (unsigned n = 1; n <= kSubroutines; ++n) {
      program.subroutines.push_back(block({2, false, n, true}));
    }
    return program;
  }

 private:
  static constexpr unsigned kSubroutines = 3;
  /// Where a block is: how deep others may lie in it, and which subroutines it may call.
  struct Place {
    unsigned depth;
    bool in_loop;
    unsigned callee;
    bool in_subroutine;

    Place inside(bool loop) const { return {depth - 1, in_loop || loop, callee, in_subroutine}; }
  };

  std::vector<Node> block(const Place& place) {
    std::vector<Node> nodes;
    const unsigned count = 1 + random_() % 3;
    for (unsigned i = 0; i < count; ++i) nodes.push_back(node(place));
    return nodes;
  }

  Node node(const Place& place) {
    Node one;
    one.name = next_++;
    const unsigned choice = place.depth == 0 ? 0 : random_() % 12;
    if (choice <= 3 && choice >= 1) {
      one.kind = Node::Kind::If;
      one.first = block(place.inside(false));
      if (choice == 2) one.second = block(place.inside(false));
    } else if (choice == 4 || choice == 5) {
      one.kind = Node::Kind::Loop;
      one.first = block(place.inside(true));
    } else if (choice <= 7 && choice >= 6 && place.in_loop) {
      one.kind = choice == 6 ? Node::Kind::Break : Node::Kind::Continue;
    } else if (choice == 8 && random_() % 4 == 0) {
      one.kind = Node::Kind::Halt;
    } else if (choice == 9 && place.callee < kSubroutines) {
      one.kind = Node::Kind::Call;
      one.callee = place.callee + random_() % (kSubroutines - place.callee);
    } else if (choice == 10 && place.in_subroutine) {
      one.kind = Node::Kind::Return;
    }
    return one;
  }

  std::mt19937 random_;
  unsigned next_ = 1;
};

/// What a channel decides at a node: by a hash, so that both sides agree. Loops end.
class Decisions {
 public:
  bool at(unsigned channel, const Node& node) {
    const unsigned visit = visits_[{channel, node.name}]++;
    const unsigned hash =
        (channel * 0x9e3779b9U) ^ (node.name * 0x85ebca6bU) ^ (visit * 0xc2b2ae35U);
    if (node.kind == Node::Kind::Loop) return visit % 5 != 4 && (hash >> 13 & 3) != 0;
    return (hash >> 11 & 1) != 0;
  }

 private:
  std::map<std::pair<unsigned, unsigned>, unsigned> visits_;
};

/// The names of the operations that a channel executes.
class Alone {
 public:
  Alone(const StructuredProgram& program, unsigned channel)
      : program_(program), channel_(channel) {}

  const std::vector<unsigned>& run() {
    run(program_.main);
    return executed_;
  }

 private:
  /// What the channel does not go on with.
  enum class Left { Nothing, Body, Loop, Routine };

  Left run(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      const Left left = run(node);
      if (left != Left::Nothing) return left;
    }
    return Left::Nothing;
  }

  Left run(const Node& node) {
    switch (node.kind) {
      case Node::Kind::Operation:
        executed_.push_back(node.name);
        return Left::Nothing;
      case Node::Kind::If:
        return run(decides(node) ? node.first : node.second);
      case Node::Kind::Break:
        return decides(node) ? Left::Loop : Left::Nothing;
      case Node::Kind::Continue:
        return decides(node) ? Left::Body : Left::Nothing;
      case Node::Kind::Halt:
      case Node::Kind::Return:
        return decides(node) ? Left::Routine : Left::Nothing;
      case Node::Kind::Call:
        if (decides(node)) run(program_.subroutines[node.callee]);
        return Left::Nothing;
      default:
        return run_loop(node);
    }
  }

  Left run_loop(const Node& node) {
    do {
      const Left left = run(node.first);
      if (left == Left::Loop) return Left::Nothing;
      if (left == Left::Routine) return left;
    } while (decides(node));
    return Left::Nothing;
  }

  bool decides(const Node& node) { return decisions_.at(channel_, node); }

  const StructuredProgram& program_;
  unsigned channel_;
  Decisions decisions_;
  std::vector<unsigned> executed_;
};

}  // namespace lanefold::gen8
