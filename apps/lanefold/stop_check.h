// SPDX-License-Identifier: Apache-2.0
// What stops a run before its end: the user, or a limit of time.
#pragma once

#include <optional>

#include "lanefold/machine.h"

namespace lanefold {

/// From now on the first SIGINT or SIGTERM is noted, and the next one ends the process. Not where
/// the process ignores a signal, or has a handler of its own. May be called again.
void note_interruptions();
/// Whether there has been one.
bool interrupted();
/// Returns true when there is one, or has been; false after stop_noting().
bool wait_for_interruption();
/// Signals do again what they did before note_interruptions(), and who waits for one returns.
void stop_noting();

/// For Machine::on_stop_check: stops at an interruption, and when so many seconds have passed since
/// this call.
Machine::StopCheck stop_check(std::optional<double> max_seconds);

}  // namespace lanefold
