// SPDX-License-Identifier: Apache-2.0
// Choices: names, enumerators, and tables with a row for each.
#include "lanefold/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

enum class Colour { Red, LightBlue };

}  // namespace

template <>
struct Names<Colour> {
  static constexpr std::array kValues{"red", "light-blue"};
};

namespace {

TEST(Choice, HasANameForEachEnumerator) {
  EXPECT_THAT(names_of<Colour>(), ElementsAre("red", "light-blue"));
  EXPECT_THAT(all_of<Colour>(), ElementsAre(Colour::Red, Colour::LightBlue));
  EXPECT_STREQ(name_of(Colour::LightBlue), "light-blue");
  std::ostringstream text;
  text << Colour::Red;
  EXPECT_EQ(text.str(), "red");
}

TEST(Choice, IsParsedFromItsNameOnly) {
  EXPECT_EQ(parse_choice<Colour>("light-blue"), Colour::LightBlue);
  for (const char* text : {"", "Red", "red ", "lightblue", "1"}) {
    EXPECT_FALSE(parse_choice<Colour>(text)) << text;
  }
}

TEST(ChoiceTable, HasEachChoiceInItsPlace) {
  constexpr ChoiceRow<Colour, int> kWhole[] = {{Colour::Red, 3}, {Colour::LightBlue, 4}};
  constexpr ChoiceRow<Colour, int> kShort[] = {{Colour::Red, 3}};
  constexpr ChoiceRow<Colour, int> kTwice[] = {{Colour::Red, 3}, {Colour::Red, 4}};
  static_assert(has_each_choice(kWhole) && !has_each_choice(kShort) && !has_each_choice(kTwice));
  EXPECT_EQ(row_of(kWhole, Colour::LightBlue), 4);
}

TEST(Choice, OfAMachineAreNamedAsInItsParameters) {
  EXPECT_THAT(names_of<CompactionPolicy>(),
              IsSupersetOf({"none", "ivb", "bcc", "scc", "scc-fifo"}));
  EXPECT_THAT(names_of<RegisterFileKind>(),
              IsSupersetOf({"auto", "baseline", "bcc", "scc", "interwarp"}));
  EXPECT_THAT(names_of<OnMiss>(), ElementsAre("stall-on-use", "block", "slip", "divide"));
  EXPECT_THAT(names_of<ScalarExecution>(), ElementsAre("off", "energy", "one-cycle", "pipe"));
  EXPECT_THAT(names_of<AdaptationStrategy>(),
              ElementsAre("off", "width-only", "depth-only", "dwrep"));
  EXPECT_THAT(names_of<IssueOrder>(), IsSupersetOf({"rotating", "age"}));
}

}  // namespace
}  // namespace lanefold
