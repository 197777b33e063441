// SPDX-License-Identifier: Apache-2.0
// The main program of every test binary: runs its tests and, if LANEFOLD_TEST_TIMES names a file,
// appends the processor time of each, that of the processes it started included.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <systemc>

namespace {

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// The first case is charged with the start of the process, since CTest runs one case in each.
class CpuTimes : public testing::EmptyTestEventListener {
 public:
  explicit CpuTimes(const char* file) : file_(file) {}

  void OnTestEnd(const testing::TestInfo& test) override {
    const double now = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
    const std::string line = std::string(test.test_suite_name()) + "." + test.name() + "\t" +
                             std::to_string(now - before_) + "\n";
    before_ = now;
    // One write: tests that run at the same time append to the same file.
    const int file = open(file_, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || write(file, line.data(), line.size()) < 0) std::perror(file_);
    if (file >= 0) close(file);
  }

 private:
  const char* file_;
  double before_ = 0;
};

}  // namespace

// What libsystemc.so wants of tests of single blocks; whole machines bring their own.
[[gnu::weak]] int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  if (const char* file = std::getenv("LANEFOLD_TEST_TIMES")) {
    testing::UnitTest::GetInstance()->listeners().Append(new CpuTimes(file));
  }
  return RUN_ALL_TESTS();
}
