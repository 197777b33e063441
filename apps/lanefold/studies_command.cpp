// SPDX-License-Identifier: Apache-2.0
// `lanefold sweep` and `lanefold study`: hands over to the Python programs in studies, which call
// this program for every run.
#include <filesystem>
#include <utility>

#include "base/python.h"
#include "commands.h"
#include "lanefold/config.h"
#include "replace_process.h"

namespace lanefold {

void studies_command(const std::string& verb, const std::vector<std::string>& arguments) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  // Neither modules of the user's own nor compiled ones beside the sources.
  std::vector<std::string> words{
      python_interpreter(), "-s", "-B", data_directory("studies") + "/main.py", self, verb};
  words.insert(words.end(), arguments.begin(), arguments.end());
  replace_process(std::move(words), "; install python3, or name a Python in LANEFOLD_PYTHON");
}

}  // namespace lanefold
