// SPDX-License-Identifier: Apache-2.0
// What messages are about. Named are those that OpenCL C's memory, atomics and barriers become.

#include <fmt/format.h>

#include <array>
#include <string>

#include "decisions/isa/gen8/text_parts.h"

namespace lanefold::gen8 {
namespace {

constexpr const char* kUnnamed = "?";

const char* function_text(SharedFunction function) {
  constexpr std::array<const char*, 14> kNames = {
      "null",    "?",   "sampler",  "gateway", "sampler", "hdc.rc",  "hdc.urb",
      "spawner", "vme", "hdc.ccdp", "hdc.dc0", "pi",      "hdc.dc1", "cre"};
  return kNames[static_cast<std::size_t>(function)];
}

std::string gateway_text(const Message& message) {
  constexpr std::array<const char*, 8> kNames = {
      "end of thread",  "signal event", "monitor event",  "unmonitor event",
      "signal barrier", kUnnamed,       "wait for event", kUnnamed};
  return kNames[message.descriptor & 7];
}

std::string spawner_text(const Message& message) {
  return (message.descriptor & 7) == 0 ? "end of thread" : kUnnamed;
}

std::string blocks_text(const char* name, const Message& message) {
  constexpr std::array<const char*, 8> kSizes = {"1", "1H", "2", "4", "8", "16", "0", "0"};
  return fmt::format("{} x{}", name, kSizes[message.control() & 7]);
}

std::string bytes_text(const char* name, const Message& message) {
  constexpr std::array<const char*, 4> kSizes = {" 8b", " 16b", " 32b", ""};
  return fmt::format("{}{}", name, kSizes[message.control() >> 2 & 3]);
}

std::string scratch_text(const Message& message) {
  constexpr unsigned kWrite = 1U << 17;
  const char* name = (message.descriptor & kWrite) != 0 ? "write" : "read";
  return fmt::format("hword scratch block {} x{}", name, 1U << (message.descriptor >> 12 & 3));
}

std::string fence_text(const Message& message) {
  constexpr unsigned kFlushes = 0x1f;
  constexpr unsigned kCommits = 0x20;
  constexpr unsigned kLocalMemory = 254;
  const bool local = message.surface() == kLocalMemory;
  if ((message.control() & kFlushes) != 0 || !(local || message.surface() == 0)) {
    return kUnnamed;
  }
  const std::string when = (message.control() & kCommits) != 0 ? "synchronized " : "";
  return when + (local ? "SLM fence" : "global fence flushing");
}

std::string data_port_0_text(const Message& message) {
  constexpr unsigned kScratch = 0x10;
  if ((message.type() & kScratch) != 0) {
    return scratch_text(message);
  }
  switch (message.type()) {
    case 0:
      return blocks_text("oword block read", message);
    case 1:
      return blocks_text("oword aligned block read", message);
    case 4:
      return bytes_text("byte gathering read", message);
    case 7:
      return fence_text(message);
    case 8:
      return blocks_text("oword block write", message);
    case 12:
      return bytes_text("byte scattering write", message);
    default:
      return kUnnamed;
  }
}

/// Bits 0 to 3 of the control mask the channels that do not take part.
std::string surface_text(const char* name, const Message& message) {
  std::string channels;
  for (unsigned i = 0; i < 4; ++i) {
    if ((message.control() >> i & 1) == 0) {
      channels += "xyzw"[i];
    }
  }
  return channels.empty() ? name : fmt::format("{} {}", name, channels);
}

std::string atomic_text(const char* name, const Message& message) {
  constexpr std::array<const char*, 16> kOperations = {
      "64b integer compare and swap",
      "logical AND",
      "logical OR",
      "logical XOR",
      "store",
      "integer increment",
      "integer decrement",
      "integer add",
      "integer subtract",
      "commuted integer subtract",
      "signed-integer max",
      "signed-integer min",
      "unsigned-integer max",
      "unsigned-integer min",
      "integer compare and swap",
      "integer pre-decrement (returns pre-decrement value)"};
  return fmt::format("{} {}", name, kOperations[message.control() & 0xf]);
}

/// Of 64-bit addresses: bits 0 and 1 of the control are the size of an element.
std::string a64_text(const char* access, const Message& message) {
  const std::string bytes = fmt::format("a64 byte {}", access);
  return (message.control() & 3) == 0 ? bytes_text(bytes.c_str(), message) : kUnnamed;
}

std::string data_port_1_text(const Message& message) {
  constexpr unsigned kDouble = 0x10;
  switch (message.type()) {
    case 0x01:
      return surface_text("untyped surface read with", message);
    case 0x02:
      return atomic_text("untyped atomic int32", message);
    case 0x09:
      return surface_text("untyped surface write with", message);
    case 0x10:
      return a64_text("gathering read", message);
    case 0x11:
      return surface_text("a64 untyped surface read with", message);
    case 0x12:
      return atomic_text((message.control() & kDouble) != 0 ? "untyped a64 atomic int64"
                                                            : "untyped a64 atomic int32",
                         message);
    case 0x19:
      return surface_text("a64 untyped surface write with", message);
    case 0x1a:
      return a64_text("scattering write", message);
    default:
      return kUnnamed;
  }
}

std::string request_text(const Message& message) {
  switch (message.function) {
    case SharedFunction::Gateway:
      return gateway_text(message);
    case SharedFunction::ThreadSpawner:
      return spawner_text(message);
    case SharedFunction::DataPort0:
      return data_port_0_text(message);
    case SharedFunction::DataPort1:
      return data_port_1_text(message);
    default:
      return kUnnamed;
  }
}

}  // namespace

std::string message_text(const Message& message) {
  return fmt::format("wr:{}{}+0, rd:{}; {}; {}", message.payload_registers(),
                     message.has_header() ? "h" : "", message.response_registers(),
                     function_text(message.function), request_text(message));
}

}  // namespace lanefold::gen8
