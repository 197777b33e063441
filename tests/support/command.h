// SPDX-License-Identifier: Apache-2.0
// Calls the built command `lanefold` as its users do.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace lanefold {

struct Finished {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Every test has a folder of its own, removed at its end.
class Command : public ::testing::Test {
 protected:
  Command() {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');
    folder_ = std::filesystem::temp_directory_path() /
              ("lanefold-cli-" + std::to_string(getpid()) + "-" + name);
    std::filesystem::create_directories(folder_);
  }
  ~Command() override { std::filesystem::remove_all(folder_); }

  Finished lanefold(const std::string& arguments) const {
    const std::string line = "'" + command + "' " + arguments + " 2> '" + path("stderr") + "'";
    Finished finished;
    FILE* pipe = popen(line.c_str(), "r");
    if (pipe == nullptr) return finished;
    std::array<char, 4096> chunk{};
    for (std::size_t size = 0; (size = fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) {
      finished.out.append(chunk.data(), size);
    }
    const int status = pclose(pipe);
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    finished.err = content_of(path("stderr"));
    return finished;
  }

  /// The program that is called.
  std::string command = LANEFOLD_COMMAND;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }

  /// Refused with that exit code and one line that contains `sentence`.
  void expect_refusal(const std::string& arguments, int code, const std::string& sentence) const {
    const Finished finished = lanefold(arguments);
    EXPECT_EQ(finished.code, code) << arguments << "\n" << finished.err;
    EXPECT_THAT(finished.err, ::testing::StartsWith("lanefold: "));
    EXPECT_THAT(finished.err, ::testing::HasSubstr(sentence));
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace lanefold
