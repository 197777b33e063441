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
}

void CrossbarChannel::pass(std::uint64_t cycle) {
  while (pass_one(cycle)) {
  }
}

bool CrossbarChannel::can_pass(unsigned input, unsigned output, std::uint64_t cycle) const {
  if (inputs_[input].empty()) return false;
  const Message& head = inputs_[input].front();
  return head.output == output && head.arrives <= cycle && input_links_[input].free(cycle) &&
         (head.lines == 0 || total_.free(cycle));
}

bool CrossbarChannel::pass_one(std::uint64_t cycle) {
  const auto inputs = static_cast<unsigned>(inputs_.size());
  const auto outputs = static_cast<unsigned>(outputs_.size());
  for (unsigned turn = 0; turn < outputs; ++turn) {
    const unsigned output = (next_output_ + turn) % outputs;
    if (outputs_[output].size() >= queue_ || !output_links_[output].free(cycle)) continue;
    for (unsigned i = 0; i < inputs; ++i) {
      const unsigned input = (next_input_[output] + i) % inputs;
      if (!can_pass(input, output, cycle)) continue;
      pass(input, cycle);
      next_input_[output] = (input + 1) % inputs;
      next_output_ = (output + 1) % outputs;
      return true;
    }
  }
  return false;
}

/// A message is there, as a whole, when the slowest of what it takes has passed; at least a cycle
/// later (store and forward).
void CrossbarChannel::pass(unsigned input, std::uint64_t cycle) {
  Message message = inputs_[input].front();
  inputs_[input].pop_front();
  const std::uint64_t ends =
      std::max({input_links_[input].pass(cycle, message.bytes).ends,
                output_links_[message.output].pass(cycle, message.bytes).ends,
                message.lines == 0 ? cycle : total_.pass(cycle, message.lines).ends});
  message.there = std::max(ends, cycle + 1);
  waited_ += cycle - message.arrives;
  bytes_ += message.bytes;
  ++passed_;
  outputs_[message.output].push_back(message);
}

std::uint64_t CrossbarChannel::next_pass(std::uint64_t from) const {
  std::uint64_t next = kNever;
  for (unsigned input = 0; input < inputs_.size(); ++input) {
    if (inputs_[input].empty()) continue;
    const Message& head = inputs_[input].front();
    if (outputs_[head.output].size() >= queue_) continue;
    std::uint64_t cycle = std::max({from, head.arrives, input_links_[input].free_cycle(),
                                    output_links_[head.output].free_cycle()});
    if (head.lines != 0) cycle = std::max(cycle, total_.free_cycle());
    next = std::min(next, cycle);
  }
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
