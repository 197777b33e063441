// SPDX-License-Identifier: Apache-2.0
// Everything that the command line can write: on a disk without room, into a pipe that nobody
// reads, in a folder that takes no file. Each is an error that names the file, and none is a
// command without end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ostream>
#include <regex>
#include <set>
#include <vector>

#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/statistics_report.h"
#include "observers/recording/recording_writer.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"
#include "twins/loop/waveform_file.h"

namespace lanefold {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

/// A command that writes FILE.
struct Output {
  std::string option;
  std::string command;
  std::vector<std::string> names;
  int code = static_cast<int>(ErrorKind::File);
  bool replaces = true;  ///< what has the name
};

void PrintTo(const Output& output, std::ostream* out) { *out << output.option; }

const std::string kTiny = "vector-add --size tiny ";
const std::string kOut =
    "KERNEL --global 4 --arg buffer:float:4 --arg buffer:float:4:out=FILE --arg 1";
const std::string kApplication = " -- '" LANEFOLD_WORKLOADS "' --size tiny vector-add";

const std::vector<Output>& outputs() {
  static const std::vector<Output> all{
      {"run --arg", "run --functional " + kOut, {"o.bin", "o.bin.gz", "o.txt", "o.txt.gz"}},
      {"compare --arg", "compare --vary cores=1,2 " + kOut, {"o.bin", "o.bin.gz"}},
      {"trace record --arg", "trace record -o /dev/null " + kOut, {"o.bin", "o.bin.gz"}},
      {"audit-uniform --arg", "audit-uniform " + kOut, {"o.bin", "o.bin.gz"}},
      {"run --stats", "run --functional --stats FILE " + kTiny, {"s.json", "s.json.gz"}},
      {"run --elf", "run --elf FILE " + kTiny, {"a.elf", "a.elf.gz"}},
      {"run --trace",
       "run --trace FILE " + kTiny,
       {"t.kanata", "t.kanata.gz", "t.json", "t.json.gz"}},
      {"run --profile-out",
       "run --profile-out FILE " + kTiny,
       {"p.json", "p.json.gz", "p.callgrind", "p.folded"}},
      {"compare --profile-out",
       "compare --vary cores=1,2 --profile-out FILE " + kTiny,
       {"p.json", "p.json.gz"}},
      {"run --report", "run --report FILE " + kTiny, {"r.html", "r.html.gz", "r.json"}},
      {"compare --report", "compare --vary cores=1,2 --report FILE " + kTiny, {"r.html"}},
      {"report --output", "report COUNTED -o FILE", {"r.html", "r.json"}},
      {"trace record --output", "trace record -o FILE " + kTiny, {"m.trace"}},
      {"trace import --output", "trace import examples/masks.txt -o FILE", {"m.trace"}},
      {"config new file", "config new --complete FILE", {"m.toml"}, 4, false},
      {"exec --stats", "exec --stats FILE" + kApplication, {"s.json", "s.json.gz"}},
      {"exec --record", "exec --record FILE" + kApplication, {"a.lfrec"}},
      {"replay --stats", "replay RECORDED --stats FILE", {"s.json", "s.json.gz"}},
      {"replay --checkpoint-at", "replay LAUNCHED --checkpoint-at 0 FILE", {"c.lfckpt"}},
      {"replay --profile-out", "replay RECORDED --profile-out FILE", {"p.json"}},
      {"replay --report", "replay RECORDED --report FILE", {"r.html"}},
      {"replay --trace", "replay RECORDED --trace FILE", {"t.kanata", "t.json.gz"}},
      {"exec --profile-out",
       "exec --profile-out FILE" + kApplication,
       {"p.json.gz", "p.callgrind", "p.folded.gz"}},
      {"exec --report", "exec --report FILE" + kApplication, {"r.html"}},
      {"exec --trace",
       "exec --trace FILE" + kApplication,
       {"t.kanata.gz", "t.json", "t.json.gz"},
       7},  // the application's own, whose launch fails
  };
  return all;
}

std::string with_file(std::string command, const std::string& file) {
  return std::regex_replace(command, std::regex("FILE"), "'" + file + "'");
}

/// Of an application that asks for a buffer, for which there is a machine, and then for more.
std::string small_recording(const std::vector<RecordedEvent>& more = {}) {
  std::string bytes;
  RecordingWriter writer({"application", print_config(load_machine("ivb-eu"))},
                         [&](std::string_view part) { bytes += part; });
  writer.add(RecordedAllocation{64});
  for (const RecordedEvent& event : more) writer.add(event);
  writer.close();
  return bytes;
}

class FullDisk : public Command {
 protected:
  FullDisk() {
    command = "/usr/bin/timeout";
    write("scale.cl", kScaleKernel);
    write("recorded.lfrec", small_recording());
    write("launched.lfrec", small_recording({RecordedLaunch{0, "k", {}, {}}}));
    write("counted.json", std::string("{\"schema\": \"") + kStatisticsSchema + "\"}");
  }

  /// Does not wait for an end that does not come.
  Finished run(const std::string& arguments) const {
    std::string line = "60 '" LANEFOLD_COMMAND "' " + arguments;
    line = std::regex_replace(line, std::regex("KERNEL"), "'" + path("scale.cl") + "'");
    line = std::regex_replace(line, std::regex("RECORDED"), path("recorded.lfrec"));
    line = std::regex_replace(line, std::regex("LAUNCHED"), path("launched.lfrec"));
    return lanefold(std::regex_replace(line, std::regex("COUNTED"), path("counted.json")));
  }
  /// The same where files grow to so many blocks of 512 bytes at most.
  Finished run_with_limit(unsigned blocks, const std::string& arguments) const {
    return lanefold("60 sh -c 'trap \"\" XFSZ; ulimit -f " + std::to_string(blocks) +
                    "; exec \"$@\"' sh '" LANEFOLD_COMMAND "' " + arguments);
  }
  /// The name of a file there.
  std::string full(const std::string& name) const {
    std::filesystem::remove(path(name));
    std::filesystem::create_symlink("/dev/full", path(name));
    return path(name);
  }
  /// A program, so that nothing is compiled where files are limited.
  std::string program() const {
    EXPECT_EQ(run("run KERNEL --elf " + path("scale.elf")).code, 0);
    return path("scale.elf") +
           " --global 512 --arg buffer:float:512 --arg buffer:float:512 --arg 1 ";
  }
  /// The name of a pipe whose other end is closed, in the command and what it runs.
  std::string closed_pipe(const std::string& name) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    ::close(ends[0]);
    pipes_.push_back(ends[1]);
    std::filesystem::create_symlink("/dev/fd/" + std::to_string(ends[1]), path(name));
    return path(name);
  }
  ~FullDisk() override {
    for (const int end : pipes_) ::close(end);
  }
  /// A command, and those in it: "run", "trace record".
  std::vector<std::string> verbs(const std::string& command = "") const {
    const std::string help = run(command + "--help").out;
    const std::size_t list = help.find("\nSubcommands:\n");
    if (list == std::string::npos) return {command.substr(0, command.size() - 1)};
    std::vector<std::string> all;
    std::smatch found;
    const std::regex verb("^  ([a-z][a-z-]*)( |$)");
    const std::string names = help.substr(list + 1, help.find("\n\n", list + 1) - list);
    for (const std::string& line : split(names, '\n')) {
      if (!std::regex_search(line, found, verb)) continue;
      if (found[1] == "sweep" || found[1] == "study") continue;  // tests/studies has these
      for (const std::string& one : verbs(command + found[1].str() + " ")) all.push_back(one);
    }
    return all;
  }

  void expect_lost(const Finished& finished, const std::string& file, const std::string& reason) {
    EXPECT_THAT(finished.err, HasSubstr("lanefold: " + file + " cannot be written: " + reason));
  }

 private:
  std::vector<int> pipes_;
};

class FullDiskOutput : public FullDisk, public ::testing::WithParamInterface<Output> {};

/// Each output with one of its names.
std::vector<Output> named_outputs() {
  std::vector<Output> all;
  for (const Output& output : outputs()) {
    for (const std::string& name : output.names) {
      all.push_back(output);
      all.back().names = {name};
    }
  }
  return all;
}

TEST_P(FullDiskOutput, IsAnError) {
  const Output& output = GetParam();
  const std::string file = full(output.names.front());
  const Finished finished = run(with_file(output.command, file));
  EXPECT_EQ(finished.code, output.code) << finished.err;
  expect_lost(finished, file, output.replaces ? "No space left on device" : "File exists");
}

/// One of each option.
class EachOutput : public FullDisk, public ::testing::WithParamInterface<Output> {};

TEST_P(EachOutput, IntoAClosedPipeIsAnError) {
  const Output& output = GetParam();
  if (!output.replaces) GTEST_SKIP() << "it makes new files only";
  const std::string file = closed_pipe(output.names.front());
  const Finished finished = run(with_file(output.command, file));
  EXPECT_EQ(finished.code, output.code) << finished.err;
  expect_lost(finished, file, "Broken pipe");
}

TEST_P(EachOutput, IntoAFolderThatTakesNoneIsAnErrorBeforeTheRun) {
  const Output& output = GetParam();
  const std::string file = "/sys/" + output.names.front();
  const Finished finished = run(with_file(output.command, file));
  EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File)) << finished.err;
  expect_lost(finished, file, "");
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("verified")));
}

INSTANTIATE_TEST_SUITE_P(Each, EachOutput, ::testing::ValuesIn(outputs()), [](const auto& info) {
  return std::regex_replace(info.param.option, std::regex("[^a-z]+"), "_");
});

INSTANTIATE_TEST_SUITE_P(Each, FullDiskOutput, ::testing::ValuesIn(named_outputs()),
                         [](const auto& info) {
                           const std::string name = info.param.option + info.param.names.front();
                           return std::regex_replace(name, std::regex("[^a-z]+"), "_");
                         });

TEST_F(FullDisk, IsAnErrorUnderItsOwnName) {
  for (const Output& output : outputs()) {
    // Their names say the format.
    if (std::regex_search(output.option, std::regex(" --trace| --profile-out|report"))) continue;
    if (!output.replaces) continue;
    const Finished finished = run(with_file(output.command, "/dev/full"));
    SCOPED_TRACE(output.option + ": " + finished.err);
    EXPECT_EQ(finished.code, output.code);
    expect_lost(finished, "/dev/full", "No space left on device");
  }
}

TEST_F(FullDisk, LeavesWhatARunPrints) {
  const Finished finished = run("run bfs --size tiny --stats /dev/full");
  EXPECT_EQ(finished.code, 4);
  expect_lost(finished, "/dev/full", "No space left on device");
  EXPECT_THAT(finished.out, HasSubstr("\nwarp_instructions "));
}

/// What the help of each command says that it writes to a file.
TEST_F(FullDisk, IsTriedForEveryOptionThatWrites) {
  std::set<std::string> tried{"run --waves", "cosim --waves"};  // below, and cosim_test.cpp
  for (const Output& output : outputs()) tried.insert(output.option);
  std::set<std::string> writing;
  const std::regex option("(--[a-z-]+) TEXT|^  (file) ");
  for (const std::string& verb : verbs()) {
    std::string name;
    for (const std::string& line : split(run(verb + " --help").out, '\n')) {
      std::smatch found;
      if (std::regex_search(line, found, option))
        name = verb + " " + found[1].str() + found[2].str();
      if (line.find(" write") == std::string::npos || name.empty()) continue;
      EXPECT_EQ(tried.count(name), 1U) << name << " is not tried";
      writing.insert(name);
    }
  }
  EXPECT_THAT(writing,
              IsSupersetOf({"run --arg", "run --elf", "trace import --output", "exec --stats"}));
}

TEST_F(FullDisk, EndsWhatWasBegun) {
  const std::string scale = program();
  for (const char* name : {"t.kanata", "t.kanata.gz", "t.json", "t.json.gz"}) {
    const Finished finished = run_with_limit(8, "run " + scale + "--trace " + path(name));
    SCOPED_TRACE(finished.err);
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File));
    expect_lost(finished, path(name), "File too large");
  }
}

TEST_F(FullDisk, OfStandardOutputIsAnError) {
  for (const char* what :
       {"--help",
        "list workloads",
        "list parameters",
        "mask 0xf0f0",
        "cost",
        "cost --json",
        "run bfs --print-config",
        "run --functional vector-add --size tiny",
        "run --functional vector-add --size tiny --stats -",
        "run vector-add --elf -",
        "run --functional KERNEL --global 4 --arg buffer:float:4 --arg buffer:float:4:out=- "
        "--arg 1",
        "compare vector-add --size tiny --vary cores=1,2",
        "trace import examples/masks.txt -o -",
        "trace import examples/masks.txt -o /dev/null",
        "analyse vector-add",
        "analyse vector-add --json",
        "audit-uniform vector-add --size tiny",
        "bril run --fill workloads/bril/fir-loop.bril 2",
        "bril opt workloads/bril/fir.bril",
        "bril ssa --json workloads/bril/fir.bril",
        "bril count workloads/bril/fir.bril"}) {
    const Finished finished = run(std::string(what) + " > /dev/full");
    SCOPED_TRACE(what);
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File));
    EXPECT_THAT(finished.err, EndsWith("lanefold: standard output cannot be written: "
                                       "No space left on device\n"));
  }
}

TEST_F(FullDisk, OfStandardOutputIsAnErrorWhereTracesAreShown) {
  ASSERT_EQ(run("trace record vector-add --size tiny -o " + path("m.trace")).code, 0);
  for (const char* what : {"replay", "replay --json", "show"}) {
    const Finished finished =
        run(std::string("trace ") + what + " " + path("m.trace") + " > /dev/full");
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File)) << what;
    EXPECT_THAT(finished.err, HasSubstr("standard output cannot be written"));
  }
}

TEST_F(FullDisk, OfStandardOutputIsAnErrorOfKernelsThatPrint) {
  write("print.cl", "__kernel void p() { printf(\"%d\\n\", (int)get_global_id(0)); }\n");
  const Finished finished = run("run --functional --global 4 --stats " + path("s.json") + " '" +
                                path("print.cl") + "' > /dev/full");
  EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File));
  EXPECT_THAT(finished.err, HasSubstr("standard output cannot be written"));
}

TEST_F(FullDisk, OfStandardOutputIsAnErrorOfApplications) {
  for (const char* option : {"", " --stats -"}) {
    const Finished finished = run(std::string("exec") + option + kApplication + " > /dev/full");
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File)) << option;
    EXPECT_THAT(finished.err, HasSubstr("standard output cannot be written"));
  }
}

TEST_F(FullDisk, IsAnErrorOfWaveforms) {
  if (LANEFOLD_RTL_BUILT == 0) GTEST_SKIP() << "without RTL there are no waveforms";
  expect_refusal(
      "60 '" LANEFOLD_COMMAND "' run --rtl exec_mask --waves " + full("w.fst") + " " + kTiny, 4,
      full("w.fst") + "' exists and is not a regular file");
  const std::string scale = program();
  for (const unsigned blocks : {1, 2, 4, 8, 16}) {
    const Finished finished = run_with_limit(
        blocks, "run " + scale + "--rtl operand_latch --waves " + path("limited.fst"));
    SCOPED_TRACE(std::to_string(blocks) + " blocks: " + finished.err);
    EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::File));
    EXPECT_THAT(finished.err, HasSubstr(path("limited.fst") + " cannot be written: "));
    EXPECT_FALSE(std::filesystem::exists(path("limited.fst.hier")));
  }
}

TEST_F(FullDisk, LeavesWaveformsThatAreNotWhole) {
  const std::string block = std::string(7, '\0') + '\x0a' + "xx";
  const std::string whole = '\0' + block + '\x08' + block + '\x03' + block + '\x06' + block;
  write("whole.fst", whole);
  EXPECT_NO_THROW(require_whole_waveform(path("whole.fst")));
  const std::string unfinished = '\xff' + block;
  const std::vector<std::string> broken{"",
                                        "x",
                                        whole.substr(0, whole.size() - 1),
                                        whole.substr(0, whole.size() - block.size() - 1),
                                        whole + "x",
                                        whole + unfinished,
                                        whole + '\x08' + std::string(8, '\0'),
                                        whole + '\x08' + std::string(8, '\xff')};
  for (const std::string& content : broken) {
    write("broken.fst", content);
    EXPECT_THROW(require_whole_waveform(path("broken.fst")), Error) << content.size();
  }
  EXPECT_THROW(require_whole_waveform(path("absent.fst")), Error);
}

}  // namespace
}  // namespace lanefold
