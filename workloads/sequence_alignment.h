// SPDX-License-Identifier: Apache-2.0
// Exact matches of short sequences in a genome: long loops of uneven length, scattered loads.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"
#include "workloads/suffix_tree.h"

namespace lanefold {

/// Sequences of the same length. Base i of query q is bases[i * count + q].
struct QueryBatch {
  std::uint32_t count = 0, length = 0;
  Bases bases;
};

/// The longest beginning of each query that occurs in the genome, and where it occurs first.
struct Alignments {
  std::vector<std::uint32_t> matches;  ///< bases of the query, 0 to its length
  std::vector<std::uint32_t> places;   ///< of the first of them in the genome; 0 without any
};

/// Random bases, and copies of earlier parts in which a base has changed here and there.
Bases random_genome(SplitMix64& random, std::uint32_t length);
/// Parts of the genome; in one of 16, a base is wrong.
QueryBatch random_queries(SplitMix64& random, const Bases& genome, std::uint32_t count,
                          std::uint32_t length);
/// By comparison with each place of the genome that has the first eight bases, without any tree.
Alignments align_queries(const Bases& genome, const QueryBatch& queries);

}  // namespace lanefold
