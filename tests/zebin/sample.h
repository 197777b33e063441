// SPDX-License-Identifier: Apache-2.0
// Binaries that Intel's compiler made of the sources beside them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

inline std::vector<std::byte> sample_file(const char* name) {
  std::ifstream stream(name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_FALSE(text.empty()) << name << " cannot be read";
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace lanefold::gen8
