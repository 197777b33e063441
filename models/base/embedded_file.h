// SPDX-License-Identifier: Apache-2.0
// A file of the source tree that the program carries within itself (cmake/EmbedText.cmake).
#pragma once

#include <string>

namespace lanefold {

struct EmbeddedFile {
  std::string name;  ///< or a path that begins at the root of the source tree
  std::string text;
};

}  // namespace lanefold
