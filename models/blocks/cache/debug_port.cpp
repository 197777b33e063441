// SPDX-License-Identifier: Apache-2.0
// A cache without time: loaders and checkers see what a read would see.
#include "blocks/cache/debug_port.h"

#include <algorithm>
#include <cstring>

#include "blocks/memory_link/debug_transport.h"

namespace lanefold {
namespace {

/// Moves those of the bytes that a write on its way writes.
void overlay(DownRequest& write, bool reads, std::uint64_t address, unsigned char* data,
             unsigned length) {
  const std::uint64_t begin = std::max<std::uint64_t>(address, write.get_address());
  const std::uint64_t end =
      std::min<std::uint64_t>(address + length, write.get_address() + write.get_data_length());
  for (std::uint64_t byte = begin; byte < end; ++byte) {
    const auto offset = static_cast<unsigned>(byte - write.get_address());
    if (!byte_enabled(write, offset)) continue;
    unsigned char& on_its_way = write.data()[offset];
    (reads ? data[byte - address] : on_its_way) = reads ? on_its_way : data[byte - address];
  }
}

}  // namespace

/// What is here is newer than what is on its way down, and that is newer than what is there. Writes
/// reach all of them.
unsigned DebugPort::transport(tlm::tlm_generic_payload& payload) {
  const tlm::tlm_command command = payload.get_command();
  if (command == tlm::TLM_IGNORE_COMMAND) return 0;
  return debug_above(downstream_.target(), payload, spec_.line_bytes,
                     [&](std::uint64_t address, unsigned char* data, unsigned length) {
                       return here(command, address, data, length);
                     });
}

unsigned DebugPort::here(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                         unsigned length) {
  const bool reads = command == tlm::TLM_READ_COMMAND;
  const auto place = array_.find(spec_.line_of(address));
  if (place) {
    unsigned char* line = array_.data(*place) + (address & (spec_.line_bytes - 1));
    std::memcpy(reads ? data : line, reads ? line : data, length);
    if (reads) return length;
  }
  const bool leaves = on_its_way(command, address, data, length);
  return place || leaves ? length : 0;
}

TouchedLine DebugPort::touch(std::uint64_t address, bool writes) {
  const std::uint64_t line = spec_.line_of(address);
  if (spec_.config.perfect) return {};
  const bool stays = writes && !spec_.writes_through;
  TouchedLine touched{false, writes && spec_.writes_through};
  auto place = array_.find(line);
  if (place) {
    array_.touch(*place);
    touched.asks_below = touched.writes_below;
  } else {
    touched.asks_below = true;
    if (touched.writes_below) return touched;  // what is passed on is not kept
    place = array_.place_for(line);
    if (!place) return touched;
    if (array_.state(*place) == LineState::Modified) {
      touched.leaving = spec_.address_of(array_.line(*place));
      downstream_.debug(tlm::TLM_WRITE_COMMAND, *touched.leaving, array_.data(*place),
                        spec_.line_bytes);
    }
    downstream_.debug(tlm::TLM_READ_COMMAND, spec_.address_of(line), line_data_.data(),
                      spec_.line_bytes);
    array_.fill(*place, line, LineState::Exclusive, line_data_.data());
  }
  if (stays) array_.set_state(*place, LineState::Modified);
  return touched;
}

void DebugPort::write_back(std::uint64_t address, std::uint64_t bytes) {
  array_.for_each([&](CacheArray::Place place) {
    const std::uint64_t begin = spec_.address_of(array_.line(place));
    const bool within = begin >= address && begin - address < bytes;
    if (!within || array_.state(place) != LineState::Modified) return;
    downstream_.debug(tlm::TLM_WRITE_COMMAND, begin, array_.data(place), spec_.line_bytes);
    array_.set_state(place, LineState::Exclusive);
  });
}

/// Whether the whole line is on its way down.
bool DebugPort::on_its_way(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                           unsigned length) {
  bool whole = false;
  for (DownRequest& write : downstream_.writes()) {
    overlay(write, command == tlm::TLM_READ_COMMAND, address, data, length);
    whole =
        whole || (write.kind == DownRequest::Kind::WriteBack &&
                  write.get_byte_enable_ptr() == nullptr && write.line == spec_.line_of(address));
  }
  return whole;
}

}  // namespace lanefold
