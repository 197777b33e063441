// SPDX-License-Identifier: Apache-2.0
// Translates the build options of OpenCL 1.2 clause 5.6.4 for clang.
#include "compiler/build_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/text.h"
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
/// Newer bindings ask for these on any device.
constexpr std::array<std::string_view, 2> kLaterLanguages = {"-cl-std=CL2.0", "-cl-std=CL3.0"};
constexpr std::array<std::string_view, 6> kLanguages = {"-cl-std=CL1.0", "-cl-std=CL1.1",
                                                        "-cl-std=CL1.2", "-cl-std=cl1.0",
                                                        "-cl-std=cl1.1", "-cl-std=cl1.2"};

/// Calls leave only what the program forbids to inline, recursion, and routines for data that the
/// machine has no instructions for. A division of 64 bits is one otherwise.
constexpr std::string_view kInline = "-cl-lanefold-inline";
const std::vector<std::string> kInlining = {"-mllvm", "-inline-threshold=100000", "-mllvm",
                                            "-expand-div-rem-bits=32"};

/// OpenCL 1.2 clause 5.6.5. The code is already made: none changes it.
constexpr std::array<std::string_view, 8> kLinkOptions = {
    "-create-library",      "-enable-link-options", "-cl-denorms-are-zero",
    "-cl-no-signed-zeroes", "-cl-no-signed-zeros",  "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only", "-cl-fast-relaxed-math"};

template <class List>
bool contains(const List& list, std::string_view option) {
  return std::find(list.begin(), list.end(), option) != list.end();
}

/// Options of other implementations' compilers: they change speed or messages there, never results.
constexpr std::array<std::string_view, 8> kVendorStarts = {"-cl-nv-",  "-cl-intel-", "-cl-amd-",
                                                           "-cl-arm-", "-cl-qcom-",  "-save-temps",
                                                           "-fbin-",   "-fno-bin-"};
constexpr std::array<std::string_view, 2> kVendorNumbers = {"-cl-nv-maxrregcount",
                                                            "-cl-nv-opt-level"};

bool is_vendor_option(std::string_view option) {
  const auto begins = [&](std::string_view start) {
    return starts_with(option, start) && (start.back() != '-' || option.size() > start.size());
  };
  const bool level =
      option.size() == 3 && starts_with(option, "-O") && option[2] >= '0' && option[2] <= '5';
  return level || std::any_of(kVendorStarts.begin(), kVendorStarts.end(), begins);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

[[noreturn]] void refuse(const std::string& option, const std::string& reason) {
  throw Error(ErrorKind::Compiler, "build option '" + option + "' " + reason +
                                       "; valid are -D NAME[=VALUE], -I FOLDER, -w, -Werror, -g, "
                                       "-cl-std=CL1.0 to CL1.2, the -cl- options of OpenCL 1.2 "
                                       "and -cl-lanefold-inline");
}

void check_definition(const std::string& option, const std::string& definition) {
  const char first = definition.empty() ? '\0' : definition[0];
  if (std::isalpha(static_cast<unsigned char>(first)) == 0 && first != '_') {
    refuse(option + (option.size() == 2 ? " " + definition : ""), "does not begin with a name");
  }
}

}  // namespace

ClangOptions clang_options(const std::vector<std::string>& user_options) {
  ClangOptions result;
  std::string language = "-cl-std=CL1.2";
  for (std::size_t i = 0; i < user_options.size(); ++i) {
    const std::string& option = user_options[i];
    const bool last = i + 1 == user_options.size();
    if (starts_with(option, "-D") || starts_with(option, "-I")) {
      const bool joined = option.size() > 2;
      if (!joined && last) refuse(option, "lacks its value");
      const std::string value = joined ? option.substr(2) : user_options[++i];
      if (option[1] == 'D') check_definition(option, value);
      result.arguments.push_back(option.substr(0, 2) + value);
    } else if (contains(kLanguages, option)) {
      language = option;
    } else if (contains(kLaterLanguages, option)) {
      result.notes += "build option '" + option + "': the program is compiled as OpenCL C 1.2\n";
    } else if (contains(kPassedOn, option)) {
      result.arguments.push_back(option);
      // The last level counts. Without optimisation clang makes no code for `inline` functions of
      // C99.
      if (option == "-cl-opt-disable") {
        result.arguments.insert(result.arguments.end(), {"-O0", "-fgnu89-inline"});
      }
    } else if (option == kInline) {
      result.back_end = kInlining;
    } else if (is_vendor_option(option)) {
      result.notes += "build option '" + option + "' has no effect here\n";
      if (contains(kVendorNumbers, option) && !last && is_number(user_options[i + 1])) ++i;
    } else if (!option.empty() && option != "-g") {
      refuse(option, "is not known");
    }
  }
  result.arguments.push_back(language);
  return result;
}

void check_build_options(const CompileOptions& options) { clang_options(options.user_options); }

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
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool space = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool escapes = next == '"' || next == '\\' ||
                         (quote == '\0' && next != '\0' &&
                          std::string_view("' \t").find(next) != std::string_view::npos);
    if (text[i] == '\\' && quote != '\'' && escapes) {
      word += text[++i];
      in_word = true;
    } else if (quote != '\0' && text[i] == quote) {
      quote = '\0';
    } else if (quote == '\0' && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
      in_word = true;
    } else if (quote == '\0' && space) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += text[i];
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace lanefold
