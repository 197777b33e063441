// SPDX-License-Identifier: Apache-2.0
// Records one after the other.
#include "machine/eu/eu_print.h"

#include <algorithm>
#include <string>

#include "machine/eu/eu_print_record.h"

namespace lanefold::gen8 {
namespace {

/// In place of a format: the record has no room here, nor has any behind it.
constexpr std::uint32_t kNoRoom = ~0U;
/// Of a scalar that %f takes: the compiler makes doubles of all floats.
constexpr unsigned kFloatBytes = 8;

}  // namespace

bool is_full(const GlobalMemory& memory, const Buffer& buffer) {
  return record_word(memory, buffer.address) > buffer.size;
}

void print_records(const GlobalMemory& memory, const Buffer& buffer, const Device::Print& print) {
  const std::uint32_t used = std::min(record_word(memory, buffer.address), buffer.size);
  const std::uint32_t end = buffer.address + used / kRecordWordBytes * kRecordWordBytes;
  for (std::uint32_t at = buffer.address + kPrintfHeaderBytes; at < end;) {
    const std::uint32_t format = record_word(memory, at);
    if (format == kNoRoom) return;
    // Words that a work-item took and did not come to write are no address.
    const std::optional<std::string> text = text_of_program(memory, format);
    if (text && end - at >= kRecordAddressBytes) {
      PrintRecord record(memory, at + kRecordAddressBytes, end);
      const std::string line = print_text(*text, kFloatBytes, record);
      if (record.complete()) {
        print(line);
        at = record.skip_others();
        continue;
      }
    }
    at += kRecordWordBytes;
  }
}

}  // namespace lanefold::gen8
