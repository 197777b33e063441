// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/kernel_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/parse_integer.h"
#include "base/text.h"
#include "decisions/zebin/read_payload.h"

namespace lanefold::gen8 {
namespace {

constexpr std::uint32_t kPointerBytes = 4;
/// A parameter has at most so many bytes (OpenCL 1.2, CL_DEVICE_MAX_PARAMETER_SIZE).
constexpr std::uint32_t kMostValueBytes = kMostArguments * kPointerBytes;

constexpr std::array<std::pair<const char*, ArgumentKind>, 5> kQualifiers = {
    {{"__global", ArgumentKind::Global},
     {"__constant", ArgumentKind::Constant},
     {"__local", ArgumentKind::Local},
     {"__private", ArgumentKind::Value},
     {"NONE", ArgumentKind::Value}}};

/// An argument, as far as it is known.
struct Known {
  KernelArgument argument;
  bool is_known = false;
  bool has_piece = false;      ///< of the payload
  bool has_type_size = false;  ///< the argument's size is that of its type
};

Known& at(std::vector<Known>& arguments, std::uint32_t index) {
  if (index >= arguments.size()) arguments.resize(index + 1);
  return arguments[index];
}

std::string qualifier(const InfoMap& info, const char* key) {
  const std::string text = info.text_or(key, "NONE");
  return text == "NONE" ? "" : text;
}

/// Of "float4;16", the size; 0 if there is none.
std::uint32_t size_in(std::string_view type) {
  const std::size_t mark = type.find(';');
  if (mark == std::string_view::npos) return 0;
  const auto size = parse_integer<std::uint32_t>(type.substr(mark + 1)).value.value_or(0);
  return size <= kMostValueBytes ? size : 0;
}

void take_names(const InfoMap& info, std::vector<Known>& arguments) {
  const std::uint32_t index = info.number("index");
  if (index >= kMostArguments) {
    info.refuse(fmt::format("index is {}; valid: 0 to {}", index, kMostArguments - 1));
  }
  Known& known = at(arguments, index);
  KernelArgument& argument = known.argument;
  const std::string type = info.text_or("type_name", "");
  argument.name = info.text_or("name", "");
  argument.type_name = type.substr(0, type.find(';'));
  argument.access = qualifier(info, "access_qualifier");
  const std::string more = qualifier(info, "type_qualifiers");
  if (!argument.access.empty() && !more.empty()) argument.access += ' ';
  argument.access += more;
  argument.kind = info.choice("address_qualifier", kQualifiers);
  argument.size = argument.kind == ArgumentKind::Value ? size_in(type) : kPointerBytes;
  known.is_known = argument.size > 0;
  known.has_type_size = known.is_known;
}

void take_payload(const InfoMap& info, const PayloadArgument& piece,
                  std::vector<Known>& arguments) {
  if (!piece.has_argument()) return;
  Known& known = at(arguments, piece.argument);
  if (piece.kind != PayloadKind::Value && piece.kind != PayloadKind::Pointer) return;
  const bool value = piece.kind == PayloadKind::Value;
  if (known.has_piece && (known.argument.kind == ArgumentKind::Value) != value) {
    info.refuse(fmt::format("argument {} is both a value and a pointer", piece.argument));
  }
  known.has_piece = true;
  known.argument.kind = piece.argument_kind;
  if (!value) known.argument.size = kPointerBytes;
  // A piece is rounded up to 4 bytes; only where the type says no size does it count.
  if (!known.has_type_size && value) {
    known.argument.size = std::max(known.argument.size, piece.source_offset + piece.size);
  }
  known.is_known = true;
}

/// As OpenCL C lays out a struct of them, but with alignments of up to 8 bytes.
void lay_out(KernelInfo& info) {
  for (KernelArgument& argument : info.arguments) {
    const std::uint32_t alignment = argument.size >= 8 ? 8 : 4;
    info.argument_bytes = (info.argument_bytes + alignment - 1) / alignment * alignment;
    argument.offset = info.argument_bytes;
    info.argument_bytes += argument.size;
  }
}

}  // namespace

void read_arguments(const InfoMap& info, const std::optional<InfoMap>& names, ZebinKernel& kernel) {
  std::vector<Known> arguments;
  if (names) {
    for (const InfoMap& entry : names->maps("args_info", "argument")) take_names(entry, arguments);
  }
  for (const PayloadArgument& piece : kernel.payload) take_payload(info, piece, arguments);
  for (const Surface& surface : kernel.surfaces) at(arguments, surface.argument);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_known) {
      info.refuse(fmt::format("nothing says what argument {} of {} is", i, arguments.size()));
    }
    kernel.info.arguments.push_back(std::move(arguments[i].argument));
  }
  for (const Surface& surface : kernel.surfaces) {
    const ArgumentKind kind = kernel.info.arguments[surface.argument].kind;
    if (kind != ArgumentKind::Global && kind != ArgumentKind::Constant) {
      info.refuse(fmt::format("surface {} is of argument {}, which is no buffer", surface.index,
                              surface.argument));
    }
  }
  lay_out(kernel.info);
}

}  // namespace lanefold::gen8
