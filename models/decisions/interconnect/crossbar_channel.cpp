// SPDX-License-Identifier: Apache-2.0
// One direction of a crossbar.
#include "decisions/interconnect/crossbar_channel.h"

#include <algorithm>

namespace lanefold {
namespace {

constexpr std::size_t kPlaces = 8;  ///< at first

void append(CrossbarChannel::Messages& messages, const CrossbarChannel::Message& message) {
  if (messages.full()) messages.set_capacity(2 * messages.capacity());
  messages.push_back(message);
}

}  // namespace

CrossbarChannel::CrossbarChannel(unsigned inputs, unsigned outputs, Rate port, Rate total,
                                 unsigned queue)
    : input_count_(inputs),
      output_count_(outputs),
      queue_(queue),
      total_(total),
      inputs_(inputs, {Messages(kPlaces), Link(port)}),
      outputs_(outputs, {Messages(kPlaces), Link(port)}),
      heads_(inputs),
      output_ready_(outputs),
      busy_inputs_(inputs),
      busy_outputs_(outputs) {}

void CrossbarChannel::push(unsigned input, const Message& message) {
  Messages& waiting = inputs_[input].waiting;
  append(waiting, message);
  auto place = waiting.size() - 1;
  for (; place > 0 && waiting[place - 1].arrives > message.arrives; --place) {
    std::swap(waiting[place - 1], waiting[place]);
  }
  if (place != 0) return;
  new_head(input);
  next_pass_ = std::min(next_pass_, earliest(heads_[input]));
}

void CrossbarChannel::pass(std::uint64_t cycle) {
  if (cycle < next_pass_) return;
  while (pass_one(cycle)) {
    if (total_.free(cycle) || plain_heads_ != 0) continue;
    next_pass_ = busy_inputs_.empty() ? kNever : total_.free_cycle();  // all that wait are lines
    return;
  }
}

void CrossbarChannel::new_head(unsigned number) {
  const Input& input = inputs_[number];
  Head& head = heads_[number];
  if (!head.line) --plain_heads_;
  head.line = true;
  if (input.waiting.empty()) return busy_inputs_.erase(number);
  const Message& first = input.waiting.front();
  head.ready = std::max(first.arrives, input.link.free_cycle());
  head.output = first.output;
  busy_inputs_.insert(number);
  if (first.lines != 0) return;
  head.line = false;
  ++plain_heads_;
}

void CrossbarChannel::update(unsigned number) {
  const Output& output = outputs_[number];
  output_ready_[number] = output.there.size() >= queue_ ? kNever : output.link.free_cycle();
}

/// The less, the sooner it is the turn of the head of `input`: first by output, then by input.
std::uint64_t CrossbarChannel::turn(unsigned input) const {
  const auto distance = [](unsigned port, unsigned next, unsigned ports) {
    return port >= next ? port - next : port + ports - next;
  };
  const unsigned output = heads_[input].output;
  return std::uint64_t{distance(output, next_output_, output_count_)} * input_count_ +
         distance(input, outputs_[output].next_input, input_count_);
}

/// The one whose turn it is; if there is none, finds out when there will be.
bool CrossbarChannel::pass_one(std::uint64_t cycle) {
  std::uint64_t first = kNever;
  std::uint64_t next = kNever;
  unsigned winner = 0;
  busy_inputs_.for_each([&](unsigned input) {
    const std::uint64_t soonest = earliest(heads_[input]);
    next = std::min(next, soonest);
    if (soonest > cycle) return;
    const std::uint64_t its_turn = turn(input);
    if (its_turn >= first) return;
    first = its_turn;
    winner = input;
  });
  next_pass_ = next;
  if (first == kNever) return false;
  pass(winner, cycle);
  return true;
}

/// A message is there, as a whole, when the slowest of what it takes has passed; at least a cycle
/// later (store and forward).
void CrossbarChannel::pass(unsigned number, std::uint64_t cycle) {
  Input& input = inputs_[number];
  Message message = input.waiting.front();
  Output& output = outputs_[message.output];
  input.waiting.pop_front();
  waited_ += cycle - message.arrives;
  bytes_ += message.bytes;
  lines_ += message.lines;
  ++passed_;
  message.arrives = std::max({cycle + 1, input.link.pass(cycle, message.bytes).ends,
                              output.link.pass(cycle, message.bytes).ends,
                              message.lines == 0 ? cycle : total_.pass(cycle, message.lines).ends});
  append(output.there, message);
  busy_outputs_.insert(message.output);
  update(message.output);
  new_head(number);
  output.next_input = number + 1 == input_count_ ? 0 : number + 1;
  next_output_ = message.output + 1 == output_count_ ? 0 : message.output + 1;
}

void CrossbarChannel::take(unsigned number) {
  Output& output = outputs_[number];
  const bool was_full = output.there.size() >= queue_;
  output.there.pop_front();
  if (output.there.empty()) busy_outputs_.erase(number);
  if (!was_full) return;
  update(number);
  busy_inputs_.for_each([&](unsigned input) {
    if (heads_[input].output == number) {
      next_pass_ = std::min(next_pass_, earliest(heads_[input]));
    }
  });
}

void CrossbarChannel::restart() {
  total_.reset();
  for (Input& input : inputs_) input.link.reset();
  for (Head& head : heads_) head.ready = 0;
  for (Output& output : outputs_) {
    output.link.reset();
    output.next_input = 0;
  }
  std::fill(output_ready_.begin(), output_ready_.end(), 0);
  next_output_ = 0;
  next_pass_ = kNever;
}

}  // namespace lanefold
