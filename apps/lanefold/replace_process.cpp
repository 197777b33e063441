// SPDX-License-Identifier: Apache-2.0
// Hands over to another program.
#include "replace_process.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

void replace_process(std::vector<std::string> words, const std::string& hint) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  throw Error(ErrorKind::File,
              "cannot run " + in_quotes(words[0]) + ": " + std::strerror(errno) + hint);
}

}  // namespace lanefold
