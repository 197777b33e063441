// SPDX-License-Identifier: Apache-2.0
// Environment variables of one test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace lanefold {

/// An environment variable that is unset, or has a value, until the end of the scope; then it is
/// again what it was.
class EnvironmentVariable {
 public:
  explicit EnvironmentVariable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) before_ = value;
    unsetenv(name);
  }
  EnvironmentVariable(const char* name, const std::string& value) : EnvironmentVariable(name) {
    set(value);
  }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;
  ~EnvironmentVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

  void set(const std::string& value) const { setenv(name_, value.c_str(), 1); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace lanefold
