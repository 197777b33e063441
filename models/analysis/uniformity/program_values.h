// SPDX-License-Identifier: Apache-2.0
// The values of all functions that a kernel can call, and which of them may be addresses of private
// memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analysis/uniformity/value_numbering.h"

namespace lanefold {

/// The place of a call.
struct CallSite {
  std::uint32_t caller = 0;  ///< index in ProgramValues::functions
  std::uint32_t vertex = 0;  ///< that ends with the call
};

struct ProgramValues {
  std::vector<ValueTable> functions;             ///< callees before callers, but for recursion
  std::map<std::uint32_t, std::uint32_t> index;  ///< of a function, by pc of its entry
  std::vector<std::vector<CallSite>> callers;    ///< by function; the last, the entry, has none
  /// Whether a value may be an address of private memory, or made of one; by function and value.
  /// Assumes that a program makes such addresses of its stack pointer only.
  std::vector<std::vector<bool>> may_be_private;
  /// Pc of a jump whose targets are not known, if there is one: then the values mean nothing.
  std::optional<std::uint32_t> unknown_jump;
};

/// The values of the kernel whose entry stub is at `entry`.
ProgramValues program_values(const ProgramImage& image, std::uint32_t entry);

/// What a variable of function `f` holds when that is called at a site that is reached: a register,
/// or a slot of the caller's frame, as further arguments are. Nothing if it is not known.
std::optional<ValueId> passed_value(const ProgramValues& program, std::uint32_t f,
                                    Variable variable, const CallSite& site);

/// Whether a load is one of those whose slot is known.
inline bool reads_slot(const ValueTable& table, const Uses& uses) {
  return uses.result != kNoValue && table.value(uses.result).loaded != kNoValue;
}

}  // namespace lanefold
