// SPDX-License-Identifier: Apache-2.0
// Random structured programs: each channel must execute what it would execute alone.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "tests/eu/code_builder.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kThreadChannels = 16;

/// A program as a tree: what one channel does follows from it without any mask.
struct Node {
  enum class Kind { Operation, If, Loop, Break };
  Kind kind = Kind::Operation;
  unsigned name = 0;
  std::vector<Node> first;   ///< of an If or Loop
  std::vector<Node> second;  ///< behind the else
};

class Grower {
 public:
  explicit Grower(unsigned seed) : random_(seed) {}

  std::vector<Node> block(unsigned depth, bool in_loop) {
    std::vector<Node> nodes;
    const unsigned count = 1 + random_() % 3;
    for (unsigned i = 0; i < count; ++i) nodes.push_back(node(depth, in_loop));
    return nodes;
  }

 private:
  Node node(unsigned depth, bool in_loop) {
    Node one;
    one.name = next_++;
    const unsigned choice = depth == 0 ? 0 : random_() % 5;
    if (choice == 1 || choice == 2) {
      one.kind = Node::Kind::If;
      one.first = block(depth - 1, in_loop);
      if (choice == 2) one.second = block(depth - 1, in_loop);
    } else if (choice == 3) {
      one.kind = Node::Kind::Loop;
      one.first = block(depth - 1, true);
    } else if (choice == 4 && in_loop) {
      one.kind = Node::Kind::Break;
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
  Alone(unsigned channel, Decisions& decisions) : channel_(channel), decisions_(decisions) {}

  /// Returns whether the channel breaks out of the innermost loop.
  bool run(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (run(node)) return true;
    }
    return false;
  }
  const std::vector<unsigned>& executed() const { return executed_; }

 private:
  bool run(const Node& node) {
    switch (node.kind) {
      case Node::Kind::Operation:
        executed_.push_back(node.name);
        return false;
      case Node::Kind::If:
        return run(decisions_.at(channel_, node) ? node.first : node.second);
      case Node::Kind::Break:
        return decisions_.at(channel_, node);
      default:
        while (!run(node.first) && decisions_.at(channel_, node)) {
        }
        return false;
    }
  }

  unsigned channel_;
  Decisions& decisions_;
  std::vector<unsigned> executed_;
};

/// The program as the compiler writes it. JIP of a break and an endif is the end of the block
/// around it.
class Emitter {
 public:
  void emit(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) emit(node);
  }
  KernelCode finish() {
    end_ = builder_.operation();
    for (const std::uint32_t number : to_end_) builder_.at(number).jip = end_;
    return builder_.finish();
  }
  const Node* node_of(std::uint32_t number) const {
    const auto found = nodes_.find(number);
    return found == nodes_.end() ? nullptr : found->second;
  }
  std::uint32_t end() const { return end_; }

 private:
  void emit(const Node& node) {
    switch (node.kind) {
      case Node::Kind::Operation:
        nodes_[builder_.operation()] = &node;
        return;
      case Node::Kind::If:
        return emit_if(node);
      case Node::Kind::Break: {
        const std::uint32_t number = builder_.add(Opcode::Break);
        nodes_[number] = &node;
        breaks_.back().push_back(number);
        blocks_.back().push_back(number);
        return;
      }
      default:
        return emit_loop(node);
    }
  }

  void emit_if(const Node& node) {
    const std::uint32_t begin = builder_.add(Opcode::If);
    nodes_[begin] = &node;
    blocks_.emplace_back();
    emit(node.first);
    std::uint32_t middle = 0;
    if (!node.second.empty()) {
      middle = builder_.add(Opcode::Else);
      close_block(middle);
      blocks_.emplace_back();
      emit(node.second);
    }
    const std::uint32_t end = builder_.add(Opcode::Endif);
    close_block(end);
    builder_.at(begin).jip = middle == 0 ? end : middle + 1;
    if (middle != 0) {
      builder_.at(middle).jip = end;
      builder_.at(middle).uip = end;
    }
    (blocks_.empty() ? to_end_ : blocks_.back()).push_back(end);
  }

  void emit_loop(const Node& node) {
    const std::uint32_t begin = builder_.size();
    breaks_.emplace_back();
    blocks_.emplace_back();
    emit(node.first);
    const std::uint32_t end = builder_.add(Opcode::While);
    nodes_[end] = &node;
    close_block(end);
    builder_.at(end).jip = begin;
    for (const std::uint32_t number : breaks_.back()) builder_.at(number).uip = end;
    breaks_.pop_back();
  }

  /// Where those jump that leave nobody in the block.
  void close_block(std::uint32_t end) {
    for (const std::uint32_t number : blocks_.back()) builder_.at(number).jip = end;
    blocks_.pop_back();
  }

  CodeBuilder builder_{kThreadChannels};
  std::map<std::uint32_t, const Node*> nodes_;
  std::vector<std::vector<std::uint32_t>> breaks_;  ///< of the loops around
  std::vector<std::vector<std::uint32_t>> blocks_;  ///< of the blocks around, their jumps
  std::vector<std::uint32_t> to_end_;
  std::uint32_t end_ = 0;
};

/// What each channel executes in the thread.
std::array<std::vector<unsigned>, kThreadChannels> run_together(const Emitter& emitter,
                                                                const KernelCode& code,
                                                                ChannelMask dispatched) {
  std::array<std::vector<unsigned>, kThreadChannels> executed;
  Decisions decisions;
  ChannelEnables enables;
  enables.start(code, dispatched);
  for (unsigned step = 0; enables.number() != emitter.end() && step < 1'000'000; ++step) {
    const Node* node = emitter.node_of(enables.number());
    const bool operation = !enables.current().branches();
    ChannelMask predicate = 0;
    for (unsigned channel = 0; channel < kThreadChannels; ++channel) {
      if ((enables.deciding() >> channel & 1U) == 0 || node == nullptr) continue;
      if (operation) {
        executed[channel].push_back(node->name);
      } else if (decisions.at(channel, *node)) {
        predicate |= ChannelMask{1} << channel;
      }
    }
    if (operation) {
      enables.step();
    } else {
      enables.branch(predicate);
    }
  }
  EXPECT_EQ(enables.number(), emitter.end());
  EXPECT_EQ(enables.enabled(), dispatched);
  return executed;
}

TEST(StructuredCode, EachChannelExecutesWhatItWouldAlone) {
  unsigned long operations = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::vector<Node> program = Grower(seed).block(4, false);
    Emitter emitter;
    emitter.emit(program);
    const KernelCode code = emitter.finish();
    const ChannelMask dispatched = seed % 3 == 0 ? 0x7ff : 0xffff;
    const auto together = run_together(emitter, code, dispatched);
    for (unsigned channel = 0; channel < kThreadChannels; ++channel) {
      Decisions decisions;
      Alone alone(channel, decisions);
      if ((dispatched >> channel & 1U) != 0) alone.run(program);
      ASSERT_EQ(together[channel], alone.executed()) << "seed " << seed << ", channel " << channel;
      operations += alone.executed().size();
    }
  }
  EXPECT_GT(operations, 20'000U);
}

}  // namespace
}  // namespace lanefold::gen8
