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
      heads_(inputs),
      output_ready_(outputs, 0),
      busy_inputs_(inputs),
      busy_outputs_(outputs),
      next_input_(outputs, 0) {}

void CrossbarChannel::push(unsigned input, const Message& message) {
  std::vector<Message>& waiting = inputs_[input];
  auto place = waiting.end();
  while (place != waiting.begin() && std::prev(place)->arrives > message.arrives) --place;
  waiting.insert(place, message);
  new_head(input);
  next_pass_ = std::min(next_pass_, earliest(input));
}

void CrossbarChannel::pass(std::uint64_t cycle) {
  if (cycle < next_pass_) return;
  while (pass_one(cycle)) {
    if (total_.free(cycle) || plain_heads_ != 0) continue;
    next_pass_ = busy_inputs_.empty() ? kNever : total_.free_cycle();  // all that wait are lines
    return;
  }
}

void CrossbarChannel::new_head(unsigned input) {
  if (!heads_[input].line) --plain_heads_;
  if (inputs_[input].empty()) {
    heads_[input] = {};
    busy_inputs_.erase(input);
    return;
  }
  const Message& head = inputs_[input].front();
  heads_[input] = {std::max(head.arrives, input_links_[input].free_cycle()), head.output,
                   head.lines != 0};
  busy_inputs_.insert(input);
  if (head.lines == 0) ++plain_heads_;
}

void CrossbarChannel::output_changed(unsigned output) {
  const bool full = outputs_[output].size() >= queue_;
  output_ready_[output] = full ? kNever : output_links_[output].free_cycle();
}

/// The less, the sooner it is the turn of the head of `input`: first by output, then by input.
std::uint64_t CrossbarChannel::turn(unsigned input) const {
  const auto distance = [](unsigned port, unsigned next, std::size_t ports) {
    return port >= next ? port - next : port + ports - next;
  };
  const unsigned output = heads_[input].output;
  return distance(output, next_output_, output_ready_.size()) * heads_.size() +
         distance(input, next_input_[output], heads_.size());
}

/// The one whose turn it is; if there is none, finds out when there will be.
bool CrossbarChannel::pass_one(std::uint64_t cycle) {
  std::uint64_t first = kNever;
  unsigned winner = 0;
  next_pass_ = kNever;
  busy_inputs_.for_each([&](unsigned input) {
    const std::uint64_t soonest = earliest(input);
    next_pass_ = std::min(next_pass_, soonest);
    if (soonest > cycle) return;
    const std::uint64_t its_turn = turn(input);
    if (its_turn >= first) return;
    first = its_turn;
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
  inputs_[input].erase(inputs_[input].begin());
  const std::uint64_t ends =
      std::max({input_links_[input].pass(cycle, message.bytes).ends,
                output_links_[message.output].pass(cycle, message.bytes).ends,
                message.lines == 0 ? cycle : total_.pass(cycle, message.lines).ends});
  message.there = std::max(ends, cycle + 1);
  outputs_[message.output].push_back(message);
  busy_outputs_.insert(message.output);
  output_changed(message.output);
  new_head(input);
  next_input_[message.output] = input + 1 == inputs_.size() ? 0 : input + 1;
  next_output_ = message.output + 1 == outputs_.size() ? 0 : message.output + 1;
  waited_ += cycle - message.arrives;
  bytes_ += message.bytes;
  lines_ += message.lines;
  ++passed_;
}

void CrossbarChannel::take(unsigned output) {
  std::vector<Message>& there = outputs_[output];
  const bool was_full = there.size() >= queue_;
  there.erase(there.begin());
  if (there.empty()) busy_outputs_.erase(output);
  if (!was_full) return;
  output_changed(output);
  busy_inputs_.for_each([&](unsigned input) {
    if (heads_[input].output == output) next_pass_ = std::min(next_pass_, earliest(input));
  });
}

void CrossbarChannel::restart() {
  total_.reset();
  for (Link& link : input_links_) link.reset();
  for (Link& link : output_links_) link.reset();
  std::fill(output_ready_.begin(), output_ready_.end(), 0);
  std::fill(next_input_.begin(), next_input_.end(), 0);
  next_output_ = 0;
  next_pass_ = kNever;
}

}  // namespace lanefold
