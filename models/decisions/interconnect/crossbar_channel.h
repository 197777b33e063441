// SPDX-License-Identifier: Apache-2.0
// One direction of a crossbar: which message passes in which cycle. No SystemC.
#pragma once

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/cycle.h"
#include "base/number_set.h"
#include "decisions/interconnect/link.h"

namespace tlm {
class tlm_generic_payload;
}

namespace lanefold {

/// Messages wait at their input in the order of arrival, pass to their output when both ports, the
/// crossbar as a whole and a place at the output are free, and stay at the output until they are
/// taken away. Outputs take turns; at each of them the inputs do. Cycles are those of the switch.
class CrossbarChannel {
 public:
  struct Message {
    tlm::tlm_generic_payload* payload = nullptr;
    unsigned output = 0;
    std::uint32_t bytes = 0;    ///< that it takes of the ports' bandwidth
    std::uint32_t lines = 0;    ///< that it takes of the whole crossbar's
    std::uint64_t arrives = 0;  ///< cycle from which it is at its input, and then at its output
  };

  using Messages = boost::circular_buffer<Message>;

  /// `port` in bytes, `total` in lines per cycle; `queue` places at each input and output.
  CrossbarChannel(unsigned inputs, unsigned outputs, Rate port, Rate total, unsigned queue);

  /// Whether as many messages as an input has places for have arrived by `cycle` and wait.
  bool full(unsigned input, std::uint64_t cycle) const {
    const Messages& waiting = inputs_[input].waiting;
    return waiting.size() >= queue_ && waiting[queue_ - 1].arrives <= cycle;
  }
  /// Calls `visit(input)` for the inputs that may have a place again, lowest first: those from
  /// which a message has passed, and those of visit_later(), since the last call. `visit` may push.
  template <class Visit>
  void visit_freed(Visit&& visit) {
    std::swap(freed_, visited_);
    visited_.for_each(visit);
    visited_.clear();
  }
  /// An input that is full in a cycle to come.
  void visit_later(unsigned input) { freed_.insert(input); }
  /// A message whose time is known beforehand is taken even if there is no place.
  void push(unsigned input, const Message& message);
  /// Lets everything pass that can begin to in `cycle`; each cycle comes once.
  void pass(std::uint64_t cycle);
  /// The first cycle from `from` on in which something could pass as things stand, or an earlier
  /// one, or kNever.
  std::uint64_t next_pass(std::uint64_t from) const { return std::max(from, next_pass_); }

  /// Messages that have passed to an output, the next one to leave first.
  const Messages& at(unsigned output) const { return outputs_[output].there; }
  void take(unsigned output);
  /// Outputs with messages.
  const NumberSet& busy_outputs() const { return busy_outputs_; }

  std::size_t waiting(unsigned input) const { return inputs_[input].waiting.size(); }
  /// Cycles that messages have waited at inputs, summed.
  std::uint64_t waited() const { return waited_; }
  std::uint64_t passed() const { return passed_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t lines() const { return lines_; }
  void clear_statistics() { waited_ = passed_ = bytes_ = lines_ = 0; }
  /// Counts cycles from 0 again, with the first ports in turn; it must be empty.
  void restart();

 private:
  struct Input {
    Messages waiting;
    Link link;
  };
  /// The first message of an input.
  struct Head {
    std::uint64_t ready = 0;  ///< cycle from which it is there and the link is free
    unsigned output = 0;
    bool line = true;  ///< takes a place of the whole crossbar's; so it stays without a message
    bool competes = false;  ///< the cycle has come: it is among those of its output
  };
  /// A head that has not competed yet; it may have changed since.
  struct Coming {
    std::uint64_t ready;
    unsigned input;
    bool operator<(const Coming& other) const { return ready > other.ready; }  ///< first on top
  };
  struct Output {
    Messages there;
    Link link;
    unsigned next_input = 0;  ///< whose turn it is
    // Inputs whose heads compete for it.
    NumberSet lines;
    NumberSet others;
    unsigned competing = 0;  ///< how many
  };

  bool pass_one(std::uint64_t cycle);
  std::uint64_t earliest(const Head& head) const {
    const std::uint64_t ready = std::max(head.ready, output_ready_[head.output]);
    return head.line ? std::max(ready, total_.free_cycle()) : ready;
  }
  void new_head(unsigned input);
  /// Whether it has not changed since.
  bool comes(const Coming& coming) const {
    const Head& head = heads_[coming.input];
    return !inputs_[coming.input].waiting.empty() && !head.competes && head.ready == coming.ready;
  }
  void let_compete(std::uint64_t cycle);
  void withdraw(unsigned input);
  unsigned winner(const Output& output, bool with_lines) const;
  std::uint64_t earliest_at(unsigned output) const;
  std::uint64_t earliest_of_all() const;
  void update(unsigned output);
  void pass(unsigned input, std::uint64_t cycle);

  const unsigned input_count_;
  const unsigned output_count_;
  const std::size_t queue_;
  Link total_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  // What each look at who may pass reads is together, beside inputs and outputs.
  std::vector<Head> heads_;
  std::vector<std::uint64_t> output_ready_;  ///< cycle from which it can be passed to, or kNever
  std::size_t waiting_ = 0;                  ///< messages at all inputs
  unsigned plain_heads_ = 0;                 ///< first messages that are no lines
  std::vector<Coming> coming_;               ///< a heap
  NumberSet contested_;                      ///< outputs for which heads compete
  NumberSet busy_outputs_;
  NumberSet freed_;
  NumberSet visited_;  ///< by visit_freed()
  unsigned next_output_ = 0;
  std::uint64_t next_pass_ = kNever;  ///< nothing can pass before it
  std::uint64_t waited_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace lanefold
