// SPDX-License-Identifier: Apache-2.0
// Random operations checked against a golden memory.
#include "tests/support/random_memory_tester.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr unsigned kWordBytes = 4;

}  // namespace

RandomMemoryTester::RandomMemoryTester(const RandomTest& test, std::vector<AtInitiator*> initiators)
    : test_(test), initiators_(std::move(initiators)), random_(test.seed) {
  idle_short_.resize(initiators_.size());
  idle_long_.resize(initiators_.size());
  for (AtInitiator* initiator : initiators_) {
    initiator->answered = [this](Transaction& transaction) { check(transaction); };
  }
  make_words();
}

void RandomMemoryTester::make_words() {
  const Part parts[] = {Part::Exclusive, Part::Published, Part::Counter, Part::Exclusive};
  for (unsigned line = 0; line < test_.lines; ++line) {
    for (unsigned offset = 0; offset < test_.line_bytes; offset += kWordBytes) {
      Word word;
      const Part part = parts[offset / kWordBytes % 4];
      word.part = part == Part::Counter && !test_.atomics ? Part::Exclusive : part;
      word.address = line * test_.line_stride + offset;
      word.line = line;
      word.seen.resize(initiators_.size());
      word.reading.resize(initiators_.size());
      words_.push_back(std::move(word));
    }
  }
}

// ---- The next operation.

void RandomMemoryTester::start(unsigned initiator) {
  if (begun_ == pause_ || !failure_.empty()) return;
  Operation operation;
  operation.initiator = initiator;
  constexpr unsigned kTries = 100;
  for (unsigned i = 0; i < kTries; ++i) {
    if (!choose(initiator, operation)) continue;
    ++begun_;
    send(operation);
    return;
  }
  fail("the test has too few words for its operations");
}

bool RandomMemoryTester::choose(unsigned initiator, Operation& operation) {
  operation.word = below(static_cast<unsigned>(words_.size()));
  Word& word = words_[operation.word];
  if (!test_.sharing && word.line % initiators_.size() != initiator) return false;
  switch (word.part) {
    case Part::Exclusive:
      return choose_exclusive(word, operation);
    case Part::Published:
      return choose_published(word, operation);
    case Part::Counter:
      return choose_counter(word, operation);
  }
  return false;
}

bool RandomMemoryTester::choose_exclusive(Word& word, Operation& operation) {
  if (word.busy) return false;
  word.busy = true;
  operation.kind = static_cast<Kind>(below(test_.atomics ? 3 : 2));
  operation.value = static_cast<std::uint32_t>(random_());
  operation.expected = word.value;
  if (operation.kind == Kind::Store) word.value = operation.value;
  if (operation.kind == Kind::Atomic) word.value += operation.value;
  return true;
}

bool RandomMemoryTester::choose_published(Word& word, Operation& operation) {
  const unsigned writer = test_.sharing ? operation.word % initiators_.size() : operation.initiator;
  if (operation.initiator == writer && !word.busy) {
    word.busy = true;
    operation.kind = Kind::Store;
    operation.value = ++word.begun;
    return true;
  }
  if (word.reading[operation.initiator]) return false;
  word.reading[operation.initiator] = true;
  operation.kind = Kind::Load;
  operation.expected = std::max(word.value, word.seen[operation.initiator]);
  return true;
}

bool RandomMemoryTester::choose_counter(Word& word, Operation& operation) {
  if (word.reading[operation.initiator]) return false;
  word.reading[operation.initiator] = true;
  operation.kind = below(4) == 0 ? Kind::Load : Kind::Atomic;
  operation.value = 1;
  operation.expected = std::max(word.value, word.seen[operation.initiator]);
  if (operation.kind == Kind::Atomic) ++word.begun;
  return true;
}

/// As a payload of the word alone, or of the whole line.
void RandomMemoryTester::send(Operation& operation) {
  const unsigned initiator = operation.initiator;
  const std::uint64_t address = words_[operation.word].address;
  const std::uint64_t line = words_[operation.word].line * test_.line_stride;
  const bool whole = below(2) == 0;
  auto& idle = (whole ? idle_long_ : idle_short_)[initiator];
  if (idle.empty()) {
    idle.push_back(&initiators_[initiator]->make(kRead, 0, whole ? test_.line_bytes : kWordBytes));
  }
  Transaction& transaction = *idle.back();
  idle.pop_back();
  tlm::tlm_generic_payload& payload = transaction.payload;
  const auto offset = static_cast<unsigned>(whole ? address - line : 0);
  payload.set_command(operation.kind == Kind::Store ? kWrite : kRead);
  payload.set_address(whole ? line : address);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_byte_enable_length(0);
  payload.clear_extension(&transaction.atomic);
  if (operation.kind == Kind::Store) {
    transaction.set_word(offset, operation.value);
    if (whole) transaction.enable(offset, kWordBytes);
  }
  if (operation.kind == Kind::Atomic) {
    transaction.make_atomic(Opcode::AmoaddW, address, operation.value);
  }
  operation.begun = current_cycle();
  operation.open = true;
  operations_[&transaction] = operation;
  initiators_[initiator]->send(transaction, current_cycle() + below(test_.most_gap + 1));
}

// ---- Answers.

void RandomMemoryTester::check(Transaction& transaction) {
  Operation& operation = operations_.at(&transaction);
  operation.open = false;
  ++answered_;
  const bool whole = transaction.data.size() > kWordBytes;
  (whole ? idle_long_ : idle_short_)[operation.initiator].push_back(&transaction);
  Word& word = words_[operation.word];
  const std::uint64_t offset = word.address - transaction.payload.get_address();
  const std::uint32_t got = transaction.word(static_cast<unsigned>(offset));
  if (transaction.payload.get_response_status() != tlm::TLM_OK_RESPONSE) {
    fail(fmt::format("the answer to {:#x} is {}", word.address,
                     transaction.payload.get_response_string()));
  }
  switch (word.part) {
    case Part::Exclusive:
      check_exclusive(word, operation, got);
      break;
    case Part::Published:
      check_published(word, operation, got);
      break;
    case Part::Counter:
      check_counter(word, operation, got);
      break;
  }
  const std::string wrong = invariant ? invariant() : std::string();
  if (!wrong.empty()) fail(wrong);
  start(operation.initiator);
}

void RandomMemoryTester::check_exclusive(Word& word, const Operation& operation,
                                         std::uint32_t got) {
  word.busy = false;
  if (operation.kind == Kind::Store) return;
  expect(got == operation.expected, operation, got, fmt::format("{:#x}", operation.expected));
}

void RandomMemoryTester::check_published(Word& word, const Operation& operation,
                                         std::uint32_t got) {
  if (operation.kind == Kind::Store) {
    word.busy = false;
    word.value = operation.value;
    return;
  }
  word.reading[operation.initiator] = false;
  word.seen[operation.initiator] = got;
  expect(got >= operation.expected && got <= word.begun, operation, got,
         fmt::format("from {:#x} to {:#x}", operation.expected, word.begun));
}

void RandomMemoryTester::check_counter(Word& word, const Operation& operation, std::uint32_t got) {
  word.reading[operation.initiator] = false;
  word.seen[operation.initiator] = got;
  const bool increments = operation.kind == Kind::Atomic;
  expect(got >= operation.expected && got + (increments ? 1 : 0) <= word.begun, operation, got,
         fmt::format("from {:#x}, of {:#x} increments", operation.expected, word.begun));
  if (!increments || !failure_.empty()) return;
  ++word.value;
  word.given.resize(std::max<std::size_t>(word.given.size(), got + 1));
  expect(!word.given[got], operation, got, "one that no other increment has seen");
  word.given[got] = true;
}

void RandomMemoryTester::expect(bool holds, const Operation& operation, std::uint32_t got,
                                const std::string& valid) {
  if (holds) return;
  const char* const kinds[] = {"load", "store", "atomic"};
  fail(fmt::format(
      "in cycle {}, the {} of initiator {} at {:#x}, begun in cycle {}, got {:#x}; "
      "valid: {}",
      current_cycle(), kinds[static_cast<unsigned>(operation.kind)], operation.initiator,
      words_[operation.word].address, operation.begun, got, valid));
}

void RandomMemoryTester::fail(const std::string& sentence) {
  if (failure_.empty()) failure_ = fmt::format("seed {}: {}", test_.seed, sentence);
}

// ---- The whole run.

std::string RandomMemoryTester::run() {
  constexpr unsigned kPauses = 8;
  for (unsigned i = 1; i <= kPauses && failure_.empty(); ++i) {
    run_to(test_.operations * i / kPauses);
  }
  return failure_;
}

void RandomMemoryTester::run_to(std::uint64_t begun) {
  const auto idle = [](const AtInitiator* initiator) { return initiator->idle(); };
  pause_ = begun;
  for (unsigned i = 0; i < test_.depth; ++i) {
    for (unsigned initiator = 0; initiator < initiators_.size(); ++initiator) start(initiator);
  }
  while (failure_.empty() && !std::all_of(initiators_.begin(), initiators_.end(), idle)) {
    sc_core::sc_start(cycles(test_.patience / 4));
    find_lost();
  }
  if (!failure_.empty()) return;
  sc_core::sc_start(cycles(test_.patience / 4));  // caches still write back
  check_contents();
}

void RandomMemoryTester::find_lost() {
  for (const auto& [transaction, operation] : operations_) {
    if (!operation.open || current_cycle() - operation.begun < test_.patience) continue;
    fail(fmt::format("no answer to the operation of initiator {} at {:#x} since cycle {}",
                     operation.initiator, words_[operation.word].address, operation.begun));
  }
}

/// Debuggers see what the operations have left.
void RandomMemoryTester::check_contents() {
  for (unsigned i = 0; i < words_.size(); ++i) {
    const Word& word = words_[i];
    Transaction read(kRead, word.address, kWordBytes);
    const unsigned reader = test_.sharing ? i % initiators_.size() : word.line % initiators_.size();
    initiators_[reader]->socket->transport_dbg(read.payload);
    if (read.word(0) == word.value) continue;
    fail(fmt::format("after {} operations {:#x} holds {:#x}; valid: {:#x}", answered_, word.address,
                     read.word(0), word.value));
  }
}

}  // namespace lanefold
