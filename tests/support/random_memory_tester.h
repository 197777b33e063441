// SPDX-License-Identifier: Apache-2.0
// Random loads, stores and atomics of many initiators over few lines, every value checked against a
// golden memory.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/support/at_initiator.h"

namespace lanefold {

struct RandomTest {
  std::uint32_t seed = 1;
  std::uint64_t operations = 20000;
  unsigned lines = 8;
  unsigned line_bytes = 64;
  std::uint64_t line_stride = 64;  ///< from line to line; larger ones fight for the same sets
  unsigned depth = 4;              ///< operations of an initiator at a time
  unsigned most_gap = 8;           ///< cycles from an answer to the next operation
  bool atomics = true;
  bool sharing = true;               ///< else every line belongs to one initiator
  std::uint64_t patience = 100'000;  ///< cycles after which an operation is lost
};

/// Words play three parts, neighbours in the same line different ones. *Exclusive* words have one
/// operation at a time, of any initiator and kind, so each value is known exactly. *Published*
/// words have one writer, which counts up, and any number of readers at the same time: a reader
/// sees no older value than was written before it began or than it saw before, and no younger one
/// than was begun when it ended. *Counters* are incremented by atomics of all initiators at once:
/// no two of them may see the same value. Now and then the operations pause, and debug transport
/// must find in memory what they have left.
class RandomMemoryTester {
 public:
  RandomMemoryTester(const RandomTest& test, std::vector<AtInitiator*> initiators);

  /// Called after every answer; returns what is wrong, or an empty string.
  std::function<std::string()> invariant;

  /// Runs until all operations are answered or something is wrong; returns what, with the seed and
  /// both values, or an empty string.
  std::string run();
  std::uint64_t answered() const { return answered_; }

 private:
  enum class Part : std::uint8_t { Exclusive, Published, Counter };
  enum class Kind : std::uint8_t { Load, Store, Atomic };

  struct Word {
    Part part = Part::Exclusive;
    std::uint64_t address = 0;
    unsigned line = 0;
    bool busy = false;        ///< exclusive: has its operation; published: has its writer's
    std::uint32_t value = 0;  ///< exclusive: what it holds; others: answered writes or increments
    std::uint32_t begun = 0;  ///< published, counter: writes or increments that have begun
    std::vector<bool> given;  ///< counter: values that increments have seen
    std::vector<std::uint32_t> seen;  ///< by initiator: the youngest value
    std::vector<bool> reading;        ///< by initiator
  };
  struct Operation {
    unsigned initiator = 0;
    unsigned word = 0;
    Kind kind = Kind::Load;
    std::uint32_t value = 0;  ///< stored, or the operand
    std::uint32_t expected =
        0;                    ///< exclusive: the value before; others: the least that may be seen
    std::uint64_t begun = 0;  ///< cycle
    bool open = false;
  };

  void make_words();
  void start(unsigned initiator);
  bool choose(unsigned initiator, Operation& operation);
  bool choose_exclusive(Word& word, Operation& operation);
  bool choose_published(Word& word, Operation& operation);
  bool choose_counter(Word& word, Operation& operation);
  void send(Operation& operation);
  void check(Transaction& transaction);
  void check_exclusive(Word& word, const Operation& operation, std::uint32_t got);
  void check_published(Word& word, const Operation& operation, std::uint32_t got);
  void check_counter(Word& word, const Operation& operation, std::uint32_t got);
  void expect(bool holds, const Operation& operation, std::uint32_t got, const std::string& valid);
  void run_to(std::uint64_t begun);
  void find_lost();
  void check_contents();
  void fail(const std::string& sentence);
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  RandomTest test_;
  std::vector<AtInitiator*> initiators_;
  std::mt19937_64 random_;
  std::vector<Word> words_;
  std::unordered_map<Transaction*, Operation> operations_;
  std::vector<std::vector<Transaction*>> idle_short_;  ///< by initiator: payloads of a word
  std::vector<std::vector<Transaction*>> idle_long_;   ///< of a line
  std::uint64_t begun_ = 0;
  std::uint64_t pause_ = 0;  ///< how many begin before the next pause
  std::uint64_t answered_ = 0;
  std::string failure_;
};

}  // namespace lanefold
