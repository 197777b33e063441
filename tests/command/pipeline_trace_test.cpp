// SPDX-License-Identifier: Apache-2.0
// `lanefold run --trace`: to a file in the format of its name, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/lanefold/files.h"
#include "lanefold/error.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

class PipelineTraceCommand : public Command {
 protected:
  PipelineTraceCommand() { write("scale.cl", kScaleKernel); }
  Finished run(const std::string& options) const {
    return lanefold("run " + path("scale.cl") +
                    " --global 128 --local 64 --arg buffer:float:128:index --arg buffer:float:128 "
                    "--arg float:2 --set cores=2 " +
                    options);
  }
};

TEST_F(PipelineTraceCommand, PrintsAndCountsTheSameAsWithout) {
  const Finished plain = run("--stats " + path("plain.json"));
  const Finished traced = run("--stats " + path("traced.json") + " --trace " + path("run.kanata"));
  ASSERT_EQ(traced.code, 0) << traced.err;
  EXPECT_EQ(traced.out, plain.out);
  EXPECT_EQ(content_of(path("traced.json")), content_of(path("plain.json")));
  EXPECT_THAT(content_of(path("run.kanata")), StartsWith("Kanata\t0004\n"));
}

TEST_F(PipelineTraceCommand, CountsTheSameAsWithoutWhereWarpsAreDivided) {
  const std::string divided = " --set core.simd=5x3 --stats ";
  const Finished plain = run(divided + path("plain.json"));
  const Finished traced = run(divided + path("traced.json") + " --trace " + path("run.kanata"));
  ASSERT_EQ(traced.code, 0) << traced.err;
  EXPECT_EQ(traced.out, plain.out);
  EXPECT_EQ(content_of(path("traced.json")), content_of(path("plain.json")));
}

TEST_F(PipelineTraceCommand, WritesTheFormatOfTheName) {
  for (const char* name : {"run.kanata.gz", "run.json.gz", "run.json"}) {
    const Finished finished = run("--trace " + path(name));
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  EXPECT_THAT(read_text(path("run.kanata.gz")), StartsWith("Kanata\t0004\n"));
  EXPECT_EQ(read_text(path("run.json.gz")), content_of(path("run.json")));
  EXPECT_FALSE(nlohmann::json::parse(content_of(path("run.json")))["traceEvents"].empty());
}

TEST_F(PipelineTraceCommand, WritesSomeCyclesOfOneCore) {
  EXPECT_EQ(run("--trace " + path("all.kanata")).code, 0);
  const std::string some = " --trace-cycles 100:200 --trace-core 1";
  const Finished finished = run("--trace " + path("some.kanata") + some);
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_LT(content_of(path("some.kanata")).size(), content_of(path("all.kanata")).size() / 2);
  EXPECT_THAT(content_of(path("some.kanata")), HasSubstr("core 1"));
  EXPECT_THAT(content_of(path("some.kanata")), Not(HasSubstr("core 0")));
}

TEST_F(PipelineTraceCommand, SaysThatNothingHappenedInTheWindow) {
  const Finished finished = run("--trace " + path("run.json") + " --trace-cycles 900000:900001");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, MatchesRegex("lanefold: the trace '" + path("run.json") +
                                         "' has launches only: nothing happened in cycles "
                                         "900000:900001; the last launch ended in cycle [0-9]+\n"));
  EXPECT_THAT(content_of(path("run.json")), HasSubstr("launch 0: scale"));
  EXPECT_TRUE(nlohmann::json::accept(content_of(path("run.json"))));
  // The eight warps have a core each.
  const Finished idle = run("--set cores=9 --trace " + path("idle.json") + " --trace-core 8");
  EXPECT_THAT(idle.err, HasSubstr("launches only: nothing happened on core 8; the last launch"));
  EXPECT_THAT(run("--trace " + path("all.json")).err, IsEmpty());
}

TEST_F(PipelineTraceCommand, KeepsTheTraceOfAFailedRun) {
  const Finished finished = run("--max-cycles 50 --trace " + path("run.json"));
  EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::NoProgress));
  EXPECT_THAT(content_of(path("run.json")), HasSubstr("its launch failed"));
  EXPECT_FALSE(nlohmann::json::parse(content_of(path("run.json")))["traceEvents"].empty());
}

TEST_F(PipelineTraceCommand, RejectsImpossibleValues) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"--trace run.vcd", "ends in neither .kanata"},
      {"--trace -", "ends in neither .kanata"},
      {"--trace ''", "--trace: the name of a pipeline trace says its format: '' ends in neither"},
      {"--trace a.kanata --trace-cycles 20:10",
       "--trace-cycles: a window of cycles is A:B, two whole numbers with A < B, not "
       "'20:10'"},
      {"--trace a.kanata --trace-cycles ''", "with A < B, not ''"},
      {"--trace a.kanata --trace-core 2", "there is no core 2: ivb-eu has cores 0 to 1"},
      {"--trace a.kanata --trace-core all",
       "--trace-core: a core is chosen by its number, from 0 on, not 'all'"},
      {"--trace a.kanata --trace-core ''", "from 0 on, not ''"},
      {"--trace a.kanata --functional", "leave out --functional"},
      {"--trace a.json --stats ./a.json", "--stats and --trace would both write 'a.json'"},
      {"--trace-cycles 1:2", "add it"},
      {"--trace-core 1", "add it"},
  };
  for (const auto& [options, sentence] : cases) {
    const Finished finished = run(options);
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::Usage)) << options;
    EXPECT_THAT(finished.err, HasSubstr(sentence)) << options;
    EXPECT_THAT(finished.out, IsEmpty()) << options;
  }
  const Finished finished = run("--trace " + path("missing/a.kanata"));
  EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File));
  EXPECT_THAT(finished.err, HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace lanefold
