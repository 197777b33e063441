// SPDX-License-Identifier: Apache-2.0
// Area of the register files of ISCA'13 figure 5 and of its section 4.3, relative to the baseline,
// and what each assumption changes about it.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "lanefold/core_config.h"
#include "tools/cost/array_area.h"

namespace lanefold {

/// An organisation of `core.register_file` as arrays of a core: 64 registers of 32 bits for each
/// lane of each warp. Auto is the one that the core has.
///
/// baseline: rows of two quads. bcc: two banks of one quad each. interwarp: two banks of one word
/// for each lane of the ALU. scc: rows of a register of the whole warp. What is read in a cycle is
/// held in a latch. An instruction reads up to three operands and writes one result in the cycles
/// that it takes: ports are as few as that allows.
ArrayShape register_file_shape(RegisterFileKind organisation, const CoreConfig& core);

/// The organisation that the core has: what Auto stands for.
RegisterFileKind register_file_of(const CoreConfig& core);

/// What the organisations are compared on, in the order of their overheads.
inline constexpr std::array kComparedFiles{RegisterFileKind::Bcc, RegisterFileKind::Interwarp,
                                           RegisterFileKind::Scc};

/// One assumption at one value, all others as they are.
struct RegisterFileVariant {
  std::string assumption;
  std::string value;
  bool usual = false;                 ///< its value in every other variant
  double baseline = 0;                ///< F^2
  std::array<double, 3> overheads{};  ///< of `kComparedFiles`, as parts of the baseline
};
std::vector<RegisterFileVariant> register_file_variants(const CoreConfig& core);

/// The assumption whose values change an overhead most, with the least and the most of these.
struct DecidingAssumption {
  std::string assumption;
  double least = 0;
  double most = 0;
};
DecidingAssumption deciding_assumption(const std::vector<RegisterFileVariant>& variants,
                                       std::size_t file);

}  // namespace lanefold
