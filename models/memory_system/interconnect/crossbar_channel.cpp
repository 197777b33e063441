// SPDX-License-Identifier: Apache-2.0
// One direction of a crossbar.
#include "memory_system/interconnect/crossbar_channel.h"

#include <algorithm>

namespace lanefold {

CrossbarChannel::CrossbarChannel(unsigned inputs, unsigned outputs, Rate port, Rate total,
                                 unsigned queue)
    : total_(total),
      queue_(queue),
      input_links_(inputs, Link(port)),
      output_links_(outputs, Link(port)),
      inputs_(inputs),
      outputs_(outputs),
      busy_inputs_(inputs),
      busy_outputs_(outputs),
      next_input_(outputs, 0) {}

bool CrossbarChannel::full(unsigned input, std::uint64_t cycle) const {
  const std::deque<Message>& waiting = inputs_[input];
  return waiting.size() >= queue_ && waiting[queue_ - 1].arrives <= cycle;
}

void CrossbarChannel::push(unsigned input, const Message& message) {
  std::deque<Message>& waiting = inputs_[input];
  auto place = waiting.end();
  while (place != waiting.begin() && std::prev(place)->arrives > message.arrives) --place;
  waiting.insert(place, message);
  busy_inputs_.insert(input);
}

void CrossbarChannel::pass(std::uint64_t cycle) {
  while (pass_one(cycle)) {
  }
}

bool CrossbarChannel::can_pass(unsigned input, std::uint64_t cycle) const {
  const Message& head = inputs_[input].front();
  return head.arrives <= cycle && input_links_[input].free(cycle) &&
         outputs_[head.output].size() < queue_ && output_links_[head.output].free(cycle) &&
         (head.lines == 0 || total_.free(cycle));
}

/// The less, the sooner it is the turn of the head of `input`: first by output, then by input.
std::uint64_t CrossbarChannel::turn(unsigned input) const {
  const auto distance = [](unsigned port, unsigned next, std::size_t ports) {
    return port >= next ? port - next : port + ports - next;
  };
  const unsigned output = inputs_[input].front().output;
  return distance(output, next_output_, outputs_.size()) * inputs_.size() +
         distance(input, next_input_[output], inputs_.size());
}

bool CrossbarChannel::pass_one(std::uint64_t cycle) {
  std::uint64_t first = kNever;
  unsigned winner = 0;
  busy_inputs_.for_each([&](unsigned input) {
    if (!can_pass(input, cycle) || turn(input) >= first) return;
    first = turn(input);
    winner = input;
  });
  if (first == kNever) return false;
  pass(winner, cycle);
  return true;
}

/// A message is there, as a whole, when the slowest of what it takes has passed; at least a cycle
/// later (store and forward).
void CrossbarChannel::pass(unsigned input, std::uint64_t cycle) {
  Message message = inputs_[input].front();
  inputs_[input].pop_front();
  if (inputs_[input].empty()) busy_inputs_.erase(input);
  const std::uint64_t ends =
      std::max({input_links_[input].pass(cycle, message.bytes).ends,
                output_links_[message.output].pass(cycle, message.bytes).ends,
                message.lines == 0 ? cycle : total_.pass(cycle, message.lines).ends});
  message.there = std::max(ends, cycle + 1);
  outputs_[message.output].push_back(message);
  busy_outputs_.insert(message.output);
  next_input_[message.output] = input + 1 == inputs_.size() ? 0 : input + 1;
  next_output_ = message.output + 1 == outputs_.size() ? 0 : message.output + 1;
  waited_ += cycle - message.arrives;
  bytes_ += message.bytes;
  lines_ += message.lines;
  ++passed_;
}

void CrossbarChannel::take(unsigned output) {
  outputs_[output].pop_front();
  if (outputs_[output].empty()) busy_outputs_.erase(output);
}

std::uint64_t CrossbarChannel::next_pass(std::uint64_t from) const {
  std::uint64_t next = kNever;
  busy_inputs_.for_each([&](unsigned input) {
    const Message& head = inputs_[input].front();
    if (outputs_[head.output].size() >= queue_) return;
    std::uint64_t cycle = std::max({from, head.arrives, input_links_[input].free_cycle(),
                                    output_links_[head.output].free_cycle()});
    if (head.lines != 0) cycle = std::max(cycle, total_.free_cycle());
    next = std::min(next, cycle);
  });
  return next;
}

void CrossbarChannel::restart() {
  total_.reset();
  for (Link& link : input_links_) link.reset();
  for (Link& link : output_links_) link.reset();
  std::fill(next_input_.begin(), next_input_.end(), 0);
  next_output_ = 0;
}

}  // namespace lanefold
