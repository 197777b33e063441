// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/zebin.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "decisions/zebin/code_end.h"
#include "decisions/zebin/info_map.h"
#include "decisions/zebin/kernel_arguments.h"
#include "decisions/zebin/read_kernel.h"
#include "decisions/zebin/zebin_file.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

/// What the compiler adds to a program with data, for linkers.
constexpr const char* kNoKernel = "Intel_Symbol_Table_Void_Program";
constexpr const char* kInfoSection = ".ze_info";

std::string info_text(const ZebinFile& file) {
  if (!file.has(kInfoSection)) {
    file.refuse("section .ze_info is missing; compile with ocloc's option --format zebin");
  }
  const std::vector<std::byte> bytes = file.content(kInfoSection).bytes;
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

RelocatableBytes read_code(const ZebinFile& file, const std::string& kernel) {
  const std::string section = ".text." + kernel;
  if (!file.has(section)) {
    file.refuse(
        fmt::format("kernel {} has no code: no section {}", in_quotes(kernel), in_quotes(section)));
  }
  RelocatableBytes code = file.content(section);
  const auto end = code_bytes(code.bytes);
  if (!end) file.refuse(fmt::format("the code of kernel {} has no end", in_quotes(kernel)));
  for (const Relocation& relocation : code.relocations) {
    if (std::size_t{relocation.offset} + relocation.bytes() > *end) {
      file.refuse(fmt::format("a relocation of kernel {} is behind its code", in_quotes(kernel)));
    }
  }
  code.bytes.resize(*end);
  return code;
}

RelocatableBytes read_data(const ZebinFile& file, const std::string& section) {
  RelocatableBytes data = file.content(section);
  data.has_addends = true;
  return data;
}

/// A source without kernels gives a file with little more than notes.
bool is_empty(const ZebinFile& file) {
  return file.has(".note.intelgt.compat") && !file.has(kInfoSection) && !file.has_any(".text.");
}

/// The name that a message gives to a kernel.
std::string place_of(const ZebinFile& file, const std::string& kernel) {
  return fmt::format("{}: kernel {}", file.name(), in_quotes(kernel));
}

/// `info` and the elements of `more` are of the lists kernels and kernels_misc_info.
ZebinKernel read_whole_kernel(const ZebinFile& file, const InfoMap& info,
                              const std::vector<InfoMap>& more) {
  ZebinKernel kernel = read_kernel(info);
  const auto found = std::find_if(more.begin(), more.end(), [&](const InfoMap& each) {
    return each.text("name") == kernel.info.name;
  });
  std::optional<InfoMap> names;
  if (found != more.end()) names.emplace(found->renamed(place_of(file, kernel.info.name)));
  read_arguments(info, names, kernel);
  kernel.code = read_code(file, kernel.info.name);
  return kernel;
}

Zebin load(const ZebinFile& file) {
  Zebin result;
  result.name = file.name();
  if (is_empty(file)) return result;
  const InfoMap info = InfoMap::parse(info_text(file), file.name());
  const std::vector<InfoMap> more = info.maps("kernels_misc_info", "entry of kernels_misc_info");
  for (const InfoMap& entry : info.maps("kernels", "kernel")) {
    const std::string name = entry.text("name");
    if (name == kNoKernel) continue;
    if (result.kernel(name) != nullptr) entry.refuse("its name is that of another kernel");
    try {
      result.kernels.push_back(read_whole_kernel(file, entry.renamed(place_of(file, name)), more));
    } catch (const Error& error) {
      result.left_out.emplace_back(error.what());
    }
  }
  if (result.kernels.empty() && !result.left_out.empty()) {
    throw Error(ErrorKind::Program, result.left_out.front());
  }
  result.constants = read_data(file, ".data.const");
  result.strings = read_data(file, ".data.const.string");
  result.globals = read_data(file, ".data.global");
  return result;
}

}  // namespace

const ZebinKernel* Zebin::kernel(std::string_view kernel_name) const {
  const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const ZebinKernel& each) {
    return each.info.name == kernel_name;
  });
  return found == kernels.end() ? nullptr : &*found;
}

Zebin load_zebin(const std::vector<std::byte>& file, const std::string& name) {
  return load(ZebinFile(file, name));
}

}  // namespace lanefold::gen8
