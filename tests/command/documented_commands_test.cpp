// SPDX-License-Identifier: Apache-2.0
// What counts as a command of a page, in which tier it is, and how its output is compared.
#include "tests/command/documented_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kPage = R"(Text: `lanefold list machines`.
lanefold outside of a block
```
lanefold run bfs \
  --size tiny            # a comment
table of something else
scripts/prove --seed 2
```
  ```
  $ lanefold mask 1
  lanes: 1

  …
  $ time ./app
  ```
```cpp
lanefold::Cache llc;
```
)";

TEST(DocumentedCommands, AreReadFromFencedBlocks) {
  std::istringstream page(kPage);
  const auto commands = commands_of(page, "page.md");
  ASSERT_EQ(commands.size(), 4U);
  EXPECT_EQ(commands[0].text, "lanefold run bfs   --size tiny");
  EXPECT_THAT(commands[0].shown, IsEmpty());
  EXPECT_EQ(commands[1].text, "scripts/prove --seed 2");
  EXPECT_EQ(commands[2].text, "lanefold mask 1");
  EXPECT_THAT(commands[2].shown, ElementsAre("lanes: 1", "", "…"));
  EXPECT_EQ(commands[3].text, "time ./app");
}

TEST(DocumentedCommands, DoNotShowThePromptOfAContinuedLine) {
  std::istringstream page("```\n$ sed 1d \\\n>   file > other\n```\n");
  EXPECT_THROW(commands_of(page, "page.md"), std::runtime_error);
}

TEST(DocumentedCommands, RunOnceWithTheirExpectedOutput) {
  const auto kept = without_repetitions({{"a", "lanefold mask 1", {}},
                                         {"a", "lanefold mask 2", {}},
                                         {"b", "lanefold mask 1", {"x"}}});
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_THAT(kept[0].shown, ElementsAre("x"));
}

TEST(DocumentedCommands, AreQuickIfTheyAskForSomethingSmall) {
  for (const char* quick :
       {"lanefold mask 0xF0F0", "lanefold list workloads", "lanefold run bfs --size tiny",
        "lanefold exec -- ./app arguments", "lanefold run examples/collatz.cl --global 64",
        "lanefold compare examples/spmv.cl --vary cores=1,2",
        "lanefold trace record bfs --size tiny -o a && lanefold trace replay a"}) {
    EXPECT_TRUE(is_quick(quick)) << quick;
  }
  for (const char* deep :
       {"lanefold run bfs", "lanefold compare examples/collatz.cl", "lanefold bench --size tiny",
        "scripts/prove", "lanefold exec -- clinfo", "lanefold run bfs --size tiny --rtl all",
        "lanefold study table2 --size tiny", "lanefold sweep plan.toml",
        "lanefold cosim --block bcc_control --rtl examples/rtl/skip_quads.sv",
        "lanefold trace record bfs -o a",
        "lanefold trace import a -o b && lanefold bench --trace b"}) {
    EXPECT_FALSE(is_quick(deep)) << deep;
  }
}

TEST(DocumentedCommands, MatchShownLinesInOrder) {
  const std::string printed = "one\ntwo  \nthree 3.14 s of four\nfive\n";
  EXPECT_EQ(missing_line({}, printed), "");
  EXPECT_EQ(missing_line({"one", "", "two", "five"}, printed), "");
  EXPECT_EQ(missing_line({"one", "…", "five"}, printed), "");
  EXPECT_EQ(missing_line({"three … of …"}, printed), "");
}

TEST(DocumentedCommands, ReportLinesThatDiffer) {
  const std::string printed = "one\ntwo\nthree\n";
  EXPECT_EQ(missing_line({"one", "four"}, printed), "four");
  EXPECT_EQ(missing_line({"two", "one"}, printed), "one");
  EXPECT_EQ(missing_line({"one", "one"}, printed), "one");
  EXPECT_EQ(missing_line({"thre"}, printed), "thre");
  EXPECT_EQ(missing_line({"t…x"}, printed), "t…x");
  EXPECT_EQ(missing_line({"h…e"}, printed), "h…e");
}

}  // namespace
}  // namespace lanefold
