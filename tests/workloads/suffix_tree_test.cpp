// SPDX-License-Identifier: Apache-2.0
// Suffix trees, and the alignments that are expected of them, against searches letter by letter.
#include "workloads/suffix_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "workloads/sequence_alignment.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::Lt;

Bases bases_of(const std::string& letters) {
  Bases bases;
  for (const char letter : letters) {
    bases.push_back(static_cast<std::uint8_t>(std::string("ACGT").find(letter)));
  }
  return bases;
}

std::optional<std::uint32_t> first_place(const Bases& text, const Bases& part) {
  const auto found = std::search(text.begin(), text.end(), part.begin(), part.end());
  if (found == text.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - text.begin());
}

/// Where the path of `part` begins in the text, as the edges of the tree have it.
std::optional<std::uint32_t> place_on_path(const std::vector<SuffixTreeNode>& tree,
                                           const Bases& text, const Bases& part) {
  std::uint32_t node = 0;
  std::uint32_t passed = 0;  // of the edge to the node
  std::uint32_t end = 0;
  for (const std::uint8_t base : part) {
    if (passed == tree[node].edge_length) {
      node = tree[node].children.at(base);
      passed = 0;
      if (node == 0) return std::nullopt;
    }
    end = tree[node].edge_start + passed;
    if (text[end] != base) return std::nullopt;
    ++passed;
  }
  return end + 1 - static_cast<std::uint32_t>(part.size());
}

/// The path to each node.
std::vector<Bases> paths_of(const std::vector<SuffixTreeNode>& tree, const Bases& text) {
  std::vector<Bases> paths(tree.size());
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    for (const std::uint32_t child : tree[node].children) {
      if (child == 0) continue;
      paths[child] = paths[node];
      const auto edge = text.begin() + tree[child].edge_start;
      paths[child].insert(paths[child].end(), edge, edge + tree[child].edge_length);
      stack.push_back(child);
    }
  }
  return paths;
}

TEST(SuffixTree, HasAnInnerNodeWhereOccurrencesGoOnDifferently) {
  // A goes on with A and with C.
  const std::vector<SuffixTreeNode> tree = build_suffix_tree(bases_of("AAC"));
  ASSERT_EQ(tree.size(), 5U);
  EXPECT_THAT(tree[0].children, ElementsAre(2, 4, 0, 0));
  EXPECT_THAT(tree[2].children, ElementsAre(1, 3, 0, 0));
  EXPECT_THAT(
      paths_of(tree, bases_of("AAC")),
      ElementsAre(bases_of(""), bases_of("AAC"), bases_of("A"), bases_of("AC"), bases_of("C")));
}

TEST(SuffixTree, HasPathsOfEveryPartOfTheTextAndOfNothingElse) {
  SplitMix64 random(5);
  const Bases text = random_genome(random, 400);
  const std::vector<SuffixTreeNode> tree = build_suffix_tree(text);
  for (std::uint32_t number = 0; number < 4096; ++number) {
    for (std::size_t length = 1; length <= 6; ++length) {
      Bases part;
      for (std::size_t i = 0; i < length; ++i) {
        part.push_back(static_cast<std::uint8_t>(number >> (2 * i) & 3U));
      }
      ASSERT_EQ(place_on_path(tree, text, part), first_place(text, part)) << number;
    }
  }
  for (auto begin = text.begin(); begin != text.end(); ++begin) {
    const Bases suffix(begin, text.end());
    ASSERT_EQ(place_on_path(tree, text, suffix), first_place(text, suffix));
  }
}

TEST(SuffixTree, LinksInnerNodesToTheirPathWithoutItsFirstBase) {
  SplitMix64 random(6);
  const Bases text = random_genome(random, 400);
  const std::vector<SuffixTreeNode> tree = build_suffix_tree(text);
  const std::vector<Bases> paths = paths_of(tree, text);
  int inner = 0;
  for (std::uint32_t node = 1; node < tree.size(); ++node) {
    const auto& children = tree[node].children;
    const auto leaves_out = std::count(children.begin(), children.end(), 0U);
    if (leaves_out == 4) continue;
    EXPECT_LE(leaves_out, 2) << node;
    EXPECT_EQ(paths[tree[node].suffix_link], Bases(paths[node].begin() + 1, paths[node].end()));
    ++inner;
  }
  EXPECT_GT(inner, 100);
}

/// What is expected of a single query.
std::pair<std::uint32_t, std::uint32_t> alignment_of(const std::string& query) {
  const Bases bases = bases_of(query);
  const QueryBatch batch{1, static_cast<std::uint32_t>(bases.size()), bases};
  const Alignments found = align_queries(bases_of("ACGTACGTACGG"), batch);
  return {found.matches.at(0), found.places.at(0)};
}

TEST(SequenceAlignmentReference, FindsTheLongestBeginningAndItsFirstPlace) {
  EXPECT_EQ(alignment_of("ACGTACGTA"), std::pair(9U, 0U));
  EXPECT_EQ(alignment_of("ACGTACGGA"), std::pair(8U, 4U));
  EXPECT_EQ(alignment_of("ACGTACGCC"), std::pair(7U, 0U));
  EXPECT_EQ(alignment_of("CGTACGTACG"), std::pair(10U, 1U));
  EXPECT_EQ(alignment_of("TTTTTTTTT"), std::pair(1U, 3U));
  EXPECT_EQ(alignment_of("GGA"), std::pair(2U, 10U));
}

TEST(SequenceAlignmentReference, FindsNothingOfAnAbsentBase) {
  const Alignments found = align_queries(bases_of("ACACACACAC"), {1, 2, bases_of("GA")});
  EXPECT_THAT(found.matches, ElementsAre(0));
  EXPECT_THAT(found.places, ElementsAre(0));
}

TEST(SequenceAlignmentInput, IsInterleavedPartsOfTheGenomeWithAFewErrors) {
  SplitMix64 random(7);
  const Bases genome = random_genome(random, 2'000);
  ASSERT_EQ(genome.size(), 2'000U);
  const QueryBatch batch = random_queries(random, genome, 200, 25);
  ASSERT_EQ(batch.bases.size(), 5'000U);
  int whole = 0;
  for (std::size_t query = 0; query < batch.count; ++query) {
    Bases bases;
    for (std::size_t i = 0; i < 25; ++i) bases.push_back(batch.bases[i * 200 + query]);
    whole += first_place(genome, bases).has_value() ? 1 : 0;
  }
  EXPECT_THAT(whole, Gt(170));
  EXPECT_THAT(whole, Lt(200));
}

}  // namespace
}  // namespace lanefold
