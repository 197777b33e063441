// SPDX-License-Identifier: Apache-2.0
// What this program was built from, and with.
#pragma once

#include <string>

namespace lanefold {

/// `lanefold --version`: the versions of what others rely on, then commit, compiler and libraries.
std::string version_text();

}  // namespace lanefold
