// SPDX-License-Identifier: Apache-2.0
// Translates the build options of OpenCL 1.2 clause 5.6.4 for clang.
#include "host/compiler/build_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "lanefold/compiler.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::array<std::string_view, 13> kPassedOn = {"-cl-single-precision-constant",
                                                        "-cl-denorms-are-zero",
                                                        "-cl-fp32-correctly-rounded-divide-sqrt",
                                                        "-cl-opt-disable",
                                                        "-cl-mad-enable",
                                                        "-cl-no-signed-zeros",
                                                        "-cl-unsafe-math-optimizations",
                                                        "-cl-finite-math-only",
                                                        "-cl-fast-relaxed-math",
                                                        "-cl-kernel-arg-info",
                                                        "-cl-strict-aliasing",
                                                        "-w",
                                                        "-Werror"};
constexpr std::array<std::string_view, 6> kLanguages = {"-cl-std=CL1.0", "-cl-std=CL1.1",
                                                        "-cl-std=CL1.2", "-cl-std=cl1.0",
                                                        "-cl-std=cl1.1", "-cl-std=cl1.2"};

/// OpenCL 1.2 clause 5.6.5. The code is already made: none changes it.
constexpr std::array<std::string_view, 8> kLinkOptions = {
    "-create-library",      "-enable-link-options", "-cl-denorms-are-zero",
    "-cl-no-signed-zeroes", "-cl-no-signed-zeros",  "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only", "-cl-fast-relaxed-math"};

template <class List>
bool contains(const List& list, std::string_view option) {
  return std::find(list.begin(), list.end(), option) != list.end();
}

[[noreturn]] void refuse(const std::string& option, const std::string& reason) {
  throw Error(ErrorKind::Compiler, "build option '" + option + "' " + reason +
                                       "; valid are -D NAME[=VALUE], -I FOLDER, -w, -Werror, -g, "
                                       "-cl-std=CL1.0 to CL1.2 and the -cl- options of OpenCL 1.2");
}

}  // namespace

std::vector<std::string> clang_arguments(const std::vector<std::string>& user_options) {
  std::vector<std::string> arguments;
  std::string language = "-cl-std=CL1.2";
  for (std::size_t i = 0; i < user_options.size(); ++i) {
    const std::string& option = user_options[i];
    const std::string_view start = std::string_view(option).substr(0, 2);
    if (start == "-D" || start == "-I") {
      const bool joined = option.size() > 2;
      if (!joined && i + 1 == user_options.size()) refuse(option, "lacks its value");
      arguments.push_back(joined ? option : option + user_options[++i]);
    } else if (contains(kLanguages, option)) {
      language = option;
    } else if (contains(kPassedOn, option)) {
      arguments.push_back(option);
    } else if (!option.empty() && option != "-g") {
      refuse(option, "is not known");
    }
  }
  arguments.push_back(language);
  return arguments;
}

void check_build_options(const CompileOptions& options) { clang_arguments(options.user_options); }

void check_link_options(const CompileOptions& options) {
  for (const std::string& option : options.user_options) {
    if (option.empty() || contains(kLinkOptions, option)) continue;
    throw Error(ErrorKind::Compiler,
                "link option '" + option +
                    "' is not known; valid are -create-library, -enable-link-options, "
                    "-cl-denorms-are-zero, -cl-no-signed-zeroes, -cl-unsafe-math-optimizations, "
                    "-cl-finite-math-only and -cl-fast-relaxed-math");
  }
}

std::vector<std::string> split_build_options(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace lanefold
