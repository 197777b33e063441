// SPDX-License-Identifier: Apache-2.0
// Waits or runs.
#include "machine/gpu/simulated_time.h"

#include <algorithm>
#include <systemc>

#include "lanefold/error.h"

namespace lanefold {
namespace {

sc_core::sc_curr_proc_kind kind_of_caller() {
  return sc_core::sc_get_current_process_handle().proc_kind();
}

bool in_thread() { return kind_of_caller() == sc_core::SC_THREAD_PROC_; }

}  // namespace

void SimulatedTime::check_caller() {
  if ((sc_core::sc_get_status() & (sc_core::SC_STOPPED | sc_core::SC_END_OF_SIMULATION)) != 0) {
    throw Error(ErrorKind::Usage,
                "a launch takes simulated time, but the simulation has been stopped (sc_stop)");
  }
  if (in_thread() || kind_of_caller() == sc_core::SC_NO_PROC_) return;
  throw Error(
      ErrorKind::Usage,
      "a launch waits until its kernel has ended, which a method process cannot, nor one of "
      "a clock: launch in a thread process, or outside of processes");
}

void SimulatedTime::align() {
  const std::uint64_t unit = config_.core.issue.period * chip_.period().value();
  const std::uint64_t rest = sc_core::sc_time_stamp().value() % unit;
  const auto left = sc_core::sc_time::from_value(unit - rest);
  if (in_thread()) return sc_core::wait(left);
  sc_core::sc_start(left, sc_core::SC_RUN_TO_TIME);
}

std::uint64_t SimulatedTime::picoseconds() {
  return static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_PS));
}

void SimulatedTime::reach(std::uint64_t picoseconds) {
  const sc_core::sc_time until(static_cast<double>(picoseconds), sc_core::SC_PS);
  if (until <= sc_core::sc_time_stamp()) return;
  const sc_core::sc_time left = until - sc_core::sc_time_stamp();
  if (in_thread()) return sc_core::wait(left);
  sc_core::sc_start(left, sc_core::SC_RUN_TO_TIME);
}

void SimulatedTime::pass(std::uint64_t cycles) {
  if (!in_thread()) return chip_.advance(cycles);
  sc_core::wait(sc_core::sc_time::from_value(cycles * chip_.period().value()), chip_.stopped());
}

std::uint64_t SimulatedTime::shortest(std::uint64_t cycles) const {
  return chip_.single() ? cycles : 1;
}

bool SimulatedTime::starved() { return !in_thread() && !sc_core::sc_pending_activity(); }

}  // namespace lanefold
