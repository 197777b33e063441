// SPDX-License-Identifier: Apache-2.0
// What is written arrives, or an exception says why it does not.
#include "base/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "lanefold/error.h"
#include "tests/support/size_limit.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Property;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr std::size_t kManyBytes = 300'000;

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(mkdtemp(folder_.data()), nullptr); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + '/' + name; }
  std::string content(const std::string& name) const {
    std::ifstream stream(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// A name for a file on a disk without room.
  std::string full(const std::string& name) const {
    fs::create_symlink("/dev/full", path(name));
    return path(name);
  }

  std::string folder_ = fs::temp_directory_path() / "lanefold-test-XXXXXX";
};

TEST_F(OutputFileTest, HoldsAllPieces) {
  std::string expected;
  OutputFile file(path("a"));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kManyBytes, std::size_t{70'000}}) {
    expected += std::string(size, static_cast<char>('a' + size % 26));
    file.write(std::string_view(expected).substr(expected.size() - size));
  }
  file.close();
  EXPECT_EQ(content("a"), expected);
}

TEST_F(OutputFileTest, IsCompressedIfItsNameSaysSo) {
  const std::string text(kManyBytes, 'x');
  write_output(path("a.gz"), text);
  EXPECT_THAT(content("a.gz"), StartsWith("\x1f\x8b"));
  EXPECT_LT(content("a.gz").size(), 10'000U);
  write_file(path("b.gz"), text);
  EXPECT_EQ(content("b.gz"), text);
}

TEST_F(OutputFileTest, ReplacesAnOlderFile) {
  write_file(path("a"), "a long text");
  write_file(path("a"), "text");
  EXPECT_EQ(content("a"), "text");
}

TEST_F(OutputFileTest, SparesWhatIsThereIfItIsToBeNew) {
  write_file(path("a"), "text");
  fs::create_symlink(path("absent"), path("link"));
  for (const char* name : {"a", "link"}) {
    EXPECT_THAT([&] { OutputFile(path(name), OutputFile::Kind::New); },
                ThrowsMessage<Error>(path(name) + " cannot be written: File exists"));
  }
  EXPECT_EQ(content("a"), "text");
}

TEST_F(OutputFileTest, LeavesNothingOfANewFileThatIsNotWhole) {
  const SizeLimit limit(kManyBytes);
  {
    OutputFile file(path("a"), OutputFile::Kind::New);
    EXPECT_THAT([&] { file.write(std::string(2 * kManyBytes, 'x')); },
                ThrowsMessage<Error>(path("a") + " cannot be written: File too large"));
  }
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(OutputFileTest, KeepsWhatANewFileHasShown) {
  const SizeLimit limit(kManyBytes);
  {
    OutputFile file(path("a"), OutputFile::Kind::New);
    file.write("a line\n");
    file.flush();
    EXPECT_THROW(file.write(std::string(2 * kManyBytes, 'x')), Error);
  }
  EXPECT_THAT(content("a"), StartsWith("a line\n"));
}

TEST_F(OutputFileTest, ShowsItsPiecesToOthersWhenFlushed) {
  OutputFile file(path("a"), OutputFile::Kind::New);
  file.write("a line");
  EXPECT_THAT(content("a"), IsEmpty());
  file.flush();
  EXPECT_EQ(content("a"), "a line");
}

TEST_F(OutputFileTest, SaysWhyItCannotBeOpened) {
  const std::pair<std::string, const char*> cases[] = {
      {path("no/such/a"), "No such file or directory"},
      {path("no/such/a.gz"), "No such file or directory"},
      {folder_, "Is a directory"},
      {"", "No such file or directory"}};
  for (const auto& one : cases) {
    EXPECT_THAT([&] { OutputFile{one.first}; },
                ThrowsMessage<Error>(one.first + " cannot be written: " + one.second));
  }
}

TEST_F(OutputFileTest, SaysThatTheDiskIsFull) {
  for (const std::string& name : {std::string("/dev/full"), full("a"), full("a.gz")}) {
    for (const std::size_t size : {std::size_t{1}, kManyBytes, 10 * kManyBytes}) {
      EXPECT_THAT([&] { write_output(name, std::string(size, 'x')); },
                  ThrowsMessage<Error>(name + " cannot be written: No space left on device"));
    }
  }
}

TEST_F(OutputFileTest, SaysThatTheDiskIsFullInItsMiddle) {
  std::string text;
  for (unsigned i = 0; i < kManyBytes; ++i) text += std::to_string(i * i);
  for (const char* name : {"a", "a.gz"}) {
    const SizeLimit limit(kManyBytes);
    EXPECT_THAT([&] { write_output(path(name), text); },
                ThrowsMessage<Error>(path(name) + " cannot be written: File too large"));
    EXPECT_TRUE(fs::is_empty(folder_));
  }
}

TEST_F(OutputFileTest, LeavesWhatWasThereUntilItIsWhole) {
  write_file(path("a"), "before");
  fs::permissions(path("a"), fs::perms::owner_all);
  fs::create_symlink("a", path("link"));
  {
    OutputFile dropped(path("a"));
    dropped.write("after");
    dropped.flush();
    EXPECT_EQ(content("a"), "before");
  }
  OutputFile file(path("link"));
  file.write("after");
  EXPECT_EQ(content("a"), "before");
  file.close();
  EXPECT_EQ(content("a"), "after");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_all);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);
}

TEST_F(OutputFileTest, TakesNotTheNameOfAnother) {
  const std::string taken = "a." + std::to_string(getpid()) + ".unfinished";
  write_file(path(taken), "another's");
  write_file(path("a"), "text");
  EXPECT_EQ(content("a"), "text");
  EXPECT_EQ(content(taken), "another's");
}

TEST_F(OutputFileTest, SaysThatNobodyReadsThePipe) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile file(path("pipe"));
  ::close(reader);
  file.write("text");
  EXPECT_THAT([&] { file.close(); },
              ThrowsMessage<Error>(path("pipe") + " cannot be written: Broken pipe"));
}

TEST_F(OutputFileTest, IsRefusedBeforeTheWork) {
  EXPECT_NO_THROW(require_writable(path("a")));
  EXPECT_NO_THROW(require_writable("-"));
  EXPECT_NO_THROW(require_writable("/dev/full"));
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_THAT([&] { require_writable(folder_); },
              ThrowsMessage<Error>(folder_ + " cannot be written: Is a directory"));
  EXPECT_THAT([&] { require_writable(path("no/such")); },
              ThrowsMessage<Error>(path("no/such") + " cannot be written: No such file or "
                                                     "directory"));
}

TEST_F(OutputFileTest, FailsForGoodAtTheFirstWriteThatFails) {
  for (const char* name : {"a", "a.gz"}) {
    OutputFile file(full(name));
    const std::string text(kManyBytes, 'x');
    const auto fails = [](auto&& action) {
      EXPECT_THAT(action, ::testing::Throws<Error>(Property(&Error::kind, ErrorKind::File)));
    };
    file.write("x");
    fails([&] { file.close(); });
    fails([&] { file.write("x"); });
    fails([&] { file.flush(); });
    fails([&] { file.close(); });
  }
}

TEST_F(OutputFileTest, PrintsToStandardOutputForADash) {
  testing::internal::CaptureStdout();
  OutputFile file("-");
  file.write("one ");
  print_to(stdout, "two ");
  file.write("three");
  file.close();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two three");
}

TEST(Printing, SaysThatAStreamTakesNoMore) {
  std::FILE* stream = std::fopen("/dev/full", "w");
  ASSERT_NE(stream, nullptr);
  print_to(stream, "x");
  EXPECT_THAT([&] { finish_printing(stream); }, ThrowsMessage<Error>(HasSubstr("No space left")));
  EXPECT_THAT([&] { finish_printing(stream); },
              ThrowsMessage<Error>(HasSubstr("cannot be written")));
  EXPECT_THAT([&] { print_to(stream, std::string(kManyBytes, 'x')); },
              ThrowsMessage<Error>(HasSubstr("No space left")));
  std::fclose(stream);
}

}  // namespace
}  // namespace lanefold
