// SPDX-License-Identifier: Apache-2.0
// What this program was built from, and with.
#pragma once

#include <string>

namespace lanefold {

/// `lanefold --version`: the versions of what others rely on, then commit, compiler and libraries.
std::string version_text();
/// Empty if it is not known.
std::string build_commit();
/// "Verilator 5.006", which has built the RTL, or "no RTL".
std::string rtl_text();

}  // namespace lanefold
