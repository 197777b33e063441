// SPDX-License-Identifier: Apache-2.0
// Versions, each by Semantic Versioning 2.0.0 (CHANGELOG.md says what counts as a change).
#pragma once

namespace lanefold {

/// Of the library, the command and the packages. The build reads it from here.
constexpr const char* kVersion = "0.2.0";
/// Of what machine files and `--set` understand: a new parameter raises the second number.
constexpr const char* kConfigurationVersion = "2.0.0";

}  // namespace lanefold
