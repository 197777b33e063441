// SPDX-License-Identifier: Apache-2.0
// RTL of the user's own that is to take the place of a block's.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanefold {

struct OwnRtl {
  std::string block;                       ///< of rtl/blocks.toml, or a module named there
  std::vector<std::string> files;          ///< SystemVerilog; the first is named in messages
  std::optional<std::string> top = {};     ///< the module, if it is not named as the block
  std::vector<std::string> includes = {};  ///< folders of modules and of what files include
  bool verbose = false;                    ///< print what Verilator and the compiler say
};

}  // namespace lanefold
