// SPDX-License-Identifier: Apache-2.0
// Bril from a file of either form.
#include "tools/bril/read.h"

#include "tools/bril/check.h"
#include "tools/bril/json_form.h"
#include "tools/bril/scalar_operands.h"
#include "tools/bril/text_form.h"

namespace lanefold::bril {

Program parse(std::string_view content, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (content.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    content.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const bool json =
      first != std::string_view::npos && (content[first] == '{' || content[first] == '[');
  return json ? parse_json(content, file) : parse_text(content, file);
}

Program read(std::string_view content, const std::string& file, ScalarOperands scalars,
             const Libraries& libraries) {
  Program program = linked(parse(content, file), libraries);
  if (scalars == ScalarOperands::Broadcast) program = with_scalar_operands(program);
  check(program);
  return program;
}

}  // namespace lanefold::bril
