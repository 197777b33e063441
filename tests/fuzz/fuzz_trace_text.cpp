// SPDX-License-Identifier: Apache-2.0
// Any text as masks: it is refused in one sentence, or becomes a trace that prints to text which
// reads and prints the same again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.h"
#include "lanefold/error.h"
#include "observers/mask_trace/trace_text.h"

namespace {

using namespace lanefold;

std::string trace_of(std::string_view text) {
  std::string bytes;
  MaskTraceWriter writer({"fuzz.txt", 0}, false, [&](std::string_view part) { bytes += part; });
  TraceTextReader reader("fuzz.txt", writer);
  for (const std::string& line : split(text, '\n')) reader.line(line);
  reader.finish();
  writer.close();
  return bytes;
}

std::string text_of(const std::string& trace) {
  std::string text;
  MaskTraceReader reader(trace, "fuzz.trace");
  print_trace(reader, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string trace;
  try {
    trace = trace_of({reinterpret_cast<const char*>(data), size});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::File) std::abort();
    return 0;
  }
  const std::string text = text_of(trace);
  if (text_of(trace_of(text)) != text) std::abort();
  return 0;
}
