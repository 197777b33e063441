// SPDX-License-Identifier: Apache-2.0
// Random structured programs: each channel must execute what it would execute alone.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "tests/eu/code_builder.h"
#include "tests/eu/structured_program.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kThreadChannels = 16;

/// The program as the compiler writes it. JIP of what leaves a block, and of an endif, is the end
/// of the block around it.
class Emitter {
 public:
  void emit(const StructuredProgram& program) {
    end_ = emit_routine(program.main, Opcode::Mov);
    std::vector<std::uint32_t> begins;
    for (const std::vector<Node>& one : program.subroutines) {
      begins.push_back(builder_.size());
      emit_routine(one, Opcode::Ret);
    }
    for (const auto& [number, node] : nodes_) {
      if (node->kind == Node::Kind::Call) builder_.at(number).jip = begins[node->callee];
    }
  }
  KernelCode finish() { return builder_.finish(); }
  const Node* node_of(std::uint32_t number) const {
    const auto found = nodes_.find(number);
    return found == nodes_.end() ? nullptr : found->second;
  }
  std::uint32_t end() const { return end_; }

 private:
  /// Returns the number of its last instruction, at which those wait that a `halt` stops.
  std::uint32_t emit_routine(const std::vector<Node>& nodes, Opcode last) {
    blocks_.emplace_back();
    emit(nodes);
    const std::uint32_t end = builder_.add(last);
    close_block(end);
    for (const std::uint32_t number : halts_) builder_.at(number).uip = end;
    halts_.clear();
    return end;
  }

  void emit(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) emit(node);
  }

  void emit(const Node& node) {
    switch (node.kind) {
      case Node::Kind::Operation:
        add(node, Opcode::Mov);
        return;
      case Node::Kind::If:
        return emit_if(node);
      case Node::Kind::Break:
        return leave_block(add(node, Opcode::Break), to_while_.back());
      case Node::Kind::Continue:
        return leave_block(add(node, Opcode::Cont), to_while_.back());
      case Node::Kind::Halt:
        return leave_block(add(node, Opcode::Halt), halts_);
      case Node::Kind::Call:
        add(node, Opcode::Call);
        return;
      case Node::Kind::Return:
        add(node, Opcode::Ret);
        return;
      default:
        return emit_loop(node);
    }
  }

  std::uint32_t add(const Node& node, Opcode opcode) {
    const std::uint32_t number = builder_.add(opcode);
    nodes_[number] = &node;
    return number;
  }

  void leave_block(std::uint32_t number, std::vector<std::uint32_t>& others) {
    others.push_back(number);
    blocks_.back().push_back(number);
  }

  void emit_if(const Node& node) {
    const std::uint32_t begin = add(node, Opcode::If);
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
    blocks_.back().push_back(end);
  }

  void emit_loop(const Node& node) {
    const std::uint32_t begin = builder_.size();
    to_while_.emplace_back();
    blocks_.emplace_back();
    emit(node.first);
    const std::uint32_t end = add(node, Opcode::While);
    close_block(end);
    builder_.at(end).jip = begin;
    for (const std::uint32_t number : to_while_.back()) builder_.at(number).uip = end;
    to_while_.pop_back();
  }

  /// Where those jump that leave nobody in the block.
  void close_block(std::uint32_t end) {
    for (const std::uint32_t number : blocks_.back()) builder_.at(number).jip = end;
    blocks_.pop_back();
  }

  CodeBuilder builder_{kThreadChannels};
  std::map<std::uint32_t, const Node*> nodes_;
  std::vector<std::vector<std::uint32_t>> to_while_;  ///< of the loops around
  std::vector<std::vector<std::uint32_t>> blocks_;    ///< of the blocks around, their jumps
  std::vector<std::uint32_t> halts_;                  ///< of the routine
  std::uint32_t end_ = 0;
};

/// A thread in which each channel decides for itself.
class Together {
 public:
  using Executed = std::array<std::vector<unsigned>, kThreadChannels>;

  Together(const Emitter& emitter, const KernelCode& code, ChannelMask dispatched)
      : emitter_(emitter) {
    enables_.start(code, dispatched);
  }

  const Executed& run() {
    for (unsigned step = 0; enables_.number() != emitter_.end() && step < 1'000'000; ++step) {
      if (enables_.current().branches()) {
        branch();
      } else {
        operate();
      }
    }
    return executed_;
  }
  const ChannelEnables& enables() const { return enables_; }

 private:
  struct Call {
    std::uint32_t return_to;
    ChannelMask channels;
  };

  void operate() {
    const Node* node = emitter_.node_of(enables_.number());
    for (unsigned channel = 0; channel < kThreadChannels; ++channel) {
      if ((enables_.enabled() >> channel & 1U) != 0) executed_[channel].push_back(node->name);
    }
    enables_.step();
  }

  /// Without a node it is one that has no predicate.
  void branch() {
    const Node* node = emitter_.node_of(enables_.number());
    const ChannelMask predicate = node == nullptr ? ~ChannelMask{0} : decided(*node);
    switch (enables_.current().instruction.opcode) {
      case Opcode::Call:
        if (predicate != 0) calls_.push_back({enables_.number() + 1, predicate});
        enables_.branch(predicate);
        return;
      case Opcode::Ret:
        enables_.return_to(calls_.back().return_to, calls_.back().channels, predicate);
        if (enables_.number() == calls_.back().return_to) calls_.pop_back();
        return;
      default:
        enables_.branch(predicate);
    }
  }

  ChannelMask decided(const Node& node) {
    ChannelMask predicate = 0;
    for (unsigned channel = 0; channel < kThreadChannels; ++channel) {
      const bool asked = (enables_.deciding() >> channel & 1U) != 0;
      if (asked && decisions_.at(channel, node)) predicate |= ChannelMask{1} << channel;
    }
    return predicate;
  }

  const Emitter& emitter_;
  ChannelEnables enables_;
  Decisions decisions_;
  std::vector<Call> calls_;
  Executed executed_;
};

TEST(StructuredCode, EachChannelExecutesWhatItWouldAlone) {
  unsigned long operations = 0;
  std::map<Opcode, unsigned> branches;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const StructuredProgram program = Grower(seed).grow();
    Emitter emitter;
    emitter.emit(program);
    const KernelCode code = emitter.finish();
    for (const LinkedInstruction& one : code) ++branches[one.instruction.opcode];
    const ChannelMask dispatched = seed % 3 == 0 ? 0x7ff : 0xffff;
    Together thread(emitter, code, dispatched);
    const Together::Executed& together = thread.run();
    ASSERT_EQ(thread.enables().number(), emitter.end()) << "seed " << seed;
    ASSERT_EQ(thread.enables().enabled(), dispatched) << "seed " << seed;
    for (unsigned channel = 0; channel < kThreadChannels; ++channel) {
      std::vector<unsigned> alone;
      if ((dispatched >> channel & 1U) != 0) alone = Alone(program, channel).run();
      ASSERT_EQ(together[channel], alone) << "seed " << seed << ", channel " << channel;
      operations += alone.size();
    }
  }
  EXPECT_GT(operations, 50'000U);
  for (const Opcode opcode : {Opcode::If, Opcode::Else, Opcode::While, Opcode::Break, Opcode::Cont,
                              Opcode::Halt, Opcode::Call, Opcode::Ret}) {
    EXPECT_GT(branches[opcode], 100U) << opcode_info(opcode).text;
  }
}

}  // namespace
}  // namespace lanefold::gen8
