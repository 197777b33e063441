// SPDX-License-Identifier: Apache-2.0
// Waveforms as files.
#pragma once

#include <string>

namespace lanefold {

/// For what Verilator has written, which does not say when it cannot: throws Error(File) unless
/// there is an FST file that has all of its parts to their ends.
void require_whole_waveform(const std::string& file);
/// Whether such a file has one time only: nothing was recorded but what held before.
bool is_still_waveform(const std::string& file);

}  // namespace lanefold
