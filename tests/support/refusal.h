// SPDX-License-Identifier: Apache-2.0
// The message to a caller whose request is refused.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lanefold/error.h"

namespace lanefold {

/// The sentence with which `action` is refused; fails the test when the kind is another.
template <class Action>
std::string refusal(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

}  // namespace lanefold
