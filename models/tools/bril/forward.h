// SPDX-License-Identifier: Apache-2.0
// Loads of vectors whose value is known from a store.
#pragma once

#include "tools/bril/ssa.h"

namespace lanefold::bril {

/// A load of a vector becomes a copy of what a store before it in its block has written, if both
/// surely have one address, and nothing between them may write there or end the allocation: no
/// call, no free, and no store but those that surely go elsewhere. These go to another allocation
/// of the function, to another element at a constant distance, or to elements of another type.
/// Every other load stays, and its value counts as divergent.
void forward_stores(SsaFunction& ssa);

}  // namespace lanefold::bril
