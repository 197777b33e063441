// SPDX-License-Identifier: Apache-2.0
// Tests of suggestions for mistyped names and of the text helpers.
#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace lanefold {
namespace {

TEST(NearestName, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  EXPECT_EQ(edit_distance("scc", "scc"), 0U);
  EXPECT_EQ(edit_distance("scc", "bcc"), 1U);
  EXPECT_EQ(edit_distance("compactoin", "compaction"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(NearestName, FindsTheOnlyPlausibleCandidate) {
  EXPECT_EQ(nearest_name("mandlebrot", {"bfs", "mandelbrot", "kmeans"}), "mandelbrot");
  EXPECT_EQ(nearest_name("xyz", {"bfs", "mandelbrot", "kmeans"}), "");
}

TEST(NearestName, FindsADottedNameByItsLastPart) {
  EXPECT_EQ(nearest_name("warp_widht", {"core.warp_width", "core.warps"}), "core.warp_width");
}

TEST(NearestName, LooksAtNoCase) {
  EXPECT_EQ(nearest_name("SCC", {"none", "scc"}), "scc");
  EXPECT_EQ(nearest_name("Warp_Width", {"core.warp_width", "core.warps"}), "core.warp_width");
  EXPECT_EQ(nearest_name("pocl", {"PoCL", "Lanefold"}), "PoCL");
}

TEST(NearestName, SuggestionListsTheNamesWhenNoneIsNear) {
  EXPECT_EQ(suggestion("scd", {"none", "scc"}), "; did you mean 'scc'?");
  EXPECT_EQ(suggestion("something", {"none", "scc"}), "; valid: none, scc");
  EXPECT_EQ(suggestion("something", {}), "");
}

TEST(NearestName, SuggestionCutsALongList) {
  const std::vector<std::string> many(30, "a");
  const std::string sentence = suggestion("something", many);
  EXPECT_EQ(sentence.substr(sentence.size() - 5), ", ...");
}

TEST(Text, QuotesOnOneLineAndTruncates) {
  EXPECT_EQ(in_quotes("a\nb"), "'a\\x0ab'");
  EXPECT_EQ(in_quotes(std::string(100, 'a')), "'" + std::string(80, 'a') + "...'");
}

TEST(Text, SplitsAndJoins) {
  EXPECT_EQ(split("a,b,,c", ','), (std::vector<std::string>{"a", "b", "", "c"}));
  EXPECT_EQ(split("", ','), std::vector<std::string>{""});
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
}

TEST(Text, GroupsThousands) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(12345678), "12,345,678");
}

TEST(Text, RoundsPercentagesToOneDigitWithoutNegativeZero) {
  EXPECT_EQ(percent(0.1234), "12.3%");
  EXPECT_EQ(percent(-0.00001), "0.0%");
  EXPECT_EQ(percent(-0.5), "-50.0%");
}

TEST(Text, TableLinesUpItsColumns) {
  TextTable table({"name", "cycles"});
  table.row({"a", "10"});
  table.gap();
  table.row({"longer", "5"});
  EXPECT_EQ(table.text(),
            "name    cycles\n"
            "--------------\n"
            "a           10\n"
            "\n"
            "longer       5\n");
}

}  // namespace
}  // namespace lanefold
