// SPDX-License-Identifier: Apache-2.0
// What an audit of uniformity found, for people and for programs.
#pragma once

#include <string>

#include "observers/uniformity_check/uniformity_audit.h"

namespace lanefold {

/// Tables: executions, what the analysis knew, and why it did not know the rest.
std::string audit_text(const AuditResult& result);

/// JSON text, ending in a newline; docs/method/uniformity.md explains it.
std::string audit_json(const std::string& program, const AuditResult& result);

}  // namespace lanefold
