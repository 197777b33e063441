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
      outputs_(outputs,
               {Messages(kPlaces), Link(port), 0, NumberSet(inputs), NumberSet(inputs), 0}),
      heads_(inputs),
      output_ready_(outputs),
      contested_(outputs),
      busy_outputs_(outputs),
      freed_(inputs),
      visited_(inputs) {}

void CrossbarChannel::push(unsigned input, const Message& message) {
  Messages& waiting = inputs_[input].waiting;
  append(waiting, message);
  ++waiting_;
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
    next_pass_ = waiting_ == 0 ? kNever : total_.free_cycle();  // all that wait are lines
    return;
  }
}

void CrossbarChannel::new_head(unsigned number) {
  withdraw(number);
  const Input& input = inputs_[number];
  Head& head = heads_[number];
  if (!head.line) --plain_heads_;
  head.line = true;
  if (input.waiting.empty()) return;
  const Message& first = input.waiting.front();
  head.ready = std::max(first.arrives, input.link.free_cycle());
  head.output = first.output;
  coming_.push_back({head.ready, number});
  std::push_heap(coming_.begin(), coming_.end());
  if (first.lines != 0) return;
  head.line = false;
  ++plain_heads_;
}

void CrossbarChannel::update(unsigned number) {
  const Output& output = outputs_[number];
  output_ready_[number] = output.there.size() >= queue_ ? kNever : output.link.free_cycle();
}

void CrossbarChannel::let_compete(std::uint64_t cycle) {
  while (!coming_.empty() && coming_.front().ready <= cycle) {
    const Coming first = coming_.front();
    std::pop_heap(coming_.begin(), coming_.end());
    coming_.pop_back();
    if (!comes(first)) continue;
    Head& head = heads_[first.input];
    head.competes = true;
    Output& output = outputs_[head.output];
    (head.line ? output.lines : output.others).insert(first.input);
    if (output.competing++ == 0) contested_.insert(head.output);
  }
}

void CrossbarChannel::withdraw(unsigned input) {
  Head& head = heads_[input];
  if (!head.competes) return;
  head.competes = false;
  Output& output = outputs_[head.output];
  (head.line ? output.lines : output.others).erase(input);
  if (--output.competing == 0) contested_.erase(head.output);
}

/// The input whose turn it is; input_count_ if there is none.
unsigned CrossbarChannel::winner(const Output& output, bool with_lines) const {
  const auto first_of = [&](const NumberSet& inputs) {
    unsigned first = input_count_;
    inputs.in_turn(output.next_input, [&](unsigned input) {
      first = input;
      return true;
    });
    return first;
  };
  const auto distance = [&](unsigned input) {
    return input >= output.next_input ? input - output.next_input
                                      : input + input_count_ - output.next_input;
  };
  const unsigned other = first_of(output.others);
  const unsigned line = with_lines ? first_of(output.lines) : input_count_;
  if (line == input_count_ || other == input_count_) return std::min(line, other);
  return distance(line) < distance(other) ? line : other;
}

/// The first cycle in which a head that competes for an output could pass.
std::uint64_t CrossbarChannel::earliest_at(unsigned number) const {
  const Output& output = outputs_[number];
  if (output.competing == 0) return kNever;
  const std::uint64_t ready = output_ready_[number];
  return output.others.empty() ? std::max(ready, total_.free_cycle()) : ready;
}

std::uint64_t CrossbarChannel::earliest_of_all() const {
  std::uint64_t next = kNever;
  contested_.for_each([&](unsigned output) { next = std::min(next, earliest_at(output)); });
  for (const Coming& coming : coming_) {
    if (comes(coming)) next = std::min(next, earliest(heads_[coming.input]));
  }
  return next;
}

/// The one whose turn it is, first by output, then by input; if there is none, finds out when there
/// will be.
bool CrossbarChannel::pass_one(std::uint64_t cycle) {
  let_compete(cycle);
  const bool with_lines = total_.free(cycle);
  unsigned input = input_count_;
  contested_.in_turn(next_output_, [&](unsigned output) {
    if (output_ready_[output] > cycle) return false;
    input = winner(outputs_[output], with_lines);
    return input != input_count_;
  });
  if (input == input_count_) {
    next_pass_ = earliest_of_all();
    return false;
  }
  next_pass_ = cycle;
  pass(input, cycle);
  return true;
}

/// A message is there, as a whole, when the slowest of what it takes has passed; at least a cycle
/// later (store and forward).
void CrossbarChannel::pass(unsigned number, std::uint64_t cycle) {
  Input& input = inputs_[number];
  Message message = input.waiting.front();
  Output& output = outputs_[message.output];
  input.waiting.pop_front();
  --waiting_;
  freed_.insert(number);
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
  next_pass_ = std::min(next_pass_, earliest_at(number));
  for (const Coming& coming : coming_) {
    const Head& head = heads_[coming.input];
    if (comes(coming) && head.output == number) next_pass_ = std::min(next_pass_, earliest(head));
  }
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
  coming_.clear();
  next_output_ = 0;
  next_pass_ = kNever;
}

}  // namespace lanefold
