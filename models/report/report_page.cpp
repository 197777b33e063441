// SPDX-License-Identifier: Apache-2.0
// Puts the data of a report into its page.
#include "lanefold/report_page.h"

#include <nlohmann/json.hpp>

#include "base/embedded_file.h"
#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

/// The page, without data (cmake/EmbedText.cmake).
const std::vector<EmbeddedFile>& report_files();

namespace {

constexpr std::string_view kPlaceholder = "<!-- lanefold-report-data -->";

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorKind::Usage, "this is no data of a report: " + why);
}

void check(const std::string& json) {
  const auto root = nlohmann::json::parse(json, nullptr, false);
  if (root.is_discarded()) refuse("it is not JSON");
  if (!root.is_object()) refuse("it is no object");
  const auto schema = root.find("schema");
  if (schema == root.end() || *schema != kReportSchema) {
    refuse(std::string("its schema is not ") + kReportSchema);
  }
}

/// No text within JSON can end the element that holds it.
std::string for_script(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string report_page(const std::string& json) {
  check(json);
  std::string page = report_files().front().text;
  const std::size_t place = page.find(kPlaceholder);
  if (place == std::string::npos)
    throw Error(ErrorKind::Internal, "the page has no place for data");
  page.replace(
      place, kPlaceholder.size(),
      "<script type=\"application/json\" id=\"lanefold-data\">" + for_script(json) + "</script>");
  return page;
}

}  // namespace lanefold
