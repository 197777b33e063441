// SPDX-License-Identifier: Apache-2.0
// How often the RTL of a machine was asked: the evidence that it took the place of the model.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace lanefold {

/// For each block that is RTL, named as in rtl_block_names() (rtl_blocks.h), the decisions that its
/// twins made in all cores: masks, schedules, values of one operand.
using RtlQuestions = std::map<std::string, std::uint64_t>;

}  // namespace lanefold
