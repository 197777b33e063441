// SPDX-License-Identifier: Apache-2.0
// Finding and running clang and the LLVM linker. The only file that includes Boost.Process.
#include "compiler/tools.h"

#include <sys/wait.h>

#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/io.hpp>
#include <boost/process/search_path.hpp>
#include <boost/process/start_dir.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "compiler/files.h"
#include "lanefold/error.h"

namespace lanefold {

namespace process = boost::process;

std::filesystem::path find_tool(const ToolName& tool) {
  const char* chosen = std::getenv(tool.variable);
  const std::string wanted = chosen != nullptr && *chosen != '\0' ? chosen : tool.name;
  std::filesystem::path path;
  if (wanted.find('/') != std::string::npos) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(wanted, ignored)) path = wanted;
  } else {
    path = process::search_path(wanted).string();
  }
  if (!path.empty()) return path;
  throw Error(ErrorKind::Compiler, tool.user + (" needs the program " + wanted) +
                                       ", which was not found: install the package " +
                                       tool.package + " or set " + tool.variable + " to its path");
}

std::string describe_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  const auto written = std::filesystem::last_write_time(real, ignored).time_since_epoch();
  return real.string() + ' ' + std::to_string(std::filesystem::file_size(real, ignored)) + ' ' +
         std::to_string(std::chrono::duration_cast<std::chrono::seconds>(written).count()) + '\n';
}

Tools find_tools() {
  Tools tools;
  tools.clang = find_tool({"LANEFOLD_CLANG", "clang-19", "clang-19"});
  tools.linker = find_tool({"LANEFOLD_LLD", "ld.lld-19", "lld-19"});
  tools.fingerprint = describe_file(tools.clang) + describe_file(tools.linker);
  return tools;
}

namespace {

/// An application that ignores SIGCHLD loses the exit codes of its children, and so would we.
class KeepChildren {
 public:
  KeepChildren() {
    struct sigaction keep {};
    keep.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, nullptr, &before_);
    lost_ = before_.sa_handler == SIG_IGN || (before_.sa_flags & SA_NOCLDWAIT) != 0;
    if (lost_) sigaction(SIGCHLD, &keep, nullptr);
  }
  ~KeepChildren() {
    if (lost_) sigaction(SIGCHLD, &before_, nullptr);
  }
  KeepChildren(const KeepChildren&) = delete;
  KeepChildren& operator=(const KeepChildren&) = delete;

 private:
  struct sigaction before_ {};
  bool lost_ = false;
};

}  // namespace

std::filesystem::path find_ocloc() {
  return find_tool({"LANEFOLD_OCLOC", "ocloc", "intel-opencl-icd", "the compiler for Gen8"});
}

ToolResult run_tool(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const RunPlace& place) {
  const std::filesystem::path errors = place.scratch / "stderr";
  const std::filesystem::path output = place.scratch / "stdout";
  const std::filesystem::path input =
      place.standard_input.empty() ? "/dev/null" : place.standard_input;
  std::error_code failure;
  // Existing files would be overwritten without being shortened.
  std::filesystem::remove(errors, failure);
  std::filesystem::remove(output, failure);
  const KeepChildren keep;
  process::child child(program.string(), process::args(arguments),
                       (process::std_in < input.string()), (process::std_err > errors.string()),
                       (process::std_out > output.string()),
                       process::start_dir = place.folder.string(), failure);
  if (!failure) child.wait(failure);
  if (failure) {
    throw Error(ErrorKind::Compiler, "cannot run " + program.string() + ": " + failure.message());
  }
  ToolResult result;
  result.exit_code = child.exit_code();
  const int status = child.native_exit_code();
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.succeeded = result.exit_code == 0 && result.signal == 0;
  result.messages = read_result(errors) + read_result(output);
  return result;
}

}  // namespace lanefold
