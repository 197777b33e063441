// SPDX-License-Identifier: Apache-2.0
// Whether work-items of a kernel wait for one another.
#pragma once

#include <cstdint>

#include "decisions/program/program_image.h"

namespace lanefold {

/// Whether control can come from `entry` to a barrier, also in functions that are called. Where an
/// indirect jump may lead is not known: if there is one that is no return, any barrier of the
/// program counts.
bool reaches_barrier(const ProgramImage& image, std::uint32_t entry);

}  // namespace lanefold
