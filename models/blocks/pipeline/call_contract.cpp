// SPDX-License-Identifier: Apache-2.0
// The sentences of those who do not keep to it.
#include "blocks/pipeline/call_contract.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "lanefold/error.h"

namespace lanefold {
namespace {

[[noreturn]] void refuse_wait(const sc_core::sc_object& socket) {
  throw Error(ErrorKind::Configuration,
              std::string(socket.name()) +
                  ": the block that it calls has called wait(); a pipeline hands over within the "
                  "cycle, and a delay of whole cycles is annotated");
}

}  // namespace

Cycle cycles_of_delay(const sc_core::sc_object& socket, const CallContract* contract,
                      const sc_core::sc_time& delay) {
  if (contract == nullptr || !info_of(contract->edge).carries_delays()) {
    throw Error(ErrorKind::Configuration,
                fmt::format("{}: the call annotates a delay of {}, but this edge takes none: its "
                            "sender goes on in the same cycle (lanefold list edges)",
                            socket.name(), delay.to_string()));
  }
  const sc_core::sc_time& period = contract->clock.period();
  if (delay.value() % period.value() != 0) {
    throw Error(ErrorKind::Configuration,
                fmt::format("{}: the call annotates a delay of {}, which is no whole number of "
                            "cycles of {}",
                            socket.name(), delay.to_string(), period.to_string()));
  }
  return delay.value() / period.value();
}

void check_no_delay(const sc_core::sc_object& socket, const sc_core::sc_time& delay) {
  if (delay == sc_core::SC_ZERO_TIME) return;
  throw Error(ErrorKind::Configuration,
              fmt::format("{}: the call returns with a delay of {}, which came too late to be "
                          "carried: a delay is annotated before the payload is passed on",
                          socket.name(), delay.to_string()));
}

CallMoment::CallMoment() : time_(sc_core::sc_time_stamp()), delta_(sc_core::sc_delta_count()) {}

void CallMoment::check(const sc_core::sc_object& socket) const {
  if (sc_core::sc_time_stamp() != time_ || sc_core::sc_delta_count() != delta_) refuse_wait(socket);
}

void rethrow_by_name(const sc_core::sc_object& socket) {
  try {
    throw;
  } catch (const sc_core::sc_report& report) {
    if (std::strcmp(report.get_msg_type(), sc_core::SC_ID_WAIT_NOT_ALLOWED_) != 0) throw;
    refuse_wait(socket);
  }
}

}  // namespace lanefold
